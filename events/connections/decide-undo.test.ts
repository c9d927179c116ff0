import { describe, expect, it } from "vitest";
import { refusalOf } from "../testing/given.ts";
import { type ConnectionRecord, undoableUntil, waitedMsAt } from "./connection.ts";
import { decideConnection } from "./decide.ts";
import { eventBetween } from "./events.ts";
import {
  accepted,
  after,
  answer,
  asked,
  cadet,
  closed,
  connectionId,
  connectionOf,
  dayMs,
  ended,
  evolved,
  iso,
  mentor,
  quiet,
  reminded,
  type Step,
  text,
} from "./testing/history.ts";

const undone = eventBetween("ConnectionAnswerUndone", { connectionId });
const declined: readonly Step[] = [asked, ["mentor", 1, answer(false, "no-time")]];
const undo = { type: "UndoAnswer" } as const;

function given(...history: readonly Step[]) {
  const connection = connectionOf(...history);
  const when = (who: typeof mentor, now: Date, canReopen = true) =>
    decideConnection({ member: who, connection, canReopen }, undo, now);
  return {
    when,
    refusal: (...args: Parameters<typeof when>) => refusalOf(() => when(...args))?.code ?? "done",
  };
}

describe("undoing an answer", () => {
  it.each([["acceptance", accepted], ["decline", declined]])(
    "takes back an %s for a day",
    (_, history) => {
      expect(given(...history).when(mentor, after(1))).toEqual([undone]);
      expect(given(...history).when(mentor, after(2, -1))).toEqual([undone]);
      expect(given(...history).refusal(mentor, after(2))).toBe("connection/final");
      expect(undoableUntil(connectionOf(...history), after(1))?.toISOString()).toBe(iso(2));
      expect(undoableUntil(connectionOf(...history), after(2))).toBeUndefined();
    },
  );

  it("changes nothing where the request waits already", () => {
    expect(given(asked).when(mentor, after(1))).toEqual([]);
    expect(given(...accepted, ["mentor", 1, undone]).when(mentor, after(1))).toEqual([]);
  });

  it("is the mentor's alone", () => {
    expect(given(...accepted).refusal(cadet, after(1))).toBe("connection/not-found");
    expect(given(asked).refusal(cadet, after(1))).toBe("connection/not-found");
  });

  it.each<[string, readonly Step[]]>([
    ["the asker wrote", [...accepted, ["cadet", 1, text()]]],
    ["the asker ended it", [...accepted, ["cadet", 1, ended("asker")]]],
    ["the mentor ended it", [...accepted, ["mentor", 1, ended("mentor")]]],
    ["it was quiet", [...accepted, ["cadet", 1, quiet]]],
    ["the asker withdrew it", [asked, ["cadet", 1, closed("ConnectionWithdrawn")]]],
    ["it expired", [asked, ["cadet", 1, closed("ConnectionExpired")]]],
  ])("is refused once %s", (_, history) => {
    expect(given(...history).refusal(mentor, after(1, 1))).toBe("connection/final");
    expect(undoableUntil(connectionOf(...history), after(1, 1))).toBeUndefined();
  });

  it("is refused where the two or the asker's limits don't allow the request anymore", () => {
    expect(given(...declined).refusal(mentor, after(1), false)).toBe("connection/final");
  });

  it("is possible after the mentor's own words", () => {
    expect(given(...accepted, ["mentor", 1, text()]).when(mentor, after(1))).toEqual([undone]);
  });
});

describe("a request whose answer was undone", () => {
  const back = (...history: readonly Step[]) => connectionOf(...history, ["mentor", 1.5, undone]);

  it("is as it was, and the time in between isn't the mentor's", () => {
    const before = connectionOf(asked);
    expect(back(...declined)).toEqual({
      ...before,
      ...{ waitedMs: dayMs, clockSince: iso(1.5), lastAt: iso(1.5), undone: 1 },
    });
    expect(waitedMsAt(back(...accepted), after(2).getTime())).toBe(1.5 * dayMs);
  });

  it("keeps whose turn it is, and which reminders there were", () => {
    const question: readonly Step[] = [asked, ["mentor", 0.5, text()], ["mentor", 1, answer(true)]];
    expect(back(...question)).toMatchObject({ clockSince: null, waitedMs: 0.5 * dayMs });
    const late: readonly Step[] = [asked, ["cadet", 3, reminded(1)], ["mentor", 3.5, answer(true)]];
    expect(connectionOf(...late, ["mentor", 4, undone])).toMatchObject({ reminded: 1 });
  });

  it("can be answered again, and that undone again", () => {
    const again = connectionOf(...accepted, ["mentor", 1.5, undone], [
      "mentor",
      1.6,
      answer(false),
    ]);
    expect(again).toMatchObject({ state: "declined", answeredAt: iso(1.6), undone: 1 });
    expect(undoableUntil(again, after(2.5))?.toISOString()).toBe(iso(2.6));
  });

  it("leaves nothing of an erased asker's request", () => {
    const withoutAsker = (history: readonly Step[]): ConnectionRecord | undefined =>
      evolved(history.filter(([who]) => who === "mentor"));
    expect(withoutAsker([...accepted, ["mentor", 1.5, undone]])).toBeUndefined();
    expect(withoutAsker([...accepted, ["mentor", 1.5, undone], ["mentor", 2, answer(true)]]))
      .toMatchObject({ state: "accepted", isLeft: true, undone: 0 });
  });
});
