import { describe, expect, it } from "vitest";
import type { TestAppOptions } from "../testing/app.ts";
import { answerOf, withMessage, withoutRole } from "../testing/app-for-test.ts";
import { havePicture } from "../testing/pictures.ts";
import { connectedPair, dayMs, note, type Person, topics } from "../testing/connected.ts";

const unknownId = "0190a0b0-0000-4000-8000-000000000000";
const notFound = withMessage(404, "Conversation not found");
const generous = { changesPerMember: 1e6, messagesPerMember: 1e6 };

async function given(options: TestAppOptions = {}) {
  const connected = await connectedPair({ limits: generous, ...options });
  const { casey, morgan } = connected;
  const input = { memberId: morgan.memberId, topics, note };
  const asked = async (who: Person = casey) => {
    const answer = await who.post("/api/connections", input);
    expect(answer.status).toBe(201);
    return (await answer.json()).id as string;
  };
  return { ...connected, input, asked };
}

/** Every call on one connection, with a body that fits. */
const calls = (id: string) =>
  [
    ["GET", `/api/connections/${id}`],
    ["POST", `/api/connections/${id}/accept`, {}],
    ["POST", `/api/connections/${id}/decline`, {}],
    ["POST", `/api/connections/${id}/withdraw`],
    ["POST", `/api/connections/${id}/end`],
    ["POST", `/api/connections/${id}/messages`, { text: "Hello" }],
    ["POST", `/api/connections/${id}/feedback`, { helped: "yes" }],
    ["POST", `/api/connections/${id}/report`, { messageId: unknownId, reason: "spam" }],
  ] as const;

