import { eventBetween } from "./events.ts";
import { describe, expect, it } from "vitest";
import type { MemberEvent } from "../members/events.ts";
import { openSystemWith } from "../testing/people.ts";
import { cause } from "../testing/system.ts";
import type { PrivateEvent } from "../members/private-streams.ts";
import { Pair } from "./pair.ts";
import { accept, ask, write } from "./testing/commands.ts";

const topics = ["Networking"];
const about = (type: "MemberBlocked" | "MemberUnblocked", memberId: string): MemberEvent => ({
  type,
  facts: {},
  personal: { memberId },
});
const asked = (
  connectionId: string,
  memberId: string,
): MemberEvent => (eventBetween("ConnectionRequested", {
  role: "cadet",
  askedRole: "alumni",
  topics,
  armyBranch: null,
  regionCode: null,
  connectionId,
  memberId,
}));
const declined = (
  connectionId: string,
): MemberEvent => (eventBetween("ConnectionAnswered", {
  isAccepted: false,
  waited: "1",
  topics,
  reason: null,
  connectionId,
}));

type Step = readonly [who: "ann" | "ben", event: MemberEvent];

/** The pair as Ben, the mentor, knows it. */
function pairAfter(steps: readonly Step[], isAnnPresent = true): Pair {
  const eventsOf = (who: string): PrivateEvent[] =>
    steps.flatMap(([memberId, event], at) =>
      memberId === who ? [{ memberId, event, position: at + 1, atMs: at }] : []
    );
  return new Pair(
    { memberId: "ben", isPresent: true, events: eventsOf("ben") },
    { memberId: "ann", isPresent: isAnnPresent, events: eventsOf("ann") },
  );
}

const known = (pair: Pair) =>
  pair.known.map(({ connectionId, state }) => `${connectionId} ${state}`);

describe("a pair", () => {
  it("joins a request in one member's streams with its answer in the other's", () => {
    expect(known(pairAfter([["ann", asked("one", "ben")], ["ben", declined("one")]])))
      .toEqual(["one declined"]);
  });

  it("has nothing of connections with other members", () => {
    const pair = pairAfter([
      ["ann", asked("one", "cem")],
      ["ben", declined("of someone else")],
      ["ben", about("MemberBlocked", "cem")],
    ]);
    expect([known(pair), pair.isBlocking, pair.hidesRequest]).toEqual([[], false, false]);
  });

  it.each<[string, readonly Step[], boolean]>([
    ["before it", [["ben", about("MemberBlocked", "ann")], ["ann", asked("one", "ben")]], true],
    [
      "while it is open",
      [["ann", asked("one", "ben")], ["ben", about("MemberBlocked", "ann")]],
      true,
    ],
    [
      "and unblocked while it is open",
      [
        ["ben", about("MemberBlocked", "ann")],
        ["ann", asked("one", "ben")],
        ["ben", about("MemberUnblocked", "ann")],
      ],
      true,
    ],
    [
      "and unblocked before it",
      [
        ["ben", about("MemberBlocked", "ann")],
        ["ben", about("MemberUnblocked", "ann")],
        ["ann", asked("one", "ben")],
      ],
      false,
    ],
    [
      "after the answer",
      [
        ["ann", asked("one", "ben")],
        ["ben", declined("one")],
        ["ben", about("MemberBlocked", "ann")],
      ],
      false,
    ],
    [
      "by the asker only",
      [["ann", asked("one", "ben")], ["ann", about("MemberBlocked", "ben")]],
      false,
    ],
  ])("hides a request from a mentor who blocked its asker %s", (_, steps, isHidden) => {
    const pair = pairAfter(steps);
    expect([pair.known.length, pair.hidesRequest]).toEqual(isHidden ? [0, true] : [1, false]);
  });

  it("is closed once one of the two is erased", () => {
    expect(pairAfter([["ann", asked("one", "ben")]], false).known).toMatchObject([{
      isLeft: true,
    }]);
  });
});

it("decides by the streams, even if the read tables say something else", async () => {
  const system = await openSystemWith({ ann: "alumni", ben: "alumni" });
  const { connections, database } = system;
  const id = await ask(system, "ann", "ben");
  await database.write([{
    sql: `UPDATE connections SET state = 'withdrawn', waits_for = 'forgetting',
      record = json_set(record, '$.state', 'withdrawn')`,
    args: [],
  }]);
  await connections.act("ben", id, accept, cause);
  expect(await connections.recordDue(id, { type: "Expire" })).toBe(false);
  await connections.act("ann", id, write("Thanks"), cause);
});
