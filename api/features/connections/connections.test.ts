import { describe, expect, it } from "vitest";
import type { TestAppOptions } from "../../testing/app.ts";
import { answerOf, withMessage } from "../../testing/app-for-test.ts";
import { havePicture } from "../../testing/pictures.ts";
import { connectedPair, dayMs, note, type Person, topics } from "../../testing/connected.ts";

const unknownId = "0190a0b0-0000-4000-8000-000000000000";
const notFound = withMessage(404, "Conversation not found");
const generous = { changesPerMember: 1e6, messagesPerMember: 1e6 };

async function given(options: TestAppOptions = {}) {
  const connected = await connectedPair({ limits: generous, ...options });
  const { casey, morgan } = connected;
  const input = { memberId: morgan.memberId, topics, note };
  const asked = async (who: Person = casey) => {
    const answer = await who.ask(input);
    expect(answer.status).toBe(201);
    return (await answer.json()).id as string;
  };
  return { ...connected, input, asked };
}

/** Everything that can be done with one connection. */
const acts = (id: string) =>
  [
    (who) => who.conversation(id),
    (who) => who.act(id, { type: "Accept", way: "site" }),
    (who) => who.act(id, { type: "Decline", way: "site" }),
    (who) => who.act(id, { type: "Withdraw" }),
    (who) => who.act(id, { type: "End" }),
    (who) => who.write(id, "Hello"),
    (who) => who.act(id, { type: "GiveFeedback", helped: "yes", words: null }),
    (who) => who.report(id, { messageId: unknownId, reason: "spam" }),
  ] as const satisfies readonly ((who: Person) => Promise<Response>)[];

