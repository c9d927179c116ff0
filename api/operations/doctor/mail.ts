import { isLoopback } from "../../config/loopback.ts";
import { serverOf } from "../../mail/current-mail.ts";
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
  const smtp = environment.smtp ?? (set && serverOf(set.settings));
  if (smtp !== undefined) {
    const problem = await trySmtp(smtp, environment.smtp ? undefined : reach);
    const server = `${smtp.host}:${smtp.port}`;
    findings.push(
      problem === undefined
        ? ok(`${server} accepts mail from us${smtp.login ? ", signed in" : ""}`)
        : fail(
          `${server} doesn't accept mail from us (${problem})`,
          environment.smtp
            ? explainFailure(problem).todo
            : "staff change it under Program, Mail: " + explainSetup(problem, smtp.host).todo,
        ),
    );
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
