import { createLibsqlOutbox } from "../../../events/log/libsql-outbox.ts";
import { readEnvironment } from "../../env.ts";
import { openStores } from "../../stores.ts";
import { defineCommand } from "../command.ts";

export const mail = defineCommand({
  summary: "say how many mails wait to be sent, and since when",
  help: `Say how many mails wait to be sent, and for how long the oldest has waited.

  npm run admin -- mail

Mails that wait for more than some minutes mean that the mail server cannot be reached or refuses
them: "npm run admin -- doctor" tries it.`,
  options: {},
  async run() {
    const { databases, close } = await openStores(readEnvironment(), { isReadOnly: true });
    const now = Date.now();
    const outbox = createLibsqlOutbox(databases.events, () => now);
    const { count, oldestAtMs = now } = await outbox.waiting();
    close();
    const minutes = Math.max(0, Math.floor((now - oldestAtMs) / 60_000));
    const oldest = count > 0 ? `, the oldest for ${minutes} minutes` : "";
    console.log(`Mails that wait: ${count}${oldest}`);
  },
});
