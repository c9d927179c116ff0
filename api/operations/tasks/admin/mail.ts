import { z } from "zod";
import { type Environment, readEnvironment } from "../../../config/env.ts";
import { readWaiting } from "../../../mail/mail-state.ts";
import { testLetter } from "../../../mail/test-letter.ts";
import { openStores } from "../../../node/stores.ts";
import { defineCommand } from "../command.ts";
import { print } from "../print.ts";
import { sendLetter } from "../send-letter.ts";
import { TaskError } from "../task.ts";

export const mail = defineCommand({
  summary: "say whether mail is set up, how many emails wait; send a test",
  help: `Say whether mail is set up, how many emails wait to be sent, and for how long.

  npm run admin -- mail                        in words
  npm run admin -- mail --json                 as JSON
  npm run admin -- mail --test you@example.edu
                                               send a test to this address now

If emails wait for more than a few minutes, the mail server can't be reached or refuses them.
"npm run admin -- doctor" tries it. Without SMTP_URL, emails wait until you set it.`,
  options: { json: { type: "boolean" }, test: { type: "string" } },
  async run({ json, test }) {
    if (test !== undefined) return await sendTest(readEnvironment(), test, json);
    const environment = readEnvironment();
    const { databases, close } = await openStores(environment, { isReadOnly: true });
    const now = new Date();
    const { waiting, invitations, oldestWaitingAt = now } = await readWaiting(
      databases.events,
      now,
    );
    close();
    const isSetUp = environment.smtp !== undefined;
    const oldestMinutes = Math.max(
      0,
      Math.floor((now.getTime() - oldestWaitingAt.getTime()) / 60_000),
    );
    print(
      json,
      { isSetUp, waiting, invitations, oldestMinutes },
      [
        ...isSetUp ? [] : ["Mail isn't set up: set SMTP_URL and MAIL_FROM."],
        `Emails waiting: ${waiting}` +
        (waiting > 0 ? `, the oldest for ${oldestMinutes} minutes` : ""),
        ...invitations > 0 ? [`Invitations among them: ${invitations}`] : [],
      ].join("\n"),
    );
  },
});

async function sendTest(
  environment: Environment,
  to: string,
  json: boolean | undefined,
): Promise<void> {
  if (!z.email().safeParse(to).success) throw new TaskError(`"${to}" isn't an email address`);
  await sendLetter(environment, to, testLetter);
  print(json, { isTaken: true }, `The mail server accepted the test email to ${to}.`);
}
