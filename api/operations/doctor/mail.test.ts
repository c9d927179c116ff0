import { expect, it } from "vitest";
import { openSystem } from "../../../events/testing/system.ts";
import { parseEnvironment } from "../../config/env.ts";
import { createMailSettingsStore } from "../../mail/setup/mail-settings.ts";
import { type DoctorContext, Findings } from "./finding.ts";
import { checkMail } from "./mail.ts";

it("asks the mail server that staff set up, unless a variable names one", async () => {
  const system = await openSystem();
  const opened = system as unknown as DoctorContext["opened"];
  const sender = { way: "smtp", fromName: "", fromAddress: "us@example.edu" } as const;
  const server = { host: "127.0.0.1", port: 587, security: "starttls" } as const;
  const settings = { ...sender, ...server, user: "", mailPassword: "" };
  await createMailSettingsStore(system.databases.vault, system.vault.keys)
    .write({ settings, by: "kim", atMs: 0 });
  const firstOf = async (values: Readonly<Record<string, string>>) => {
    const say = new Findings("mail");
    const environment = parseEnvironment(values, () => "");
    await checkMail({ environment, opened, now: () => new Date() }, say);
    return say.all[0];
  };
  expect(await firstOf({})).toMatchObject({
    what: "127.0.0.1:587, which staff set up, doesn't accept mail from us (EOWNHOST)",
    todo: expect.stringMatching(/^staff change it under Program, Mail\. /),
  });
  expect(await firstOf({ SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "us@example.edu" }))
    .toMatchObject({ what: expect.stringMatching(/^127\.0\.0\.1:9 doesn't accept mail from us/) });
});
