import { describe, expect, it, onTestFinished, vi } from "vitest";
import { DatabaseUnavailable } from "../../../events/store/database-errors.ts";
import { note } from "../../testing/connected.ts";
import { relayed, type Reply, replyTo } from "./testing/relayed.ts";

/** As by a mistake of ours, in the worker. */
function failReading() {
  vi.stubGlobal("Worker", function fail() {
    throw new TypeError("A mistake of ours");
  });
}

const tells = (why: string) => [{ is: "refused", why: expect.stringContaining(why) }];

describe("a mail whose reading fails", () => {
  async function failing(reply: Partial<Reply> = {}) {
    const people = await relayed();
    const { answered, casey, app, byMail } = people;
    const source = replyTo(answered, { from: casey.email, text: "Hello\r\n--\r\nCasey", ...reply });
    failReading();
    for (let tries = 1; tries <= 3; tries++) {
      await expect(app.receiveMail({ source })).rejects.toThrow("A mistake of ours");
      await app.settled();
    }
    vi.unstubAllGlobals();
    return { ...people, source, shown: await byMail(casey) };
  }

  it("is tried again, and its author reads once that it wasn't posted", async () => {
    const { shown, texts, mailed, casey, morgan, byMail } = await failing();
    expect(shown).toMatchObject(tells("couldn't read it"));
    expect(await texts(morgan)).toEqual([note, "Gladly"]);
    expect(await byMail(morgan)).toEqual([]);
    expect((await mailed()).map(({ to }) => to)).toEqual([casey.email]);
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
    const write = vi.spyOn(app.database, "write").mockRejectedValue(away);
    onTestFinished(() => write.mockRestore());
    await expect(reply({ text: "Hello" })).rejects.toThrow("Away");
    write.mockRestore();
    expect(await byMail(casey)).toEqual([]);
  });
});
