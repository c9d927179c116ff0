import { describe, expect, it } from "vitest";
import { connectedApp, tokenIn } from "../../testing/connected.ts";
import { replies, type Reply, replyTo } from "./testing/relayed.ts";

const topic = "Networking";
const text = "How did you find your first job?";
const origin = { requestId: "test", ip: "192.0.2.1" };

async function given() {
  const connected = await connectedApp({ replies });
  const { app, person, mailed } = connected;
  const casey = await person("Casey");
  const [ann, ben] = [await person("Ann", "alumni"), await person("Ben", "alumni")];
  await mailed();
  const { questions, conversations } = app.product;
  const id = await questions.ask(casey.memberId, { topic, text }, origin);
  const mails = await mailed();
  const reply = async (who: typeof ann, reply: Partial<Reply> & Pick<Reply, "text">) => {
    const mail = mails.find(({ to }) => to === who.email);
    if (mail === undefined) throw new Error("They got no mail");
    const source = replyTo(mail, { from: who.email, ...reply });
    const outcome = await app.receiveMail({ source });
    await app.settled();
    return outcome;
  };
  const talks = async () => {
    const { waiting, open } = await conversations.list(casey.memberId);
    return await Promise.all(
      [...waiting, ...open].map(async (each) =>
        (await conversations.read(casey.memberId, each.id)).messages.map(({ text }) => text)
      ),
    );
  };
  return { ...connected, questions, id, casey, ann, ben, reply, talks };
}

describe("a reply by mail to a question", () => {
  it("starts one conversation, however often it arrives, and its author learns who asked", async () => {
    const { reply, ann, talks, mailed } = await given();
    const same = { text: "By asking around", messageId: "one@mail.example.com" };
    const outcomes = await Promise.all([reply(ann, same), reply(ann, same)]);
    outcomes.push(await reply(ann, same));
    expect(outcomes).toEqual(outcomes.map(() => ({ is: "posted" })));
    expect(await talks()).toEqual([[text, "By asking around"]]);
    const mails = await mailed();
    expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
      "About Networking: you answered first",
      "About Networking: your question was answered",
    ]);
    const yours = mails.find(({ to }) => to === ann.email);
    expect(yours?.text).toContain("The question is from Casey LastCasey");
    await reply(ann, { text: "And by reading" });
    expect(await talks()).toEqual([[text, "By asking around", "And by reading"]]);
  });

  it("is kept if another answer came first, without its author's address, and can be sent with one press", async () => {
    const { reply, ann, ben, talks, mailed, questions, id } = await given();
    await reply(ann, { text: "First" });
    expect(await reply(ben, { text: `Second. Write to ${ben.email}` })).toEqual({ is: "posted" });
    expect(await talks()).toEqual([[text, "First"]]);
    const told = (await mailed()).find(({ to }) => to === ben.email);
    expect(told?.subject).toBe("About Networking: we kept your reply");
    expect(tokenIn(told ?? { text: "" })).not.toBe("");
    const { kept } = await questions.asked(ben.memberId, id);
    expect(kept).toMatch(/^Second\. Write to \[/);
    await questions.sendKept(ben.memberId, id, origin);
    expect((await talks()).flat().filter((each) => each.startsWith("Second"))).toHaveLength(1);
  });

  it("isn't accepted without proof of its author, who is asked to use the link", async () => {
    const { reply, ann, talks, mailed, app } = await given();
    expect(await reply(ann, { text: "Really me", dmarc: "none" })).toMatchObject({ is: "refused" });
    expect(await talks()).toEqual([]);
    const [arrival] = await app.product.relay.about(ann.memberId, null);
    expect(arrival).toMatchObject({ is: "refused", why: expect.stringContaining("open the link") });
    expect((await mailed()).map(({ subject }) => subject)).toEqual([
      expect.stringContaining("wasn't posted"),
    ]);
  });

  it("is refused with a notice once the cadet has withdrawn the question or left", async () => {
    const { reply, ann, ben, casey, questions, id, app } = await given();
    await questions.withdraw(casey.memberId, id, origin);
    expect(await reply(ann, { text: "Too late" })).toEqual({ is: "refused", reason: "closed" });
    await app.erase(casey.memberId, { requestId: "leaving" });
    expect(await reply(ben, { text: "Too late" })).toMatchObject({ is: "refused" });
    expect(app.logged.filter(({ level }) => level === "error")).toEqual([]);
  });
});
