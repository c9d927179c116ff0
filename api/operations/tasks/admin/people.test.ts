import { expect, it } from "vitest";
import { databaseIn } from "../../../../events/testing/database.ts";
import { register } from "../../../../events/testing/members.ts";
import { cause, openSystem } from "../../../../events/testing/system.ts";
import { createSessions } from "../../../auth/sessions.ts";
import { createTokens } from "../../../auth/tokens.ts";
import { runAdminOn } from "../../../testing/admin.ts";

const [pat, kim] = ["1", "2"].map((end) => `00000000-0000-4000-8000-00000000000${end}`) as [
  string,
  string,
];

it("npm run admin -- people lists applicants, and decisions apply at once", async () => {
  const system = await openSystem();
  const { members, readModel, mailQueue, log } = system;
  await members.execute(pat, register({ role: "cadre", needs: "approval" }), cause);
  const run = runAdminOn(system);
  const record = async () => {
    await readModel.catchUp();
    return await readModel.members.byId(pat);
  };

  const waiting = await run("people", "--waiting");
  expect(waiting.stdout).toMatch(
    new RegExp(`^${pat} {2}waits for staff {2}since \\d{4}-\\d\\d-\\d\\d\n$`),
  );
  const words = "Please use your own name";
  expect((await run("refuse", "pat@example.com", "--words", words)).stdout)
    .toBe(`Member ${pat} is declined now.\n`);
  expect((await record())?.admission).toMatchObject({ state: "refused", words });
  expect(JSON.parse((await run("people", "--names", "--json")).stdout)).toMatchObject([
    { memberId: pat, is: "refused", name: "Pat Doe", email: "pat@example.com" },
  ]);
  expect((await run("confirm-cadre", "pat@example.com")).stderr).toContain("isn't confirmed");
  expect((await run("confirm-cadre", "pat")).code).toBe(0);
  expect(await record()).toMatchObject({ isCadreConfirmed: true, admission: { by: "operator" } });
  expect((await run("refuse", pat)).stderr)
    .toBe("This person has staff access. Remove it first.\n");
  expect((await run("unconfirm-cadre", pat)).code).toBe(0);
  expect((await record())?.isCadreConfirmed).toBe(false);
  expect((await mailQueue.waiting()).count).toBe(3);
  expect((await log.readStream(pat)).slice(2).map(({ type, actorId }) => [type, actorId])).toEqual([
    ["MemberRefused", "operator"],
    ["CadreConfirmed", "operator"],
    ["MemberAdmitted", "operator"],
    ["CadreUnconfirmed", "operator"],
  ]);
}, 120_000);

