import { describe, expect, it } from "vitest";
import { cadetId, mentorId, siteWithTwo } from "../../testing/conversations.ts";
import { aMember } from "../../testing/members.ts";
import { origin } from "../../testing/site.ts";
import { expectAnswer, expectTexts } from "../../testing/expect-answer.ts";
import { linkTo, textsOf } from "../../testing/read-html.ts";

async function given(note?: string) {
  const site = await siteWithTwo();
  const id = await site.ask(note);
  const path = `/connections/${id}`;
  return {
    ...site,
    id,
    path,
    show: (memberId: string) => site.page(path, memberId),
    read: (memberId: string) => site.conversations.read(memberId, id),
    post: site.send,
    send: (form: Readonly<Record<string, string>>, memberId: string) =>
      site.send(path, form, memberId),
  };
}

/** Ends a conversation. */
async function ended() {
  const site = await given();
  await site.accept(site.id);
  await site.end(site.id);
  return site;
}

/** The page's forms by their action. */
const forms = (html: string) =>
  [...html.matchAll(/name="action" value="(\w+)"/g)].map(([, action]) => action).toSorted();

describe("a conversation", () => {
  it("shows the other person, the topics, and messages with their line breaks", async () => {
    const site = await given("One line\nand <b>another</b>");
    const text = "One line\nand &lt;b&gt;another&lt;/b&gt;";
    const html = await site.show(mentorId);
    expect(textsOf(html, "h1")).toEqual(["Casey Nguyen"]);
    const texts = ["Branch Selection", text, "Nov 20, 2026, 12:00 PM UTC"];
    expectTexts(html, texts, ["jordan@example.edu"]);
  });

  it("is visible only to its two members", async () => {
    const site = await given();
    expect((await site.get(site.path)).headers.get("Location")).toBe("/");
    const unknown = "/connections/0b8f6f6e-3f0e-4d3a-9a59-0d6f7e1c2aff";
    expect((await site.get(unknown, cadetId)).status).toBe(404);
    expect((await site.get("/connections/1", cadetId)).status).toBe(404);
  });

  it("offers each of the two their own actions", async () => {
    const site = await given();
    const ofMentor = ["accept", "block", "decline", "message", "report"];
    expect(forms(await site.show(mentorId))).toEqual(ofMentor);
    expect(forms(await site.show(cadetId))).toEqual(["block", "message", "withdraw"]);
    await site.accept(site.id);
    expect(forms(await site.show(mentorId))).toEqual(["block", "end", "message", "report", "undo"]);
    expect(forms(await site.show(cadetId))).not.toContain("undo");
    await site.end(site.id);
    expect(forms(await site.show(mentorId))).toEqual(["block", "report"]);
    expect(forms(await site.show(cadetId))).toEqual(["block", "feedback"]);
  });

  it("says whose missing answer lets a request expire", async () => {
    const site = await given();
    const asked = "The request expires if you don&#x27;t answer within 14 days.";
    expectTexts(await site.show(mentorId), [asked]);
    await site.send({ action: "message", text: "Which year are you?" }, mentorId);
    const other = "The request expires if Casey Nguyen doesn&#x27;t reply to you within 14 days.";
    expectTexts(await site.show(mentorId), [other], [asked]);
    await site.send({ action: "message", text: "A junior" }, cadetId);
    expectTexts(await site.show(mentorId), [asked], [other]);
  });

  it("limits messages before the first answer, and then has no form for another", async () => {
    const site = await given();
    const plain = async () =>
      (await site.show(cadetId)).replaceAll("<!-- -->", "").replace(/\s+/g, " ");
    expect(await plain()).toContain("You can write 3 messages before Dana Whitfield answers.");
    for (const text of ["One", "Two"]) await site.send({ action: "message", text }, cadetId);
    const oneMore = "You can write one more message before Dana Whitfield answers.";
    expect(await plain()).toContain(oneMore);
    await site.send({ action: "message", text: "Three" }, cadetId);
    expectTexts(await plain(), [
      "You&#x27;ve written three messages. You can write again when Dana Whitfield answers.",
    ]);
    expect(forms(await site.show(cadetId))).toEqual(["block", "withdraw"]);
    const answer = await site.send({ action: "message", text: "Number four" }, cadetId);
    expectAnswer(answer, 409, "You can write again when Dana answers", "Number four");
    expect(forms(await site.show(mentorId))).toContain("message");
  });

  it("can be accepted with a note, written in, ended and rated", async () => {
    const site = await given();
    expect(await site.send({ action: "accept", note: "Gladly" }, mentorId)).toMatchObject({
      status: 303,
      location: `${site.path}#latest`,
      cookies: expect.stringContaining("Request accepted"),
    });
    await site.send({ action: "message", text: "Thank you\r\nvery much" }, cadetId);
    expectTexts(await site.show(mentorId), ["Gladly", "Thank you\nvery much"]);
    await site.send({ action: "end" }, cadetId);
    expect(await site.show(mentorId)).toContain("This conversation has ended.");
    const feedback = { action: "feedback", helped: "partly", words: "Thanks" };
    expect((await site.send(feedback, cadetId)).status).toBe(303);
    expect(forms(await site.show(cadetId))).not.toContain("feedback");
    expectTexts(await site.show(mentorId), ["Thank-you note", "Thanks"], ["Partly"]);
  });

  it("can be declined with a reason, a note and a pause, or without any", async () => {
    const site = await given();
    const form = { action: "decline", reason: "no-time", note: "Sorry", pauseUntil: "2027-01" };
    await site.send(form, mentorId);
    expect((await site.read(cadetId)).state).toBe("declined");
    expect((await site.conversations.settings(mentorId)).pausedUntil).toBe("2027-01");
    const other = await given();
    const empty = { action: "decline", reason: "", note: "", pauseUntil: "" };
    expect((await other.send(empty, mentorId)).status).toBe(303);
    expect(await other.show(cadetId)).toContain("This request is closed");
  });

  it("can be withdrawn only by the asker", async () => {
    const site = await given();
    expect((await site.send({ action: "withdraw" }, mentorId)).status).toBe(404);
    expect((await site.send({ action: "withdraw" }, cadetId)).status).toBe(303);
    expect(await site.show(cadetId)).toContain("You withdrew it");
  });

  it("can be reported by one of its messages", async () => {
    const site = await given();
    await site.accept(site.id);
    const [message] = (await site.read(mentorId)).messages;
    const form = { action: "report", messageId: message?.id ?? "", reportReason: "spam" };
    expect((await site.send(form, mentorId)).cookies).toContain("Reported to the program");
    expect((await site.read(mentorId)).state).toBe("ended");
  });

  it("disappears for a member who blocks before answering", async () => {
    const site = await given();
    expect((await site.send({ action: "block" }, mentorId)).location).toBe("/connections");
    expect((await site.get(site.path, mentorId)).status).toBe(404);
    expect((await site.get(site.path, cadetId)).status).toBe(200);
  });
});

