import { z } from "zod";
import { readEnvironment } from "../../../config/env.ts";
import { hasMailSettings } from "../../../mail/setup/mail-settings.ts";
import { readWaiting } from "../../../mail/setup/mail-state.ts";
import { testLetter } from "../../../mail/letters/account-letters.ts";
import { NoInstallation, openStores } from "../../../node/stores.ts";
import { type Answer, defineCommand } from "../command.ts";
import { openData } from "../open-data.ts";
import { text } from "../options.ts";
import { openSendLetter, sendLetter } from "../send-letter.ts";
import { TaskError } from "../task.ts";

export const mail = defineCommand({
  summary: "say whether mail is set up, how many emails wait; send a test",
  help: `Say whether mail is set up, how many emails wait to be sent, and for how long.

  npm run admin -- mail                        in words
  npm run admin -- mail --json                 as JSON
  npm run admin -- mail --test you@example.edu
                                               send a test to this address now

If emails wait for more than a few minutes, the mail server can't be reached or refuses them.
"npm run admin -- doctor" tries it. Until mail is set up, emails wait.`,
  options: { test: text },
  async run({ test }) {
    if (test !== undefined) return await sendTest(test);
    const environment = readEnvironment();
    const { databases, close } = await openStores(environment, { isReadOnly: true });
    const now = new Date();
    const found = await readWaiting(databases.events, now);
    const { waiting, invitations, oldestWaitingAt = now } = found;
    const isSetUp = environment.smtp !== undefined || await hasMailSettings(databases.vault);
    close();
    const minutes = Math.floor((now.getTime() - oldestWaitingAt.getTime()) / 60_000);
    const oldestMinutes = Math.max(0, minutes);
    const oldest = waiting > 0 ? `, the oldest for ${oldestMinutes} minutes` : "";
    return {
      json: { isSetUp, waiting, invitations, oldestMinutes },
      words: [
        ...isSetUp ? [] : [
          "Mail isn't set up: staff do that under Program, Mail; or set SMTP_URL and MAIL_FROM.",
        ],
        `Emails waiting: ${waiting}${oldest}`,
        ...invitations > 0 ? [`Invitations among them: ${invitations}`] : [],
      ].join("\n"),
    };
  },
});

async function sendTest(to: string): Promise<Answer> {
  if (!z.email().safeParse(to).success) throw new TaskError(`"${to}" isn't an email address`);
  const environment = readEnvironment();
  // A mail server in variables can be tried before there is any data.
  const data = environment.smtp ? undefined : await openData().catch((error) => {
    if (!(error instanceof NoInstallation)) throw error;
  });
  const sending = await openSendLetter(environment, data ?? undefined);
  await sendLetter(sending, to, testLetter).finally(() => data?.close());
  return { json: { isTaken: true }, words: `The mail server accepted the test email to ${to}.` };
}
