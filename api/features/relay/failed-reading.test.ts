import { describe, expect, it, onTestFinished, vi } from "vitest";
import { DatabaseUnavailable } from "../../../events/store/database-errors.ts";
import { note } from "../../testing/connected.ts";
import { relayed, type Reply, replyTo } from "./testing/relayed.ts";

/** Makes the worker fail, as a bug of ours would. */
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

  it("is retried, and its author learns once that it wasn't posted", async () => {
    const { shown, texts, mailed, casey, morgan, byMail } = await failing();
    expect(shown).toMatchObject(tells("couldn't read it"));
    expect(await texts(morgan)).toEqual([note, "Gladly"]);
    expect(await byMail(morgan)).toEqual([]);
    expect((await mailed()).map(({ to }) => to)).toEqual([casey.email]);
  });

  it("is reported like any other if it looks automatic, or has another author", async () => {
    const report = await failing({ more: ["Content-Type: multipart/report; boundary=b"] });
    expect(report.shown).toMatchObject(tells("automatic"));
    expect(await report.mailed()).toEqual([]);
    const others = await failing({ from: "else@example.com" });
    expect(others.shown).toMatchObject(tells("isn't yours"));
  });

  it("is posted once it can be read, and the failure is no longer shown", async () => {
    const { source, receive, texts, byMail, casey, morgan } = await failing({
      text: "Hello\r\n--and bye",
    });
    expect(await receive(source)).toEqual({ is: "posted" });
    expect(await texts(morgan)).toEqual([note, "Gladly", "Hello\n--and bye"]);
    expect(await byMail(casey)).toMatchObject([{ is: "posted" }]);
  });

  it("isn't reported while the database is unavailable, since it will be tried again", async () => {
    const { reply, app, byMail, casey } = await relayed();
    const away = new DatabaseUnavailable("Away");
    const write = vi.spyOn(app.database, "write").mockRejectedValue(away);
    onTestFinished(() => write.mockRestore());
    await expect(reply({ text: "Hello" })).rejects.toThrow("Away");
    write.mockRestore();
    expect(await byMail(casey)).toEqual([]);
  });
});
