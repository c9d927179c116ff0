import { eventBetween } from "./events.ts";
import { describe, expect, it } from "vitest";
import { createTopics } from "../program/topics.ts";
import { refusalOf } from "../testing/given.ts";
import { memberWith } from "../testing/members.ts";
import { type ConnectionRecord, isSilent } from "./connection.ts";
import { type AskInsteadState, decideAskInstead } from "./decide-ask-instead.ts";
import { connectionLimits } from "./limits.ts";
import {
  after,
  answer,
  asked,
  cadet,
  closed,
  connectionId,
  connectionOf,
  type Step,
  text,
} from "./testing/history.ts";

const topics = ["Networking", "Branch Selection"];
const mentorWith = (helpTopics: readonly string[]) =>
  memberWith({ memberId: "new", firstName: "Jordan", profile: { helpTopics: [...helpTopics] } });

const request = { ...connectionOf(asked, ["cadet", 0, text()]), topics };
const state: AskInsteadState = {
  asker: cadet,
  mentor: mentorWith(topics),
  silent: request,
  silentName: "Morgan",
  conversations: 0,
  asked: [request],
  between: [],
};

const decide = (changes: Partial<AskInsteadState> = {}, now = after(7), mentorId = "new") =>
  decideAskInstead(
    { ...state, ...changes },
    { connectionId: "next", mentorId, note: "How do I choose?" },
    connectionLimits,
    now,
  );

function refusal(...args: Parameters<typeof decide>) {
  const { code = "done", message = "" } = refusalOf(() => decide(...args)) ?? {};
  return [code, message] as const;
}

describe("asking someone else", () => {
  it("withdraws the request, and asks with the same note, at once", () => {
    expect(decide()).toEqual([
      eventBetween("ConnectionWithdrawn", { connectionId, waited: "7" }),
      eventBetween(
        "ConnectionRequested",
        expect.objectContaining({ connectionId: "next", memberId: "new", topics }),
      ),
      eventBetween("MessageSent", { connectionId: "next", text: "How do I choose?", way: "site" }),
    ]);
  });

  it("is possible after seven days, to the millisecond", () => {
    expect(refusal({}, after(7, -1))).toEqual([
      "connection/not-silent",
      "You can ask someone else after 7 days without an answer.",
    ]);
    expect(refusal({}, after(7))[0]).toBe("done");
    expect([after(7, -1), after(7)].map((at) => isSilent(request, at.getTime())))
      .toEqual([false, true]);
  });

  it("does not count the days on which the mentor waited for the asker", () => {
    const question: readonly Step[] = [asked, ["cadet", 0, text()], ["mentor", 6, text()]];
    expect(refusal({ silent: connectionOf(...question) }, after(13))).toEqual([
      "connection/not-silent",
      "Morgan asked you a question. Answer it, or withdraw your request.",
    ]);
    const silent = connectionOf(...question, ["cadet", 10, text()]);
    expect(refusal({ silent }, after(11, -1))[0]).toBe("connection/not-silent");
    expect(refusal({ silent }, after(11))[0]).toBe("done");
  });

  it.each<[string, ConnectionRecord, string]>([
    ["accepted", connectionOf(asked, ["mentor", 8, answer(true)]), "Morgan has just answered"],
    ["declined", connectionOf(asked, ["mentor", 8, answer(false)]), "Morgan has just answered"],
    [
      "withdrawn",
      connectionOf(asked, ["cadet", 8, closed("ConnectionWithdrawn")]),
      "already withdrawn",
    ],
    ["expired", connectionOf(asked, ["cadet", 8, closed("ConnectionExpired")]), "has expired"],
    ["left", { ...request, isLeft: true }, "a member left"],
  ])("is refused for a request that was %s, and says so", (_, silent, message) => {
    const [code, words] = refusal({ silent }, after(9));
    expect(code).toMatch(/answered|not-silent/);
    expect(words).toContain(message);
  });

  it("shows no one else that the request exists", () => {
    expect(refusal({ silent: undefined })[0]).toBe("connection/not-found");
    expect(refusal({ silent: { ...request, askerId: "other" } })[0]).toBe("connection/not-found");
    // Nor lets the one who was asked do it.
    expect(refusal({ asker: { ...cadet, memberId: "mentor" } })[0]).toBe("connection/not-found");
  });

  it("changes nothing a second time", () => {
    const silent = connectionOf(asked, ["cadet", 8, closed("ConnectionWithdrawn")]);
    const next = { ...request, connectionId: "next", mentorId: "new" };
    expect(decide({ silent, between: [next] })).toEqual([]);
    expect(refusal({ silent, between: [{ ...next, state: "accepted" }] })[0])
      .toBe("connection/answered");
  });

  it("is about the topics that the next one offers, and about one at least", () => {
    const topicsWith = (mentor: AskInsteadState["mentor"]) => {
      const [, event] = decide({ mentor });
      return event?.type === "ConnectionRequested" ? event.personal?.topics : undefined;
    };
    expect(topicsWith(mentorWith(["Branch Selection", "Interview Prep"])))
      .toEqual(["Branch Selection"]);
    expect(refusal({ mentor: mentorWith(["Interview Prep"]) })).toEqual([
      "connection/invalid",
      "Jordan doesn't help with these topics anymore. Choose someone else.",
    ]);
    const own = createTopics([{ id: "t1", label: "Drones", formerly: [], isOffered: true }]);
    const silent = { ...request, topics: ["t1"] };
    expect(refusal({ silent, topics: own, mentor: mentorWith(["t1"]) })[0]).toBe("done");
    expect(refusal({ silent, topics: own, mentor: mentorWith(["Drones"]) })[0]).toBe("done");
  });

  it("has the limits of asking, where the withdrawn request leaves its place", () => {
    const open = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ ...request, connectionId: `open ${at}` }));
    expect(refusal({ asked: [request, ...open(4)] })[0]).toBe("done");
    expect(refusal({ asked: [request, ...open(5)] })[0]).toBe("connection/too-many-open");
    const lately = Array.from({ length: 10 }, (_, at): ConnectionRecord => ({
      ...request,
      connectionId: `${at}`,
      state: "withdrawn",
      askedAt: after(6).toISOString(),
    }));
    expect(refusal({ asked: [request, ...lately] })[0]).toBe("connection/too-many-lately");
    expect(refusal({ asked: [request, ...lately.slice(1)] })[0]).toBe("done");
  });
});