describe("a request for help", () => {
  it("shows the other's picture for as long as they show their profile", async () => {
    const { casey, morgan, asked } = await given();
    const picture = await havePicture(morgan);
    const id = await asked();
    const seen = async () => {
      const { with: one } = await (await casey.conversation(id)).json();
      const { open: [listed] } = await (await casey.conversations()).json();
      expect(listed.with).toEqual(one);
      return one;
    };
    expect(await seen()).toMatchObject({ firstName: "Morgan", profileImageUrl: picture });
    await morgan.patch("/api/profile", { isVisible: false });
    expect(await seen()).toMatchObject({ firstName: "Morgan", profileImageUrl: null });
    expect((await casey.get(picture)).status).toBe(404);
    await casey.block(morgan.memberId);
    expect(await (await casey.blocked()).json())
      .toMatchObject([{ firstName: "Morgan", profileImageUrl: null }]);
    await morgan.patch("/api/profile", { isVisible: true });
    expect(await (await casey.blocked()).json())
      .toMatchObject([{ firstName: "Morgan", profileImageUrl: picture }]);
  });

  it("goes from asking over an answer and messages to an end and feedback", async () => {
    const { casey, morgan, asked } = await given();
    const id = await asked();
    expect(await (await morgan.conversations()).json())
      .toMatchObject({
        waiting: [{ id, state: "requested", asker: false, with: { firstName: "Casey" }, topics }],
        open: [],
        past: [],
      });
    expect(await (await casey.conversations()).json())
      .toMatchObject({
        waiting: [],
        open: [{ id, asker: true, with: { firstName: "Morgan" } }],
      });
    const accepted = await morgan.act(id, { type: "Accept", note: "Gladly", way: "site" });
    expect(await answerOf(accepted)).toMatchObject({ status: 200, body: { state: "accepted" } });
    expect(await answerOf(await casey.write(id, "Thank you")))
      .toMatchObject({ status: 201, body: { by: "you", text: "Thank you" } });
    const { messages, unread } = await (await morgan.conversation(id)).json();
    expect(messages).toMatchObject([
      { by: "them", text: note },
      { by: "you", text: "Gladly" },
      { by: "them", text: "Thank you" },
    ]);
    expect(unread).toBe(1);
    expect((await casey.act(id, { type: "End" })).status).toBe(200);
    expect(await (await casey.conversation(id)).json()).toMatchObject({ canGiveFeedback: true });
    const feedback = { type: "GiveFeedback", helped: "partly", words: "It did" } as const;
    expect((await casey.act(id, feedback)).status).toBe(200);
    expect(await answerOf(await casey.act(id, feedback))).toMatchObject({
      status: 409,
    });
    expect(await (await casey.conversations()).json())
      .toMatchObject({
        waiting: [],
        open: [],
        past: [{ id, state: "ended", canGiveFeedback: false }],
      });
    const judged = await (await morgan.conversation(id)).json();
    expect(judged).toMatchObject({ feedback: { by: "them", text: "It did" } });
    expect(JSON.stringify(judged)).not.toContain("partly");
    const report = { messageId: judged.feedback.id, reason: "harassment" } as const;
    expect((await morgan.report(id, report)).status).toBe(204);
    expect((await morgan.block(casey.memberId)).status).toBe(204);
    expect(await (await morgan.conversation(id)).json()).toMatchObject({ feedback: null });
    expect(await (await casey.conversation(id)).json()).toMatchObject({ feedback: { by: "you" } });
  });

  it("holds nothing in any answer by which the other one could be reached or sign in", async () => {
    const { casey, morgan, asked } = await given();
    const id = await asked();
    const bytes: [Person, string][] = [];
    const see = async (who: Person, answer: Response) => {
      bytes.push([who, JSON.stringify([...answer.headers]) + await answer.text()]);
    };
    await see(morgan, await morgan.act(id, { type: "Accept", note: "Gladly", way: "site" }));
    await see(casey, await casey.write(id, "Thank you"));
    for (const who of [casey, morgan]) {
      await see(who, await who.conversations());
      await see(who, await who.conversation(id));
      await see(who, await who.blocked());
      await see(who, await who.does(({ conversations }, me) => conversations.settings(me)));
    }
    await see(morgan, await morgan.block(casey.memberId));
    await see(morgan, await morgan.blocked());
    await see(casey, await casey.conversation(id));
    for (const [who, text] of bytes) {
      const name = who === casey ? "morgan" : "casey";
      expect(text.toLowerCase()).not.toContain(`address-of-${name}`);
      expect(text.toLowerCase()).not.toContain(`login-${name}`);
    }
  });

  it("that was declined is not forgotten with the account, and counts no longer than it did", async () => {
    const { app, clock, casey, person, morgan, input, asked } = await given();
    const declined = await morgan.act(await asked(), { type: "Decline", way: "site" });
    expect(declined.status).toBe(200);
    expect((await casey.delete("/api/account")).status).toBe(204);
    const again = await person("Casey");
    const later = withMessage(403, "You can ask this person again later");
    expect(await answerOf(await again.ask(input))).toEqual(later);
    const marks = await app.database.read("SELECT * FROM tokens WHERE kind = 'recent-no'");
    expect(marks).toHaveLength(1);
    expect(JSON.stringify(marks)).not.toMatch(new RegExp(`casey|${casey.memberId}`));
    const ask = () =>
      app.product.connections.ask(again.memberId, input, { requestId: "test", ip: "192.0.2.1" });
    clock.ms += 30 * dayMs - 1;
    await expect(ask()).rejects.toThrow("You can ask this person again later");
    clock.ms += 1;
    expect(await ask()).toMatchObject({ state: "requested" });
  });

  it("does not exist for anyone else, whatever they do", async () => {
    const { person, morgan, asked } = await given();
    const id = await asked();
    const others = [await person("Jordan"), await person("Riley", "alumni")];
    for (const other of others) {
      for (const one of [id, unknownId]) {
        for (const act of acts(one)) expect(await answerOf(await act(other))).toEqual(notFound);
      }
    }
    expect(await (await morgan.conversation(id)).json()).toMatchObject({
      state: "requested",
      messages: [{ by: "them", text: note }],
    });
  });

  it("is refused with the reason", async () => {
    const { app, clock, casey, morgan, input, asked } = await given();
    const ask = async (who: Person, changes: object = {}) =>
      await answerOf(await who.ask({ ...input, ...changes }));
    expect(await ask(casey, { memberId: casey.memberId })).toEqual(
      withMessage(400, "You can't ask yourself for help"),
    );
    expect(await ask(casey, { memberId: unknownId })).toEqual(
      withMessage(404, "Profile not found"),
    );
    const unconfirmed = { ...await app.member({ role: "cadet" }), email: "" };
    expect(await ask(unconfirmed)).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining("Confirm your email address first") },
    });
    // Hidden profiles are none.
    await morgan.patch("/api/profile", { isVisible: false });
    expect(await ask(casey)).toEqual(withMessage(404, "Profile not found"));
    await morgan.patch("/api/profile", { isVisible: true });
    const id = await asked();
    expect(await ask(casey)).toEqual(withMessage(409, "You're already in touch with this person"));
    await morgan.act(id, { type: "Decline", way: "site" });
    clock.ms += dayMs;
    expect(await ask(casey)).toEqual(withMessage(403, "You can ask this person again later"));
  });

  it("counts with messages and answers against what one member may write in an hour", async () => {
    const { casey, morgan, asked } = await given({ limits: { messagesPerMember: 3 } });
    const id = await asked();
    for (const text of ["One", "Two"]) {
      expect((await casey.write(id, text)).status).toBe(201);
    }
    const fourth = await casey.write(id, "Three");
    expect(fourth.status).toBe(429);
    expect(Number(fourth.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect((await casey.conversation(id)).status).toBe(200);
    expect((await morgan.act(id, { type: "Accept", way: "site" })).status).toBe(200);
  });
});

