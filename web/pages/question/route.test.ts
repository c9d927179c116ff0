import { describe, expect, it } from "vitest";
import { questionSlot } from "../../../api/contract/questions.ts";
import { cadetId, mentorId, siteWithTwo } from "../../testing/conversations.ts";
import { expectAnswer, expectTexts } from "../../testing/expect-answer.ts";
import { aMember, anAlum, aProfile } from "../../testing/members.ts";
import { answerOf } from "../../testing/real-site.ts";
import { origin } from "../../testing/site.ts";

const topic = "Branch Selection";
const text = "How did you <choose> your branch?";
const shown = "How did you &lt;choose&gt; your branch?";
const path = "/connections/question";

async function given(mentor: Parameters<typeof siteWithTwo>[0] = {}) {
  const staff = { memberId: "stan", role: "cadre", isCadreConfirmed: true } as const;
  const site = await siteWithTwo(
    {
      cadet: { profile: aProfile({ classYear: "2027", armyBranch: "Aviation" }) },
      ...mentor,
    },
    [anAlum("alum"), aMember({ ...staff, emailVerified: true, firstName: "Stan" })],
  );
  const { questions } = site.product;
  const ask = () => questions.ask(cadetId, { topic, text }, origin);
  const link = (memberId: string, id: string) => site.link(memberId, questionSlot(id));
  return { ...site, questions, ask, questionLink: link };
}

describe("asking the program's alumni", () => {
  it("shows exactly what alumni will see, without the name, before anything is sent", async () => {
    const site = await given();
    const form = await site.page(path, cadetId);
    expectTexts(form, ["A cadet, class of 2027, Aviation", "Don&#x27;t sign it"]);
    const preview = await site.send(path, { does: "preview", topic, text }, cadetId);
    expectAnswer(preview, 200, "What alumni will see", shown);
    expect(preview.html).toContain("A cadet, class of 2027, Aviation, asks about Branch Selection");
    expect(await site.questions.own(cadetId)).toEqual([]);
    const changed = await site.send(path, { does: "change", topic, text }, cadetId);
    expectAnswer(changed, 200, shown, "Preview question");
    const sent = await site.send(path, { does: "send", topic, text }, cadetId);
    const [own] = await site.questions.own(cadetId);
    expect(sent.location).toBe(`/connections/questions/${own?.id}`);
    const read = await site.page(await site.questionLink(mentorId, own?.id ?? ""));
    expectTexts(read, ["A cadet, class of 2027, Aviation, asks about", shown], ["Casey", "Nguyen"]);
  });

  it.each([
    [{ topic: "" }, "Choose a topic"],
    [{ topic: "Cooking" }, "Choose a topic"],
    [{ text: "" }, "Write your question first"],
    [{ text: "x".repeat(1001) }, "Must be at most 1,000 characters"],
  ])("says what is wrong, with what was typed: %#", async (wrong, message) => {
    const site = await given();
    const answer = await site.send(path, { does: "send", topic, text, ...wrong }, cadetId);
    expectAnswer(answer, 422, message);
    expect(await site.questions.own(cadetId)).toEqual([]);
  });

  it("replaces the form with the reason if they can't ask", async () => {
    const site = await given();
    expectTexts(await site.page(path, mentorId), ["Only cadets can ask"], ["<textarea"]);
    const unconfirmed = await given({ cadet: { emailVerified: false } });
    expectTexts(await unconfirmed.page(path, cadetId), ["Confirm your email"], ["<textarea"]);
    await site.ask();
    const other = { does: "send", topic, text: `${text} And why?` };
    const again = await site.send(path, other, cadetId);
    expectAnswer(again, 409, "You already have an open question about Branch Selection", shown);
  });

  it("is offered only to cadets: on Home, beside one person, and in the directory", async () => {
    const site = await given();
    const link = "Ask the program&#x27;s alumni";
    for (const page of ["/", `/connections/new?to=${mentorId}`, "/directory", "/alumni"]) {
      expect(await site.page(page, cadetId)).toContain(link);
    }
    const filtered = await site.page("/alumni?helpTopics=Branch+Selection", cadetId);
    expect(filtered).toContain("/connections/question?topic=Branch+Selection");
    for (const page of ["/", "/connections/new?to=alum", "/directory"]) {
      expect(await site.page(page, mentorId)).not.toContain(link);
    }
  });
});

