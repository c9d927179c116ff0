import { nothingSet } from "../../../events/program/settings.ts";
import type { Environment } from "../../config/env.ts";
import { isLoopback } from "../../config/loopback.ts";
import { mailBy } from "../../mail/drivers/current-mail.ts";
import { explainFailure, explainSetup } from "../../mail/setup/explain-failure.ts";
import { type MailSettings, wayWords } from "../../mail/setup/mail-form.ts";
import { createMailSettingsStore } from "../../mail/setup/mail-settings.ts";
import { readWaiting } from "../../mail/setup/mail-state.ts";
import { MailUnavailable } from "../../mail/mail.ts";
import { reach } from "../../mail/drivers/reach.ts";
import { trySmtp } from "../../mail/drivers/smtp.ts";
import { brandOf, namesOf } from "../../program/brand.ts";
import type { Opened } from "../tasks/opened.ts";
import type { Check, Findings } from "./finding.ts";

const lateMs = 15 * 60 * 1000;

/** Whether the mail server accepts us, and mail leaves. */
export const checkMail: Check = async ({ environment, opened, now }, found) => {
  const { appOrigin, smtp } = environment;
  const set = opened &&
    await createMailSettingsStore(opened.databases.vault, opened.vault.keys).read();
  if (smtp !== undefined) {
    if (set !== undefined) found.add("mail-outvoted");
    const problem = await trySmtp(smtp);
    const server = `${smtp.host}:${smtp.port}`;
    if (problem === undefined) found.add("mail", { server, how: smtp.login ? ", signed in" : "" });
    else found.add("mail-refused", { server, problem, todo: explainFailure(problem).todo });
  } else if (set !== undefined) {
    await trySettings(set.settings, environment, found);
  } else {
    const isPublic = appOrigin !== undefined && !isLoopback(new URL(appOrigin).hostname);
    found.add(isPublic ? "no-mail" : "mail-in-folder");
  }
  if (opened !== undefined) await checkWaiting(opened, now(), found);
};

async function checkWaiting({ databases: { events } }: Opened, now: Date, found: Findings) {
  const { waiting, oldestWaitingAt = now } = await readWaiting(events, now);
  if (waiting === 0) return found.add("no-mail-waits");
  const [tried] = await events.read(
    "SELECT count(*) AS failed FROM outbox WHERE attempts > 1 AND created_at_ms < ?",
    [now.getTime() - lateMs],
  );
  const failed = Number(tried?.failed ?? 0);
  const minutes = Math.max(0, Math.floor((now.getTime() - oldestWaitingAt.getTime()) / 60_000));
  const emails = waiting === 1 ? "1 email is" : `${waiting} emails are`;
  found.add(failed === 0 ? "mail-waits" : "mail-fails", { emails, minutes, failed });
}

/** Tries what staff set up in the browser. */
async function trySettings(settings: MailSettings, environment: Environment, found: Findings) {
  const head = namesOf(brandOf(nothingSet, environment));
  const problem = await mailBy(settings, { reach, fetch, head }).check()
    .then(() => undefined, (error) => error instanceof MailUnavailable ? error.code : "unknown");
  const name = settings.way === "smtp"
    ? `${settings.host}:${settings.port}`
    : wayWords[settings.way];
  const server = `${name}, which staff set up,`;
  if (problem === undefined) return found.add("mail", { server, how: "" });
  const todo = `staff change it under Program, Mail. ${explainSetup(problem, settings).todo}`;
  found.add("mail-refused", { server, problem, todo });
}