describe("someone who was blocked", () => {
  it("reads byte for byte what everyone reads, and the other one reads nothing", async () => {
    const { person, morgan, input } = await given();
    const [jordan, riley] = [await person("Jordan"), await person("Riley")];
    expect((await morgan.block(jordan.memberId)).status).toBe(204);
    const seen = async (who: Person) => {
      const parts: string[] = [];
      const note = async (answer: Response) => {
        const headers = [...answer.headers].filter(([name]) => name !== "x-request-id");
        parts.push(`${answer.status} ${JSON.stringify(headers)} ${await answer.clone().text()}`);
        return answer;
      };
      const { id } = await (await note(await who.ask(input))).json();
      await note(await who.write(id, "Hello?"));
      await note(await who.conversation(id));
      await note(await who.conversations());
      await note(await who.get(`/api/profile/${morgan.memberId}`));
      await note(await who.ask(input));
      await note(await who.act(id, { type: "Withdraw" }));
      const uuid = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
      return parts.map((part) => part.replaceAll(uuid, "ID"));
    };
    expect(await seen(jordan)).toEqual(await seen(riley));
    const blocked = (await (await jordan.ask(input)).json()).id;
    for (const act of acts(blocked)) expect(await answerOf(await act(morgan))).toEqual(notFound);
    const { waiting, open, past } = await (await morgan.conversations()).json();
    const ids = [...waiting, ...open, ...past].map(({ with: other }) => other.id);
    expect(ids).toEqual([riley.memberId]);
    expect(await (await morgan.blocked()).json())
      .toMatchObject([
        { id: jordan.memberId },
      ]);
    expect(await (await jordan.blocked()).json())
      .toEqual([]);
    expect(
      (await morgan.does(({ connections }, me, origin) =>
        connections.unblock(me, jordan.memberId, origin)
      )).status,
    ).toBe(204);
    expect(
      (await morgan.does(({ connections }, me, origin) =>
        connections.unblock(me, jordan.memberId, origin)
      )).status,
    ).toBe(204);
    expect(await (await morgan.blocked()).json())
      .toEqual([]);
  });

  it("cannot be someone unknown, or oneself", async () => {
    const { person, morgan } = await given();
    const none = withMessage(404, "Profile not found");
    for (const id of [unknownId, morgan.memberId]) {
      expect(await answerOf(await morgan.block(id))).toEqual(none);
    }
    // A hidden member who was never in touch isn't listed by name.
    const [shown, hidden] = [await person("Shown", "alumni"), await person("Hidden", "alumni")];
    await hidden.patch("/api/profile", { isVisible: false });
    for (const { memberId } of [shown, hidden]) {
      expect((await morgan.block(memberId)).status).toBe(204);
    }
    const listed = await (await morgan.blocked())
      .json();
    const nameless = {
      firstName: "",
      lastName: "",
      role: null,
      isRoleConfirmed: true,
      profileImageUrl: null,
    };
    expect(listed).toHaveLength(2);
    expect(listed).toContainEqual(expect.objectContaining({ firstName: "Shown" }));
    expect(listed).toContainEqual({ id: hidden.memberId, ...nameless });
  });
});

it("a report quotes a message of the other one, and ends the conversation", async () => {
  const { app, casey, morgan, asked } = await given();
  const id = await asked();
  await morgan.act(id, { type: "Accept", note: "Gladly", way: "site" });
  const { messages } = await (await casey.conversation(id)).json();
  const [own, theirs] = messages.map(({ id }: { id: string }) => id);
  const report = async (messageId: string) =>
    await answerOf(await casey.report(id, { messageId, reason: "harassment" }));
  const none = withMessage(404, "Message not found");
  expect(await report(own)).toEqual(none);
  expect(await report(unknownId)).toEqual(none);
  expect(await report(theirs)).toEqual({ status: 204, body: null });
  // Again, or from a second tab: staff has it already.
  const position = () => app.readModel.position();
  const before = await position();
  expect(await report(theirs)).toEqual({ status: 204, body: null });
  expect(await position()).toBe(before);
  expect(await (await morgan.conversation(id)).json()).toMatchObject({ state: "ended" });
  expect(JSON.stringify(await (await morgan.conversation(id)).json())).not.toContain("harassment");
});