describe("a cadet's question", () => {
  it("is among their connections with its state, without the number of alumni asked, and can be withdrawn", async () => {
    const site = await given();
    const id = await site.ask();
    const page = await site.page("/connections", cadetId);
    expectTexts(page, ["Questions to alumni", `Your question about ${topic}`, "Sent to alumni"]);
    const own = await site.page(`/connections/questions/${id}`, cadetId);
    expectTexts(own, ["Sent to alumni", "Withdraw question"], ["Dana"]);
    const done = await site.send(`/connections/questions/${id}`, { does: "withdraw" }, cadetId);
    expect(done.location).toBe("/connections");
    expectTexts(await site.page("/connections", cadetId), ["You withdrew it"]);
    const late = await site.send(`/connections/questions/${id}`, { does: "withdraw" }, cadetId);
    expect(late.status).toBe(303);
    const link = await site.questionLink(mentorId, id);
    expectTexts(await site.page(link), ["Answered, thank you"], [shown]);
  });

  it("is on Home and among the connections of alumni who were asked, until it needs no answer", async () => {
    const site = await given();
    const id = await site.ask();
    for (const page of ["/", "/connections"]) {
      const html = await site.page(page, mentorId);
      expectTexts(html, ["Questions you could answer", `href="/connections/questions/${id}"`], [
        "Casey",
        shown,
      ]);
    }
    await site.send(`/connections/questions/${id}`, { does: "withdraw" }, cadetId);
    for (const page of ["/", "/connections"]) {
      expect(await site.page(page, mentorId)).not.toContain("Questions you could answer");
    }
  });

  it("is sent once when its button is pressed twice, and both presses lead to it", async () => {
    const site = await given();
    const press = () => site.send(path, { does: "send", topic, text }, cadetId);
    const [one, two] = await Promise.all([press(), press()]);
    expect(one.location).toMatch(/^\/connections\/questions\//);
    expect(two.location).toBe(one.location);
    expect(await site.questions.own(cadetId)).toHaveLength(1);
  });

  it("links its cadet to the conversation with the first answer", async () => {
    const site = await given();
    const id = await site.ask();
    const taken = await site.send(`/connections/questions/${id}`, { does: "take" }, mentorId);
    expect(await site.page(`/connections/questions/${id}`, cadetId)).toContain(
      `href="${taken.location}"`,
    );
  });

  it("isn't available to members who weren't asked", async () => {
    const site = await given();
    const id = await site.ask();
    const page = await answerOf(await site.get(`/connections/questions/${id}`, "stan"));
    expect(page.status).toBe(404);
    const unknown = `/connections/questions/${crypto.randomUUID()}`;
    expect((await site.get(unknown, cadetId)).status).toBe(404);
  });
});

describe("the mailed link to a question", () => {
  it("changes nothing when it is opened, and answers the question with one press", async () => {
    const site = await given();
    const id = await site.ask();
    const link = await site.questionLink(mentorId, id);
    const answer = await answerOf(await site.get(link));
    expectAnswer(answer, 200, shown, "reading and answering as Dana Whitfield");
    expect(answer.headers.get("Referrer-Policy")).toBe("no-referrer");
    expect((await site.questions.own(cadetId))[0]?.state).toBe("open");
    const foreign = await site.send(link, { does: "take", formToken: "x" });
    expect(foreign.status).toBe(403);
    const form = { ...await site.fields(link), does: "take" };
    const taken = await site.send(link, form);
    expect(taken.location).toMatch(/^\/c\/[\w-]+\/latest$/);
    const conversation = await site.page(taken.location?.replace("/latest", "") ?? "");
    expectTexts(conversation, ["Casey", shown]);
    // Opened again, the link leads to the conversation.
    expect((await site.get(link)).status).toBe(303);
    expect((await site.questions.own(cadetId))[0]?.state).toBe("answered");
  });

  it("sends the first reply, keeps the second, and sends that with one press of its author", async () => {
    const site = await given();
    const id = await site.ask();
    const [first, second] = [
      await site.questionLink(mentorId, id),
      await site.questionLink("alum", id),
    ];
    const fields = await site.fields(second);
    await site.send(first, { ...await site.fields(first), does: "reply", text: "By flying" });
    const late = await site.send(second, { ...fields, does: "reply", text: "By <walking>" });
    expect(late.location).toBe(second);
    const kept = await site.page(second);
    expectTexts(kept, ["Answered, thank you", "By &lt;walking&gt;", "Send my reply"], ["Casey"]);
    const sent = await site.send(second, { ...fields, does: "send-kept" });
    expect(sent.location).toMatch(/^\/c\//);
    const { open } = await site.conversations.list(cadetId);
    expect(open).toHaveLength(0);
    const { waiting } = await site.conversations.list(cadetId);
    expect(waiting.map(({ with: other }) => other?.firstName).toSorted()).toHaveLength(2);
  });

  it("says the same after someone else's answer, a block by either, or the cadet's erasure", async () => {
    const answers: string[] = [];
    for (const why of ["answered", "cadet blocks", "alumnus blocks", "left"] as const) {
      const site = await given();
      const id = await site.ask();
      const link = await site.questionLink(mentorId, id);
      if (why === "answered") await site.questions.answer("alum", id, { way: "site" }, origin);
      if (why === "cadet blocks") await site.connections.block(cadetId, mentorId, origin);
      if (why === "alumnus blocks") await site.connections.block(mentorId, cadetId, origin);
      if (why === "left") await site.leave(cadetId);
      const html = await site.page(link);
      expectTexts(html, ["Answered, thank you"], [shown, "Casey"]);
      answers.push(/<main.*<\/main>/s.exec(html)?.[0] ?? why);
    }
    expect(new Set(answers).size).toBe(1);
  });

  it("says where to read the question once it has expired", async () => {
    const site = await given();
    const id = await site.ask();
    const at = Date.parse("2026-10-20T12:00:00Z");
    const path = await site.link(mentorId, questionSlot(id), at);
    const expired = await answerOf(await site.get(path));
    expectAnswer(expired, 404, "This Link Has Expired", "Sign in to read the question");
    expect(expired.html).toContain(`/connections/questions/${id}`);
    const page = await site.page(`/connections/questions/${id}`, mentorId);
    expectTexts(page, [shown, "Send answer"], ["Casey"]);
  });

  it("explains why an answer can't be sent, and returns the typed text", async () => {
    const site = await given();
    const id = await site.ask();
    const link = await site.questionLink(mentorId, id);
    const form = { ...await site.fields(link), does: "reply", text: "" };
    expectAnswer(await site.send(link, form), 422, "Write something first");
  });
});

describe("questions passed to staff", () => {
  async function passed() {
    const site = await given();
    await site.connections.block(cadetId, mentorId, origin);
    await site.connections.block(cadetId, "alum", origin);
    return { ...site, id: await site.ask() };
  }

  it("are unanswered ones, shown with the name, which staff can answer", async () => {
    const site = await passed();
    const page = await site.page("/program/questions", "stan");
    expectTexts(page, ["Casey Nguyen asks about Branch Selection", "Class of 2027", shown]);
    expectTexts(await site.page("/program", "stan"), ["question isn&#x27;t answered"]);
    const form = { questionId: site.id, does: "reply", text: "Come by" };
    const answer = await site.send("/program/questions", form, "stan");
    expect(answer.location).toMatch(/^\/connections\/[0-9a-f-]{36}#latest$/);
    expectTexts(await site.page("/program/questions", "stan"), ["No questions are waiting"]);
  });

  it("can be closed with a sentence that the cadet reads", async () => {
    const site = await passed();
    const form = { questionId: site.id, does: "close", words: "" };
    expectAnswer(await site.send("/program/questions", form, "stan"), 422, "Write a sentence");
    await site.send("/program/questions", { ...form, words: "Ask in spring" }, "stan");
    const own = await site.page(`/connections/questions/${site.id}`, cadetId);
    expectTexts(own, ["Closed by staff", "Ask in spring"]);
    expect((await site.get("/program/questions", cadetId)).status).toBe(404);
  });
});
