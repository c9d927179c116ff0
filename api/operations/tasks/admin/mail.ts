import { z } from "zod";
import { createLibsqlOutbox } from "../../../../events/log/libsql-outbox.ts";
import { type Environment, readEnvironment } from "../../../config/env.ts";
import { write } from "../../../mail/letter.ts";
import { MailRefused, MailUnavailable } from "../../../mail/mail.ts";
import { openMail } from "../../../mail/open-mail.ts";
import { testLetter } from "../../../mail/test-letter.ts";
import { openStores } from "../../../node/stores.ts";
import { defineCommand } from "../command.ts";
import { print } from "../print.ts";
import { TaskError } from "../task.ts";

export const mail = defineCommand({
  summary: "say how many mails wait to be sent, and since when; send a test",
  help: `Say how many mails wait to be sent, and for how long the oldest has waited.

  npm run admin -- mail                        in words
  npm run admin -- mail --json                 for a program
  npm run admin -- mail --test you@example.edu
                                               instead, send a test to this address now

Mails that wait for more than some minutes mean that the mail server cannot be reached or refuses
them: "npm run admin -- doctor" tries it.`,
  options: { json: { type: "boolean" }, test: { type: "string" } },
  async run({ json, test }) {
    if (test !== undefined) return await sendTest(readEnvironment(), test, json);
    const { databases, close } = await openStores(readEnvironment(), { isReadOnly: true });
    const now = Date.now();
    const outbox = createLibsqlOutbox(databases.events, () => now);
    const { count, oldestAtMs = now } = await outbox.waiting();
    close();
    const minutes = Math.max(0, Math.floor((now - oldestAtMs) / 60_000));
    const oldest = count > 0 ? `, the oldest for ${minutes} minutes` : "";
    print(json, { waiting: count, oldestMinutes: minutes }, `Mails that wait: ${count}${oldest}`);
  },
});

async function sendTest(
  environment: Environment,
  to: string,
  json: boolean | undefined,
): Promise<void> {
  if (!z.email().safeParse(to).success) throw new TaskError(`"${to}" is no email address`);
  const { appOrigin = "http://127.0.0.1:8000", smtp } = environment;
  if (smtp === undefined) {
    throw new TaskError("SMTP_URL is not set: mail is written to a folder, and reaches nobody");
  }
  const message = {
    id: crypto.randomUUID(),
    memberId: "test",
    writtenAt: new Date(),
    to,
    ...await write([testLetter(environment)], { ...environment, appOrigin }),
  };
  try {
    await openMail(environment, () => {}).send(message);
  } catch (error) {
    if (!(error instanceof MailRefused || error instanceof MailUnavailable)) throw error;
    throw new TaskError(error.message);
  }
  print(json, { isTaken: true }, "The mail server has taken the test.");
}
