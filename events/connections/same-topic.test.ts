import { describe, expect, it } from "vitest";
import { createTopics } from "../program/topics.ts";
import { type ConnectionRecord } from "./connection.ts";
import { alsoAsked } from "./same-topic.ts";
import { accepted, asked, connectionOf, iso } from "./testing/history.ts";

const yes = { ...connectionOf(...accepted), topics: ["Networking", "Resume Review"] };

/** Another request of the same cadet. */
const other = (connectionId: string, changes: Partial<ConnectionRecord> = {}) => ({
  ...connectionOf(asked),
  connectionId,
  mentorId: connectionId,
  ...changes,
});

const idsOf = (requests: readonly ConnectionRecord[], of: ConnectionRecord = yes) =>
  alsoAsked(of, requests).requests.map(({ connectionId }) => connectionId);

describe("what else an asker asked about the topics of an accepted request", () => {
  it("is each open request with a topic in common, the oldest first, and what they share", () => {
    const requests = [
      other("late", { askedAt: iso(3), topics: ["PCS Tips", "Resume Review"] }),
      yes,
      other("early", { askedAt: iso(1) }),
    ];
    const { topics } = alsoAsked(yes, requests);
    expect(idsOf(requests)).toEqual(["early", "late"]);
    expect(topics).toEqual(["Networking", "Resume Review"]);
  });

  it("is no request about something else, or about no topic", () => {
    expect(idsOf([other("a", { topics: ["PCS Tips"] }), other("b", { topics: [] })])).toEqual([]);
    expect(idsOf([other("a", { topics: [] })], { ...yes, topics: [] })).toEqual([]);
  });

  it.each(["accepted", "declined", "withdrawn", "expired", "ended"] as const)(
    "is no request that is %s, nor one of somebody else",
    (state) => {
      expect(idsOf([other("a", { state })])).toEqual([]);
      expect(idsOf([other("a", { askerId: "someone" }), other("b", { isLeft: true })])).toEqual([]);
    },
  );

  it.each(["requested", "declined", "withdrawn", "expired", "ended"] as const)(
    "is nothing while the request itself is %s, or once its mentor left",
    (state) => {
      expect(idsOf([other("a")], { ...yes, state })).toEqual([]);
      expect(idsOf([other("a")], { ...yes, isLeft: true })).toEqual([]);
    },
  );

  it("knows a topic of the program by its former name", () => {
    const topics = createTopics([
      { id: "own-1", label: "Flight School", formerly: ["Pilots"], isOffered: true },
    ]);
    const requests = [other("a", { topics: ["Pilots"] })];
    expect(alsoAsked({ ...yes, topics: ["own-1"] }, requests, topics)).toEqual({
      topics: ["own-1"],
      requests,
    });
  });
});
