/**
 * Reads a mailbox in a process of its own, for tests that kill it: prints each mail's Message-ID and never takes it.
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
