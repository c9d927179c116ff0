import { z } from "zod";
import { readEnvironment } from "../../../config/env.ts";
import { areMailSettingsIn } from "../../../mail/mail-settings.ts";
import { readWaiting } from "../../../mail/mail-state.ts";
import { testLetter } from "../../../mail/test-letter.ts";
import { NothingThere, openStores } from "../../../node/stores.ts";
import { defineCommand } from "../command.ts";
import { print } from "../print.ts";
import { openData } from "../opened.ts";
import { openSendLetter, sendLetter, sendLetterBy } from "../send-letter.ts";
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
  options: { json: { type: "boolean" }, test: { type: "string" } },
  async run({ json, test }) {
    if (test !== undefined) return await sendTest(test, json);
    const environment = readEnvironment();
    const { databases, close } = await openStores(environment, { isReadOnly: true });
    const now = new Date();
    const { waiting, invitations, oldestWaitingAt = now } = await readWaiting(
      databases.events,
      now,
    );
    const isSetUp = environment.smtp !== undefined || await areMailSettingsIn(databases.vault);
    close();
    const oldestMinutes = Math.max(
      0,
      Math.floor((now.getTime() - oldestWaitingAt.getTime()) / 60_000),
    );
    print(
      json,
      { isSetUp, waiting, invitations, oldestMinutes },
      [
        ...isSetUp ? [] : [
          "Mail isn't set up: staff do that under Program, Mail; or set SMTP_URL and MAIL_FROM.",
        ],
        `Emails waiting: ${waiting}` +
        (waiting > 0 ? `, the oldest for ${oldestMinutes} minutes` : ""),
        ...invitations > 0 ? [`Invitations among them: ${invitations}`] : [],
      ].join("\n"),
    );
  },
});

async function sendTest(to: string, json: boolean | undefined): Promise<void> {
  if (!z.email().safeParse(to).success) throw new TaskError(`"${to}" isn't an email address`);
  const environment = readEnvironment();
  // What variables name can be tried before there is anything else.
  const data = environment.smtp ? undefined : await openData().catch(noneWhenNothingThere);
  const sending = data ? await openSendLetter(data) : sendLetterBy(environment);
  await sendLetter(sending, to, testLetter).finally(() => data?.close());
  print(json, { isTaken: true }, `The mail server accepted the test email to ${to}.`);
}

function noneWhenNothingThere(error: unknown): undefined {
  if (!(error instanceof NothingThere)) throw error;
}
