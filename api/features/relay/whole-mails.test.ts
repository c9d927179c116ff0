import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { wholeMails } from "../../mail/inbound/testing/whole-mails.ts";
import { compose } from "../../mail/drivers/compose.ts";
import { relayed, replyTo, sender } from "./testing/relayed.ts";

/** Every fifth mail, in all shapes and nestings; `read-mail.ts` is tested with all. */
const mails = wholeMails().filter((_, at) => at % 5 === 0);
/** Texts that `wholeMails` plants around the written one. */
const plantedAround = /Planted\d{7}|p\d{7}@home\.example|pc\d{7}\.lan\.example/;
const oneLine = (text: string) => text.replace(/\s+/g, " ");

/** The content of all files below a folder, one character for each byte. */
async function bytesBelow(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const read = files.map(({ parentPath, name }) => readFile(join(parentPath, name), "latin1"));
  return (await Promise.all(read)).join("\n");
}

it(
  "delivers each written sentence of a mail, and delivers, stores or logs nothing planted around it",
  {
    timeout: 300_000,
  },
  async () => {
    const { app, answered, casey, morgan, id, clock, receive, mailed } = await relayed();
    const asHeader = new TextDecoder().decode(replyTo(answered, { from: casey.email, text: "" }));
    const [, token = ""] = /^To: (.*)\r$/m.exec(asHeader) ?? [];
    const delivered: string[] = [];
    for (const [at, { name, source, written }] of mails.entries()) {
      // Fewer than the limits of an hour and of a day.
      clock.ms += 16 * 60 * 1000;
      const text = Buffer.from(source).toString("latin1")
        .replace("From: Jane Doe <jane@example.com>", `From: Jane Doe <${casey.email}>`)
        .replace("To: reply@example.edu", `To: ${token}`)
        .replace("answer-1@", `answer-${at}@`);
      const stamp = "Authentication-Results: mx; dmarc=pass header.from=example.com\r\n";
      const outcome = await receive(new Uint8Array(Buffer.from(stamp + text, "latin1")));
      expect([name, outcome]).toEqual([name, { is: "posted" }]);
      const notices = (await mailed()).filter(({ to }) => to === morgan.email);
      const page = await app.product.conversations.read(morgan.memberId, id);
      const message = oneLine(page.messages.at(-1)?.text ?? "");
      expect([name, written.filter((sentence) => !message.includes(oneLine(sentence)))])
        .toEqual([name, []]);
      delivered.push(
        JSON.stringify(page),
        ...notices.map((mail) => JSON.stringify(compose(mail, sender))),
      );
    }
    const all = delivered.join("\n");
    const planted = mails.flatMap((mail) => mail.planted);
    expect(planted.filter((text) => all.includes(text))).toEqual([]);
    expect(JSON.stringify(app.logged)).not.toMatch(plantedAround);
    expect(await bytesBelow(app.folder)).not.toMatch(plantedAround);
  },
);