describe("a request for help", () => {
  it("shows the other's picture for as long as they show their profile", async () => {
    const { casey, morgan, asked } = await given();
    const picture = await havePicture(morgan);
    const id = await asked();
    const seen = async () => {
      const { with: one } = await (await casey.get(`/api/connections/${id}`)).json();
      const { open: [listed] } = await (await casey.get("/api/connections")).json();
      expect(listed.with).toEqual(one);
      return one;
    };
    expect(await seen()).toMatchObject({ firstName: "Morgan", profileImageUrl: picture });
    await morgan.patch("/api/profile", { isVisible: false });
    expect(await seen()).toMatchObject({ firstName: "Morgan", profileImageUrl: null });
    expect((await casey.get(picture)).status).toBe(404);
    await casey.put(`/api/blocks/${morgan.memberId}`);
    expect(await (await casey.get("/api/blocks")).json())
      .toMatchObject([{ firstName: "Morgan", profileImageUrl: null }]);
    await morgan.patch("/api/profile", { isVisible: true });
    expect(await (await casey.get("/api/blocks")).json())
      .toMatchObject([{ firstName: "Morgan", profileImageUrl: picture }]);
  });

  it("goes from asking over an answer and messages to an end and feedback", async () => {
    const { casey, morgan, asked } = await given();
    const id = await asked();
    const base = `/api/connections/${id}`;
    expect(await (await morgan.get("/api/connections")).json()).toMatchObject({
      waiting: [{ id, state: "requested", asker: false, with: { firstName: "Casey" }, topics }],
      open: [],
      past: [],
    });
    expect(await (await casey.get("/api/connections")).json()).toMatchObject({
      waiting: [],
      open: [{ id, asker: true, with: { firstName: "Morgan" } }],
    });
    const accepted = await morgan.post(`${base}/accept`, { note: "Gladly" });
    expect(await answerOf(accepted)).toMatchObject({ status: 200, body: { state: "accepted" } });
    expect(await answerOf(await casey.post(`${base}/messages`, { text: " Thank you \n" })))
      .toMatchObject({ status: 201, body: { by: "you", text: "Thank you" } });
    const { messages, unread } = await (await morgan.get(base)).json();
    expect(messages).toMatchObject([
      { by: "them", text: note },
      { by: "you", text: "Gladly" },
      { by: "them", text: "Thank you" },
    ]);
    expect(unread).toBe(1);
    expect((await casey.post(`${base}/end`)).status).toBe(200);
    expect(await (await casey.get(base)).json()).toMatchObject({ canGiveFeedback: true });
    const feedback = { helped: "partly", words: "It did" };
    expect((await casey.post(`${base}/feedback`, feedback)).status).toBe(204);
    expect(await answerOf(await casey.post(`${base}/feedback`, feedback))).toMatchObject({
      status: 409,
    });
    expect(await (await casey.get("/api/connections")).json()).toMatchObject({
      waiting: [],
      open: [],
      past: [{ id, state: "ended", canGiveFeedback: false }],
    });
    const judged = await (await morgan.get(base)).json();
    expect(judged).toMatchObject({ feedback: { by: "them", text: "It did" } });
    expect(JSON.stringify(judged)).not.toContain("partly");
    const report = { messageId: judged.feedback.id, reason: "harassment" };
    expect((await morgan.post(`${base}/report`, report)).status).toBe(204);
    expect((await morgan.put(`/api/blocks/${casey.memberId}`)).status).toBe(204);
    expect(await (await morgan.get(base)).json()).toMatchObject({ feedback: null });
    expect(await (await casey.get(base)).json()).toMatchObject({ feedback: { by: "you" } });
  });

  it("holds nothing in any answer by which the other one could be reached or sign in", async () => {
    const { casey, morgan, asked } = await given();
    const id = await asked();
    const base = `/api/connections/${id}`;
    const bytes: [Person, string][] = [];
    const see = async (who: Person, answer: Response) => {
      bytes.push([who, JSON.stringify([...answer.headers]) + await answer.text()]);
    };
    await see(morgan, await morgan.post(`${base}/accept`, { note: "Gladly" }));
    await see(casey, await casey.post(`${base}/messages`, { text: "Thank you" }));
    for (const who of [casey, morgan]) {
      for (const path of ["/api/connections", base, "/api/blocks", "/api/mentoring"]) {
        await see(who, await who.get(path));
      }
    }
    await see(morgan, await morgan.put(`/api/blocks/${casey.memberId}`));
    await see(morgan, await morgan.get("/api/blocks"));
    await see(casey, await casey.get(base));
    for (const [who, text] of bytes) {
      const name = who === casey ? "morgan" : "casey";
      expect(text.toLowerCase()).not.toContain(`address-of-${name}`);
      expect(text.toLowerCase()).not.toContain(`login-${name}`);
    }
  });

  it("that was declined is not forgotten with the account, and counts no longer than it did", async () => {
    const { app, clock, casey, person, morgan, input, asked } = await given();
    const declined = await morgan.post(`/api/connections/${await asked()}/decline`, {});
    expect(declined.status).toBe(200);
    expect((await casey.delete("/api/account")).status).toBe(204);
    const again = await person("Casey");
    const later = withMessage(403, "You can ask this person again later");
    expect(await answerOf(await again.post("/api/connections", input))).toEqual(later);
    const marks = await app.databases.vault.read("SELECT * FROM tokens WHERE kind = 'recent-no'");
    expect(marks).toHaveLength(1);
    expect(JSON.stringify(marks)).not.toMatch(new RegExp(`casey|${casey.memberId}`));
    const ask = () =>
      app.product.connections.ask(again.memberId, input, { requestId: "test", ip: "192.0.2.1" });
    clock.ms += 30 * dayMs - 1;
    await expect(ask()).rejects.toThrow("You can ask this person again later");
    clock.ms += 1;
    expect(await ask()).toMatchObject({ state: "requested" });
  });

  it("does not exist for anyone else, in any call", async () => {
    const { person, morgan, asked } = await given();
    const id = await asked();
    const others = [await person("Jordan"), await person("Riley", "alumni")];
    for (const other of others) {
      for (const one of [id, unknownId, "x"]) {
        for (const [method, path, body] of calls(one)) {
          const answer = await answerOf(await other.send(method, path, body && { body }));
          expect([method, path, answer]).toEqual([method, path, notFound]);
        }
      }
    }
    expect(await (await morgan.get(`/api/connections/${id}`)).json()).toMatchObject({
      state: "requested",
      messages: [{ by: "them", text: note }],
    });
  });

  it("is refused with the reason", async () => {
    const { app, clock, casey, morgan, input, asked } = await given();
    const ask = async (who: Person, changes: object = {}) =>
      await answerOf(await who.post("/api/connections", { ...input, ...changes }));
    expect(await ask(casey, { memberId: casey.memberId })).toEqual(
      withMessage(400, "You can't ask yourself for help"),
    );
    expect(await ask(casey, { memberId: unknownId })).toEqual(
      withMessage(404, "Profile not found"),
    );
    expect(await ask(casey, { note: "  " })).toMatchObject({
      status: 400,
      body: { fields: { note: "Write something first" } },
    });
    expect(await ask(casey, { note: "a".repeat(1001) })).toMatchObject({ status: 400 });
    expect(await ask(casey, { extra: 1 })).toMatchObject({ status: 400 });
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
    await morgan.post(`/api/connections/${id}/decline`, {});
    clock.ms += dayMs;
    expect(await ask(casey)).toEqual(withMessage(403, "You can ask this person again later"));
  });

  it("counts with messages and answers against what one member may write in an hour", async () => {
    const { casey, morgan, asked } = await given({ limits: { messagesPerMember: 3 } });
    const base = `/api/connections/${await asked()}`;
    for (const text of ["One", "Two"]) {
      expect((await casey.post(`${base}/messages`, { text })).status).toBe(201);
    }
    const fourth = await casey.post(`${base}/messages`, { text: "Three" });
    expect(fourth.status).toBe(429);
    expect(Number(fourth.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect((await casey.get(base)).status).toBe(200);
    expect((await morgan.post(`${base}/accept`, {})).status).toBe(200);
  });
});

it("someone without a session or a role is refused by every call, but may still block people and change settings", async () => {
  const { app, casey, morgan, input } = await given();
  await withoutRole(app, casey.memberId);
  const all = [
    ["GET", "/api/connections"],
    ["POST", "/api/connections", input],
    ...calls(unknownId),
  ] as const;
  for (const [method, path, body] of all) {
    const ask = body && { body };
    expect([path, await answerOf(await casey.send(method, path, ask))]).toEqual([
      path,
      withMessage(403, "Select your role first"),
    ]);
    const stranger = await app.browser().send(method, path, ask);
    expect([path, await answerOf(stranger)]).toEqual([
      path,
      withMessage(401, "Not authenticated"),
    ]);
  }
  expect((await casey.get("/api/blocks")).status).toBe(200);
  expect((await casey.put(`/api/blocks/${morgan.memberId}`)).status).toBe(204);
  expect(await (await casey.get("/api/mentoring")).json()).toMatchObject({
    takesRequests: false,
  });
});

describe("someone who was blocked", () => {
  it("reads byte for byte what everyone reads, and the other one reads nothing", async () => {
    const { person, morgan, input } = await given();
    const [jordan, riley] = [await person("Jordan"), await person("Riley")];
    expect((await morgan.put(`/api/blocks/${jordan.memberId}`)).status).toBe(204);
    const seen = async (who: Person) => {
      const parts: string[] = [];
      const note = async (answer: Response) => {
        const headers = [...answer.headers].filter(([name]) => name !== "x-request-id");
        parts.push(`${answer.status} ${JSON.stringify(headers)} ${await answer.clone().text()}`);
        return answer;
      };
      const { id } = await (await note(await who.post("/api/connections", input))).json();
      await note(await who.post(`/api/connections/${id}/messages`, { text: "Hello?" }));
      await note(await who.get(`/api/connections/${id}`));
      await note(await who.get("/api/connections"));
      await note(await who.get(`/api/profile/${morgan.memberId}`));
      await note(await who.post("/api/connections", input));
      await note(await who.post(`/api/connections/${id}/withdraw`));
      const uuid = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
      return parts.map((part) => part.replaceAll(uuid, "ID"));
    };
    expect(await seen(jordan)).toEqual(await seen(riley));
    const blocked = (await (await jordan.post("/api/connections", input)).json()).id;
    for (const [method, path, body] of calls(blocked)) {
      if (path.endsWith("/withdraw")) continue;
      expect(await answerOf(await morgan.send(method, path, body && { body }))).toEqual(notFound);
    }
    const { waiting, open, past } = await (await morgan.get("/api/connections")).json();
    const ids = [...waiting, ...open, ...past].map(({ with: other }) => other.id);
    expect(ids).toEqual([riley.memberId]);
    expect(await (await morgan.get("/api/blocks")).json()).toMatchObject([
      { id: jordan.memberId },
    ]);
    expect(await (await jordan.get("/api/blocks")).json()).toEqual([]);
    expect((await morgan.delete(`/api/blocks/${jordan.memberId}`)).status).toBe(204);
    expect((await morgan.delete(`/api/blocks/${jordan.memberId}`)).status).toBe(204);
    expect(await (await morgan.get("/api/blocks")).json()).toEqual([]);
  });

  it("cannot be someone unknown, or oneself", async () => {
    const { person, morgan } = await given();
    const none = withMessage(404, "Profile not found");
    for (const id of [unknownId, morgan.memberId]) {
      expect(await answerOf(await morgan.put(`/api/blocks/${id}`))).toEqual(none);
    }
    // A hidden member who was never in touch isn't listed by name.
    const [shown, hidden] = [await person("Shown", "alumni"), await person("Hidden", "alumni")];
    await hidden.patch("/api/profile", { isVisible: false });
    for (const { memberId } of [shown, hidden]) {
      expect((await morgan.put(`/api/blocks/${memberId}`)).status).toBe(204);
    }
    const listed = await (await morgan.get("/api/blocks")).json();
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
    expect((await morgan.put("/api/blocks/x")).status).toBe(404);
    expect((await morgan.delete("/api/blocks/x")).status).toBe(404);
  });
});

it("a report quotes a message of the other one, and ends the conversation", async () => {
  const { app, casey, morgan, asked } = await given();
  const base = `/api/connections/${await asked()}`;
  await morgan.post(`${base}/accept`, { note: "Gladly" });
  const { messages } = await (await casey.get(base)).json();
  const [own, theirs] = messages.map(({ id }: { id: string }) => id);
  const report = async (messageId: string, reason = "harassment") =>
    await answerOf(await casey.post(`${base}/report`, { messageId, reason }));
  const none = withMessage(404, "Message not found");
  expect(await report(own)).toEqual(none);
  expect(await report(unknownId)).toEqual(none);
  expect(await report(theirs, "boring")).toMatchObject({ status: 400 });
  expect(await report(theirs)).toEqual({ status: 204, body: null });
  // Again, or from a second tab: staff has it already.
  const recorded = () => app.readModel.position();
  const before = await recorded();
  expect(await report(theirs)).toEqual({ status: 204, body: null });
  expect(await recorded()).toBe(before);
  expect(await (await morgan.get(base)).json()).toMatchObject({ state: "ended" });
  expect(JSON.stringify(await (await morgan.get(base)).json())).not.toContain("harassment");
});

it("what a member says about requests is theirs alone to read and change, within bounds", async () => {
  const { app, casey, morgan } = await given();
  const usual = { capacity: 3, pausedUntil: null, wantsReminders: true };
  expect(await (await casey.get("/api/mentoring")).json())
    .toEqual({ ...usual, takesRequests: false });
  expect(await (await morgan.get("/api/mentoring")).json())
    .toEqual({ ...usual, takesRequests: true });
  const change = { capacity: 10, pausedUntil: "2027-03", wantsReminders: false };
  expect(await answerOf(await morgan.patch("/api/mentoring", change))).toEqual({
    status: 200,
    body: { ...change, takesRequests: true },
  });
  for (
    const wrong of [{ capacity: 0 }, { capacity: 11 }, { capacity: 1.5 }, { pausedUntil: "x" }]
  ) {
    expect((await morgan.patch("/api/mentoring", wrong)).status).toBe(400);
  }
  expect((await morgan.patch("/api/mentoring", { pausedUntil: null })).status).toBe(200);
  expect((await app.browser().get("/api/mentoring")).status).toBe(401);
  expect((await app.browser().patch("/api/mentoring", {})).status).toBe(401);
});
