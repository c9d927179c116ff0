import { expect, it } from "vitest";
import { register } from "../../../events/testing/members.ts";
import { cause, openSystem, type System } from "../../../events/testing/system.ts";
import { parseEnvironment } from "../../config/env.ts";
import { type DoctorContext, Findings } from "./finding.ts";
import { checkConfiguration } from "./configuration.ts";

const key = (letter: string) => Buffer.from(letter.repeat(32)).toString("base64");

async function findingsOf(values: Readonly<Record<string, string>>, system?: System) {
  const environment = parseEnvironment({ CADRE_CODE: "a code", ...values }, () => "");
  const opened = system as unknown as DoctorContext["opened"];
  const say = new Findings("configuration");
  await checkConfiguration({ environment, opened, now: () => new Date() }, say);
  return say.all.filter(({ what }) => /ADMISSION|staff|name of its own|support/.test(what));
}

async function warningsOf(...given: Parameters<typeof findingsOf>) {
  return (await findingsOf(...given)).flatMap(({ level, what }) => level === "WARN" ? [what] : []);
}

it("warns of default names, if anyone can register, and if no one can approve applicants", async () => {
  const secrets = { KEK: key("a"), CLAIM_KEY: key("b") };
  const names = { PROGRAM_NAME: "TCU", UNIVERSITY_NAME: "UNT", SUPPORT_EMAIL: "a@example.edu" };
  const open = { ...secrets, ...names, APP_ORIGIN: "https://alumni.example.edu" };
  const unnamed = { ...secrets, APP_ORIGIN: open.APP_ORIGIN, ADMISSION: "invited" };
  expect(await warningsOf(unnamed)).toEqual([
    expect.stringMatching(/no name of its own\. People read TCU Army ROTC/),
    expect.stringMatching(/support@example\.edu/),
  ]);
  expect(await warningsOf(open)).toEqual([expect.stringMatching(/^ADMISSION is open: anyone/)]);
  expect(await warningsOf({ APP_ORIGIN: "http://127.0.0.1:8000" })).toEqual([]);
  expect(await warningsOf({ ...open, ADMISSION: "confirmed" })).toEqual([]);

  const system = await openSystem();
  const approved = { ...open, ADMISSION: "approved" };
  expect(await warningsOf(approved, system)).toEqual([
    "no one is staff yet, so no one can approve people",
  ]);
  await system.members.execute("pat", register({ role: "cadre", confirmedBy: "code" }), cause);
  await system.readModel.catchUp();
  expect(await warningsOf(approved, system)).toEqual([]);
});

it("warns of what staff chose that a variable overrides, and of a variable that opens less", async () => {
  const system = await openSystem();
  const chosen = { supportEmail: "staff@example.edu", admission: "approved" } as const;
  await system.settings.execute({ type: "ChangeSettings", ...chosen }, cause);
  await system.readModel.catchUp();
  const own = { APP_ORIGIN: "http://127.0.0.1:8000" };
  const warned = async (values: Readonly<Record<string, string>>) =>
    (await warningsOf({ ...own, ...values }, system)).filter((what) =>
      !/no one is staff/.test(what)
    );
  expect(await warned({ SUPPORT_EMAIL: "server@example.edu", ADMISSION: "open" })).toEqual([
    "ADMISSION is set, but staff had chosen that fewer people get in, so theirs counts",
    "SUPPORT_EMAIL is set, so what staff chose in the browser doesn't count",
  ]);
  expect(await warned({ ADMISSION: "invited" })).toEqual([
    "ADMISSION is set, so what staff chose in the browser doesn't count",
  ]);
  expect(await warned({ SUPPORT_EMAIL: chosen.supportEmail, ADMISSION: "approved" })).toEqual([]);
});

it("says nothing of staff who can't be looked up", async () => {
  const whats = async (system?: System) =>
    (await findingsOf({ APP_ORIGIN: "http://127.0.0.1:8000" }, system)).map(({ what }) => what);
  expect(await whats()).toEqual([]);
  expect(await whats(await openSystem())).toEqual(["no one is staff yet"]);
});
