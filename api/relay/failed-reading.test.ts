import { describe, expect, it, onTestFinished, vi } from "vitest";
import { DatabaseUnavailable } from "../../events/database-errors.ts";
import { note } from "../testing/connected.ts";
import { relayed, type Reply, replyTo } from "./testing/relayed.ts";

/** A mail whose reading fails below its headers, or from its start, as by a mistake of ours. */
function unreadable(source: Uint8Array, from: "text" | "start" = "text"): Uint8Array {
  const end = from === "start" ? 0 : Buffer.from(source).indexOf("\r\n\r\n") + 4;
  return Object.assign(new Uint8Array(source), {
    indexOf(value: number, at = 0): number {
      if (at >= end) throw new TypeError("A mistake of ours");
      return Uint8Array.prototype.indexOf.call(source, value, at);
    },
    subarray(begin = 0, until = source.length): Uint8Array {
      return source.subarray(begin, until);
    },
  });
}

const tells = (why: string) => [{ is: "refused", why: expect.stringContaining(why) }];

describe("a mail whose reading fails", () => {
  async function failing(reply: Partial<Reply> = {}, from?: "text" | "start") {
    const people = await relayed();
    const { answered, casey, app, byMail } = people;
    const source = replyTo(answered, { from: casey.email, text: "Hello\r\n--\r\nCasey", ...reply });
    const to = /^To: (.*)\r$/m.exec(new TextDecoder().decode(source))?.[1] ?? "";
    const mail = {
      source: unreadable(source, from),
      ...from === "start" && { recipients: [to] },
    };
    for (let tries = 1; tries <= 3; tries++) {
      await expect(app.receiveMail(mail)).rejects.toThrow("A mistake of ours");
      await app.settled();
    }
    return { ...people, source, shown: await byMail(casey) };
  }

  it("is tried again, and its author reads once that it wasn't posted", async () => {
    const { shown, texts, mailed, casey, morgan, byMail } = await failing();
    expect(shown).toMatchObject(tells("couldn't read it"));
    expect(await texts(morgan)).toEqual([note, "Gladly"]);
    expect(await byMail(morgan)).toEqual([]);
    expect((await mailed()).map(({ to }) => to)).toEqual([casey.email]);
  });

  it("is told of where not even its headers can be read", async () => {
    expect((await failing({}, "start")).shown).toMatchObject(tells("couldn't read it"));
  });

  it("is told of as any other where it looks automatic, or is another author's", async () => {
    const report = await failing({ more: ["Content-Type: multipart/report; boundary=b"] });
    expect(report.shown).toMatchObject(tells("automatic"));
    expect(await report.mailed()).toEqual([]);
    const others = await failing({ from: "else@example.com" });
    expect(others.shown).toMatchObject(tells("isn't yours"));
  });

  it("is posted once it can be read, and then nothing says otherwise", async () => {
    const { source, receive, texts, byMail, casey, morgan } = await failing({
      text: "Hello\r\n--and bye",
    });
    expect(await receive(source)).toEqual({ is: "posted" });
    expect(await texts(morgan)).toEqual([note, "Gladly", "Hello\n--and bye"]);
    expect(await byMail(casey)).toMatchObject([{ is: "posted" }]);
  });

  it("isn't told of while the database is away: the mail waits", async () => {
    const { reply, app, byMail, casey } = await relayed();
    const away = new DatabaseUnavailable("Away");
    const write = vi.spyOn(app.databases.vault, "write").mockRejectedValue(away);
    onTestFinished(() => write.mockRestore());
    await expect(reply({ text: "Hello" })).rejects.toThrow("Away");
    write.mockRestore();
    expect(await byMail(casey)).toEqual([]);
  });
});
