/**
 * Reads a mailbox in its own process, for tests that kill it. Prints each mail's Message-ID and never takes a mail.
 */
import { Mailbox } from "../mailbox.ts";

new Mailbox({
  server: JSON.parse(Deno.args[0] ?? ""),
  receive: ({ source }) => {
    console.log(/^Message-ID: <(.*)@/m.exec(new TextDecoder().decode(source))?.[1]);
    return new Promise(() => {});
  },
  state: { noteWorked: async () => {}, noteFailed: async () => {} },
  log: () => {},
}).start();
