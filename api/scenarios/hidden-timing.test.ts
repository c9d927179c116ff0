import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { describe, expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "../../events/testing/database.ts";
import { createFolderMail } from "../mail/drivers/folder.ts";
import type { Mail } from "../mail/mail.ts";
import { createSmtpMail } from "../mail/drivers/smtp.ts";
import { expectSameDistribution } from "../testing/times.ts";
import { connectedApp, note, topics } from "../testing/connected.ts";

const sender = { name: "TCU", address: "alumni@example.edu", replyTo: "support@example.edu" };
const rounds = 40;

/** A mail server on another thread, so that it takes no time from the product. */
const serverSource = `
  const { createServer } = require("node:net");
  const { parentPort } = require("node:worker_threads");
  const server = createServer((socket) => {
    let isData = false, text = "";
    socket.on("error", () => {});
    socket.write("220 mail\\r\\n");
    socket.on("data", (chunk) => {
      text += chunk;
      for (;;) {
        const end = text.indexOf(isData ? "\\r\\n.\\r\\n" : "\\r\\n");
        if (end < 0) return;
        const line = text.slice(0, end);
        text = text.slice(end + (isData ? 5 : 2));
        const isStart = !isData && /^DATA/i.test(line);
        isData = isStart;
        socket.write(isStart ? "354 go on\\r\\n" : /^QUIT/i.test(line) ? "221 bye\\r\\n" : "250 ok\\r\\n");
      }
    });
  });
  server.listen(0, "127.0.0.1", () => parentPort.postMessage(server.address().port));
`;

async function smtpMail(): Promise<Mail> {
  const worker = new Worker(serverSource, { eval: true });
  onTestFinished(async () => void await worker.terminate());
  const port = await new Promise<number>((resolve) => worker.once("message", resolve));
  return createSmtpMail({ server: { host: "127.0.0.1", port, tls: "never" }, sender });
}

async function folderMail(): Promise<Mail> {
  return createFolderMail({ folder: join(await temporaryFolder(), "outbox"), sender });
}

describe("the time of the next answers to a blocked person", () => {
  it.each([["a folder", folderMail], ["a mail server", smtpMail]])(
    "reveals nothing, with mails to %s",
    async (_, open) => {
      const { app, person, block } = await connectedApp({
        mail: await open(),
        limits: { mailsPerRecipient: 1e6, registrationsPerAddress: 1e6 },
      });
      const mentors = {
        hidden: await person("Hidden", "alumni"),
        shown: await person("Shown", "alumni"),
      };
      const times: Record<keyof typeof mentors, number[]> = { hidden: [], shown: [] };
      for (let round = -4; round < rounds; round++) {
        const asker = await person(`Asker${round + 4}`);
        await block(mentors.hidden, asker);
        await app.outboxSender.sendDue();
        for (
          const which of round % 2 === 0
            ? ["hidden", "shown"] as const
            : ["shown", "hidden"] as const
        ) {
          const { memberId } = mentors[which];
          const asked = await asker.ask({ memberId, topics, note });
          expect(asked.status).toBe(201);
          // The sender's next round begins at the worst moment, together with the reads.
          const sent = app.outboxSender.sendDue();
          const startedAt = performance.now();
          for (let read = 0; read < 3; read++) {
            await asker.conversations();
          }
          const ms = performance.now() - startedAt;
          await sent;
          if (round >= 0) times[which].push(ms);
        }
      }
      expectSameDistribution(times.hidden, times.shown);
    },
    300_000,
  );
});
