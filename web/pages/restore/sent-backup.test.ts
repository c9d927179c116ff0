import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { readSentBackup } from "./sent-backup.ts";

const megabyte = new Uint8Array(2 ** 20).fill(7);
const boundary = "--limit\r\n";
const fieldOf = (name: string, text: string) =>
  `${boundary}Content-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`;
const fileHead = (name: string) =>
  `${boundary}Content-Disposition: form-data; name="file"; filename="${name}"\r\n` +
  "Content-Type: application/octet-stream\r\n\r\n";
const end = "\r\n--limit--\r\n";

/** A form as it arrives, part by part. */
function sent(parts: Iterable<string | Uint8Array>): Request {
  const arriving = parts[Symbol.iterator]();
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const { done, value } = arriving.next();
      if (done) controller.close();
      else controller.enqueue(typeof value === "string" ? encoder.encode(value) : value);
    },
  });
  const headers = { "Content-Type": "multipart/form-data; boundary=limit" };
  return new Request("http://localhost/restore/backup", { method: "POST", headers, body });
}

async function sizeOf(stream: ReadableStream<Uint8Array>): Promise<number> {
  let bytes = 0;
  for await (const chunk of stream) bytes += chunk.byteLength;
  return bytes;
}

describe("a form with a backup", () => {
  it("passes on its file as it arrives, and then the texts after it", async () => {
    let made = 0;
    let mostAhead = 0;
    function* parts() {
      yield fieldOf("token", "t") + fileHead("alumni.age");
      for (; made < 300; made++) yield megabyte;
      yield `\r\n${fieldOf("secret", "s")}--limit--\r\n`;
    }
    let before = {};
    let bytes = 0;
    const form = await readSentBackup(sent(parts()), async (texts, file) => {
      before = texts;
      for await (const chunk of file) {
        bytes += chunk.byteLength;
        mostAhead = Math.max(mostAhead, made * megabyte.byteLength - bytes);
      }
    });
    expect([before, bytes]).toEqual([{ token: "t" }, 300 * megabyte.byteLength]);
    expect(form).toEqual({ texts: { token: "t", secret: "s" }, hasFile: true });
    expect(mostAhead).toBeLessThan(4 * megabyte.byteLength);
  });

  it("has no file if none was chosen", async () => {
    const form = sent([fieldOf("token", "t"), fileHead(""), end]);
    const taken = readSentBackup(form, () => Promise.reject(new Error("No file")));
    expect(await taken).toEqual({ texts: { token: "t" }, hasFile: false });
  });

  it("is refused if it breaks off, and its reader gets the error", async () => {
    const form = sent([fieldOf("token", "t"), fileHead("alumni.age"), megabyte]);
    let heard: unknown;
    const reading = readSentBackup(form, async (_, file) => {
      await sizeOf(file).catch((error) => heard = error);
    });
    await expect(reading).rejects.toThrow("The file didn't arrive whole. Send it again.");
    expect(heard).toBeInstanceOf(Error);
  });

  it.each<[string, (file: ReadableStream<Uint8Array>) => Promise<unknown>]>([
    ["at once", () => Promise.resolve()],
    ["and canceled", (file) => file.cancel()],
    ["after a part of it", async (file) => {
      const reader = file.getReader();
      await reader.read();
      await reader.cancel();
    }],
  ])("is read no further once its file is refused %s", async (_, take) => {
    let made = 0;
    function* parts() {
      yield fieldOf("token", "wrong") + fileHead("alumni.age");
      for (; made < 300; made++) yield megabyte;
      yield end;
    }
    const refused = readSentBackup(sent(parts()), async (_, file) => {
      await take(file);
      throw new Error("Not yours");
    });
    await expect(refused).rejects.toThrow("Not yours");
    expect(made).toBeLessThan(10);
  });

  it("can be refused once it is complete", async () => {
    const form = sent([fieldOf("token", "t"), fileHead("alumni.age"), megabyte, end]);
    const refused = readSentBackup(form, async (_, file) => {
      await sizeOf(file);
      await delay(10);
      throw new Error("Too short");
    });
    await expect(refused).rejects.toThrow("Too short");
  });

  it("may be large only in its file", async () => {
    const large = [
      fieldOf("token", "t"),
      `${boundary}Content-Disposition: form-data; name="x"\r\n\r\n`,
    ];
    const reading = readSentBackup(
      sent([...large, ...Array(5).fill(megabyte), end]),
      async () => {},
    );
    await expect(reading).rejects.toThrow("didn't arrive whole");
    const noForm = new Request("http://localhost/", { method: "POST", body: "text" });
    await expect(readSentBackup(noForm, async () => {})).rejects.toThrow("accepts forms only");
  });
});