it("links to earlier messages and back if they don't fit on a page", async () => {
  const site = await given("Message 0");
  await site.accept(site.id);
  for (let at = 1; at <= 50; at++) await site.write(cadetId, site.id, `Message ${at}`);
  const latest = await site.show(mentorId);
  expectTexts(latest, [">Message 1<", "data-live="], [">Message 0<"]);
  const earlier = await site.page(linkTo(latest, "Show earlier messages") ?? "", mentorId);
  // A new message would be below messages that it doesn't follow.
  expectTexts(earlier, [">Message 0<"], [">Message 1<", "Show earlier messages", "data-live="]);
  expect(linkTo(earlier, "Show latest messages")).toBe(`${site.path}#latest`);
  expect(forms(earlier)).toEqual(forms(latest));
  expect(await site.page(`${site.path}?before=x`, mentorId)).toContain(">Message 1<");
  const unknown = `${site.path}?before=0b8f6f6e-3f0e-4d3a-9a59-0d6f7e1c2aff`;
  expect((await site.get(unknown, mentorId)).status).toBe(404);
});

describe("a refused form of a conversation", () => {
  it.each([
    [{ action: "message", text: " " }, "Write something first"],
    [{ action: "message", text: "x".repeat(4001) }, "Must be at most 4,000 characters"],
    [{ action: "message", text: "a\u0007b" }, "Must not contain control characters"],
    [{ action: "accept", note: "x".repeat(1001) }, "Must be at most 1,000 characters"],
    [{ action: "decline", note: "x".repeat(1001) }, "Must be at most 1,000 characters"],
  ])("says why, with what was typed: %#", async (form, message) => {
    const site = await given();
    const answer = await site.send(form, mentorId);
    expectAnswer(answer, 422, message, `>${"text" in form ? form.text : form.note}</textarea>`);
  });

  it("keeps the note when the mentor has reached their limit", async () => {
    const site = await given();
    await site.accept(site.id);
    await site.addMembers([aMember({ memberId: "kim", emailVerified: true })]);
    const input = { memberId: mentorId, topics: [], note: "Me, too" };
    const asked = await site.connections.ask("kim", input, origin);
    await site.connections.changeSettings(mentorId, { capacity: 1 }, origin);
    const form = { action: "accept", note: "Of course" };
    const answer = await site.post(`/connections/${asked.id}`, form, mentorId);
    expectAnswer(answer, 409, "You already have 1 conversation", ">Of course</textarea>");
  });

  it("returns the text if the other member answered first", async () => {
    const site = await ended();
    const answer = await site.send({ action: "message", text: "One more thing" }, mentorId);
    expectAnswer(answer, 409, "This conversation has ended", "One more thing");
  });

  it("returns the note of a second answer, to be sent as a message", async () => {
    const site = await given();
    await site.send({ action: "accept", note: "Gladly" }, mentorId);
    const answer = await site.send({ action: "accept", note: "One more thing" }, mentorId);
    expect(answer.status).toBe(409);
    const { html } = answer;
    expect(html).toContain("You&#x27;ve already accepted this request. Your note wasn&#x27;t sent");
    expect(html).toMatch(/<textarea[^>]*id="message-text"[^>]*>One more thing<\/textarea>/);
    expect((await site.send({ action: "accept", note: "" }, mentorId)).status).toBe(303);
    const late = await site.send({ action: "decline", note: "Sorry", reason: "other" }, mentorId);
    expect(late.status).toBe(409);
    expect(late.html).toContain(">Sorry</textarea>");
    const { messages } = await site.read(mentorId);
    expect(messages.map(({ text }) => text)).toEqual(["How do I choose a branch?", "Gladly"]);
  });

  it("returns the text of a second decline, and of a second rating", async () => {
    const site = await given();
    await site.send({ action: "decline", note: "Sorry" }, mentorId);
    const again = await site.send({ action: "decline", note: "Very sorry" }, mentorId);
    expect(again.status).toBe(409);
    expect(again.html).toMatch(/You wrote:.*>Very sorry</);

    const other = await ended();
    await other.send({ action: "feedback", helped: "yes", words: "Thanks" }, cadetId);
    const twice = await other.send({ action: "feedback", helped: "no", words: "Or not" }, cadetId);
    expect(twice.status).toBe(409);
    expect(twice.html)
      .toMatch(/You&#x27;ve already told us whether it helped.*You wrote:.*>Or not</);
  });

  it("asks for a missing answer", async () => {
    const site = await ended();
    const answer = await site.send({ action: "feedback", words: "Thanks" }, cadetId);
    expectAnswer(answer, 422, "Please choose one", ">Thanks</textarea>");
  });

  it.each([{}, { action: "erase" }])("rejects an unknown action: %j", async (form) => {
    const site = await given();
    expect((await site.send(form as Record<string, string>, mentorId)).status).toBe(400);
  });
});
