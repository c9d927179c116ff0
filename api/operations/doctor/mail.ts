import { isPublicOrigin } from "../../config/loopback.ts";
import { explainFailure } from "../../mail/setup/explain-failure.ts";
import { wayWords } from "../../mail/setup/mail-form.ts";
import { createMailSettingsStore } from "../../mail/setup/mail-settings.ts";
import { readWaiting } from "../../mail/setup/mail-state.ts";
import { type Mail, MailUnavailable } from "../../mail/mail.ts";
import type { Opened } from "../tasks/open-data.ts";
import { openSendLetter } from "../tasks/send-letter.ts";
import type { Check, DoctorContext, Findings } from "./finding.ts";

const lateMs = 15 * 60 * 1000;

export const checkMail: Check = async ({ environment, opened, now }, say) => {
  const { appOrigin, smtp } = environment;
  const settings = (await setByStaff({ environment, opened }))?.settings;
  const server = smtp ?? (settings?.way === "smtp" ? settings : undefined);
  const place = server ? `${server.host}:${server.port}` : settings && wayWords[settings.way];
  if (place !== undefined) {
    const { mail } = await openSendLetter(environment, opened);
    const name = settings ? `${place}, which staff set up,` : place;
    const problem = await problemOf(mail);
    if (problem === undefined) {
      say.ok(`${name} accepts mail from us${smtp?.login ? ", signed in" : ""}`);
    } else {
      const { todo } = explainFailure({ code: problem });
      const where = settings ? "staff change it under Program, Mail. " : "";
      say.fail(`${name} doesn't accept mail from us (${problem})`, where + todo);
    }
  } else if (isPublicOrigin(appOrigin)) {
    say.fail(
      "mail isn't set up: no one gets invitations, or can choose a new password",
      "staff set it up under Program, Mail; or set SMTP_URL and MAIL_FROM. Waiting emails go out then",
    );
  } else say.ok("mail isn't set up: emails are written to DATA_DIR/outbox");
  if (opened !== undefined) await checkWaiting(opened, now(), say);
};

/** Settings by staff in the browser, unless a variable has set up mail: variables win. */
async function setByStaff(
  { environment, opened }: Pick<DoctorContext, "environment" | "opened">,
) {
  if (environment.smtp !== undefined || opened === undefined) return undefined;
  return await createMailSettingsStore(opened.databases.vault, opened.vault.keys).read();
}

async function checkWaiting({ databases: { events } }: Opened, now: Date, say: Findings) {
  const { waiting, oldestWaitingAt = now } = await readWaiting(events, now);
  if (waiting === 0) return say.ok("no emails are waiting");
  const [tried] = await events.read(
    "SELECT count(*) AS failed FROM outbox WHERE attempts > 1 AND created_at_ms < ?",
    [now.getTime() - lateMs],
  );
  const failed = Number(tried?.failed ?? 0);
  const minutes = Math.max(0, Math.floor((now.getTime() - oldestWaitingAt.getTime()) / 60_000));
  const emails = waiting === 1 ? "1 email is" : `${waiting} emails are`;
  const what = `${emails} waiting, the oldest for ${minutes} minutes`;
  if (failed === 0) return say.ok(what);
  say.warn(`${what}; ${failed} of them couldn't be sent`, "the service's log says why");
}

async function problemOf(mail: Mail): Promise<string | undefined> {
  return await mail.check()
    .then(() => undefined, (error) => error instanceof MailUnavailable ? error.code : "unknown");
}