it("what staff read and decide in the browser has its command", async () => {
  const system = await openSystem();
  const { members, readModel } = system;
  await members.execute(pat, register({ role: "cadet", needs: "approval" }), cause);
  const staff = { username: "stan", email: "stan@example.com", firstName: "Stan" };
  const stan = kim;
  await members.execute(stan, register({ ...staff, role: "cadre", confirmedBy: "code" }), cause);
  await readModel.catchUp();
  const run = runAdminOn(system);
  const read = async (...args: string[]) => JSON.parse((await run(...args, "--json")).stdout);

  expect(await read("people", "--all", "--names")).toMatchObject([
    { memberId: pat, role: "cadet", state: "waiting", isStaff: false, name: "Pat Doe" },
    { memberId: stan, role: "cadre", state: "in", isStaff: true, name: "Stan Doe" },
  ]);
  expect((await run("people", "--all", "--role", "cadre")).stdout)
    .toBe(`${stan}  cadre  in  staff\n1 person.\n`);
  expect((await run("people", "--all", "--search", "pat", "--state", "in")).stdout)
    .toBe("0 people.\n");
  expect((await run("people", "--all", "--state", "lost")).stderr)
    .toContain(
      '--state must be one of in, waiting, invited, refused, suspended, died, asking closed, which "lost"',
    );

  expect((await run("approve", pat)).stdout).toBe(`Member ${pat} is approved now.\n`);
  expect((await run("close-asking", "pat")).stdout).toBe(`Member ${pat} can't ask others now.\n`);
  expect((await run("open-asking", "pat")).stdout).toBe(`Member ${pat} can ask others now.\n`);
  expect((await run("record-death", "pat")).stdout)
    .toBe(`Member ${pat} is recorded as deceased now.\n`);
  expect((await run("people", "--all", "--state", "died")).stdout)
    .toBe(`${pat}  cadet  died\n1 person.\n`);
  await run("undo-death", "pat");
  const invite = ["invite", "kim@example.com", "--first", "Kim", "--last", "Lee"];
  await run(...invite);
  expect(await read("invitations", "--resend", "--of", "kim@example.com", "--yes"))
    .toEqual({ mailed: 1 });
  expect(await read("invitations", "--expire", "--of", "kim@example.com", "--yes"))
    .toEqual({ deleted: 1 });
  expect((await run("invitations", "--expire", "--of", "pat", "--yes")).stderr)
    .toBe("They have answered, or weren't invited\n");
  await run("settings", "--add-topic", "Drones");

  const done = await read("history");
  expect(done.map(({ does, by, about }: Record<string, unknown>) => [does, by, about])).toEqual([
    ["topic", "operator", null],
    ["withdrew", "operator", null],
    ["reminded", "operator", null],
    ["invited", "operator", null],
    ["not died", "operator", pat],
    ["died", "operator", pat],
    ["opened", "operator", pat],
    ["closed", "operator", pat],
    ["accepted", "operator", pat],
  ]);
  expect(done[0].what).toBe("added the help topic “Drones”");
  const told = (await run("history", "--names")).stdout.split("\n");
  expect(told[0]).toMatch(/^2\d{3}-\d\d-\d\d \d\d:\d\d {2}operator added the help topic “Drones”$/);
  expect(told[7]).toMatch(/operator stopped Pat Doe \(.*001\) from asking for help$/);
  expect((await run("reports")).stdout).toBe("No reports.\n");
}, 180_000);

it("npm run admin -- invite prepares an account, once, and mails its person", async () => {
  const system = await openSystem();
  const { readModel, databases } = system;
  const run = runAdminOn(system);
  const invite = ["invite", "kim@example.com", "--first", "Kim", "--last", "Lee"];
  expect((await run(...invite, "--json")).stdout).toBe('{\n  "invited": 1\n}\n');
  await readModel.catchUp();
  expect((await readModel.members.takenNames(["kim@example.com"])).size).toBe(1);
  expect(await databases.events.read("SELECT kind FROM outbox")).toEqual([{ kind: "invitation" }]);
  const again = await run(...invite);
  expect([again.code, again.stderr])
    .toEqual([1, "Someone has an account with this address already\n"]);
  const wrong = await run("invite", "kim", "--first", "Kim");
  expect([wrong.code, wrong.stderr])
    .toEqual([1, "Invalid email address. Last name is required\n"]);
  expect(JSON.parse((await run("invitations", "--names", "--json")).stdout)).toMatchObject([
    { is: "open", name: "Kim Lee", email: "kim@example.com" },
  ]);
}, 120_000);

it("npm run admin -- end-sessions signs only this member out, everywhere", async () => {
  const system = await openSystem();
  await system.members.execute(pat, register(), cause);
  const names = { username: "kim", email: "kim@example.com" };
  await system.members.execute(kim, register(names), cause);
  const vault = await databaseIn(system.folder, "vault.db");
  const now = () => new Date();
  const [sessions, tokens] = [createSessions(vault, now), createTokens(vault, now)];
  const admin = runAdminOn(system);
  const run = (named: string) => admin("end-sessions", named);
  const own = [await sessions.create(pat), await sessions.create(pat)];
  const other = await sessions.create(kim);
  await tokens.issue("reset-password", "a link", pat, "pat@example.com");
  expect(await run("pat@example.com")).toEqual({
    code: 0,
    stdout: `Member ${pat} is signed out: 2 sessions.\n`,
    stderr: "",
  });
  for (const { token } of own) expect(await sessions.validate(token)).toBeUndefined();
  expect(await tokens.peek("reset-password", "a link")).toBeUndefined();
  expect(await sessions.validate(other.token)).toBeDefined();
  expect((await run("pat")).stdout).toBe(`Member ${pat} wasn't signed in anywhere.\n`);
  expect(await run("nobody")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("There is no member with this username"),
  });
}, 60_000);
