import { isLoopback } from "../../config/loopback.ts";
import { nothingSet } from "../../../events/program/settings.ts";
import type { Environment } from "../../config/env.ts";
import { mailBy } from "../../mail/current-mail.ts";
import { MailUnavailable } from "../../mail/mail.ts";
import { type MailSettings, wayWords } from "../../mail/mail-form.ts";
import { brandOf, namesOf } from "../../program/brand.ts";
import { explainFailure, explainSetup } from "../../mail/explain-failure.ts";
import { createMailSettingsStore } from "../../mail/mail-settings.ts";
import { readWaiting } from "../../mail/mail-state.ts";
import { reach } from "../../mail/reach.ts";
import { trySmtp } from "../../mail/smtp.ts";
import { about, type Check, type Finding } from "./finding.ts";

const { ok, warn, fail } = about("mail");
const lateMs = 15 * 60 * 1000;

/** Whether the mail server takes us in, and mail goes out. */
export const checkMail: Check = async ({ environment, opened, now }) => {
  const { appOrigin } = environment;
  const findings: Finding[] = [];
  const set = opened &&
    await createMailSettingsStore(opened.databases.vault, opened.vault.keys).read();
  if (set !== undefined && environment.smtp !== undefined) {
    findings.push(warn(
      "SMTP_URL is set, so what staff set up in the browser doesn't count",
      "remove SMTP_URL and MAIL_FROM to let staff decide",
    ));
  }
  if (environment.smtp !== undefined) {
    const { host, port, login } = environment.smtp;
    const problem = await trySmtp(environment.smtp);
    const server = `${host}:${port}`;
    findings.push(
      problem === undefined
        ? ok(`${server} accepts mail from us${login ? ", signed in" : ""}`)
        : fail(`${server} doesn't accept mail from us (${problem})`, explainFailure(problem).todo),
    );
  } else if (set !== undefined) {
    findings.push(await trySettings(set.settings, environment));
  } else if (appOrigin !== undefined && !isLoopback(new URL(appOrigin).hostname)) {
    findings.push(fail(
      "mail isn't set up: no one gets invitations, or can choose a new password",
      "staff set it up under Program, Mail; or set SMTP_URL and MAIL_FROM. Waiting emails go out then",
    ));
  } else {
    findings.push(ok("mail isn't set up: emails are written to DATA_DIR/outbox"));
  }
  if (opened === undefined) return findings;
  const { events } = opened.databases;
  const { waiting, oldestWaitingAt = now() } = await readWaiting(events, now());
  const [tried] = await events.read(
    "SELECT count(*) AS failed FROM outbox WHERE attempts > 1 AND created_at_ms < ?",
    [now().getTime() - lateMs],
  );
  const failed = Number(tried?.failed ?? 0);
  const minutes = Math.max(0, Math.floor((now().getTime() - oldestWaitingAt.getTime()) / 60_000));
  if (waiting === 0) return [...findings, ok("no emails are waiting")];
  const emails = waiting === 1 ? "1 email is" : `${waiting} emails are`;
  const what = `${emails} waiting, the oldest for ${minutes} minutes`;
  return [
    ...findings,
    failed > 0
      ? warn(`${what}; ${failed} of them couldn't be sent`, "the service's log says why")
      : ok(what),
  ];
};

/** What staff set up in the browser. */
async function trySettings(settings: MailSettings, environment: Environment): Promise<Finding> {
  const head = namesOf(brandOf(nothingSet, environment));
  const problem = await mailBy(settings, { reach, fetch, head }).check()
    .then(() => undefined, (error) => error instanceof MailUnavailable ? error.code : "unknown");
  const server = settings.way === "smtp"
    ? `${settings.host}:${settings.port}`
    : wayWords[settings.way];
  return problem === undefined ? ok(`${server}, which staff set up, accepts mail from us`) : fail(
    `${server}, which staff set up, doesn't accept mail from us (${problem})`,
    `staff change it under Program, Mail. ${explainSetup(problem, settings).todo}`,
  );
}
