import { beforeEach, describe, expect, it } from "vitest";
import { cause, commit, someEvent } from "../testing/commits.ts";
import { ClaimTaken, emptyStream, type EventLog, VersionConflict } from "./event-log.ts";

const username = { kind: "username", digest: "aa" } as const;
const email = { kind: "email", digest: "bb" } as const;

/** The contract of every driver of the log. `advance` moves its clock, also backwards. */
export function describeEventLog(
  name: string,
  create: (now: () => number) => Promise<EventLog>,
) {
  describe(`event log: ${name}`, () => {
    let clock: { ms: number };
    let log: EventLog;

    beforeEach(async () => {
      clock = { ms: 1000 };
      log = await create(() => clock.ms);
    });

    it("is empty at first", async () => {
      expect(await log.read({ after: 0, limit: 10 })).toEqual([]);
      expect(await log.readStream("a")).toEqual([]);
      expect(await log.lastPosition()).toBe(0);
      expect(await log.lastAtMs()).toBe(0);
    });

    it("returns appended events in order, with position and time", async () => {
      const appended = await log.append([commit("a", "1", "2"), commit("b", "3")]);
      expect(appended.map(({ eventId, stream, version, atMs }) => [
        eventId,
        stream,
        version,
        atMs,
      ])).toEqual([["1", "a", 1, 1000], ["2", "a", 2, 1000], ["3", "b", 1, 1000]]);
      expect(await log.read({ after: 0, limit: 10 })).toEqual(appended);
      expect(await log.readStream("a")).toEqual(appended.slice(0, 2));
      expect(await log.readStream("a", 1)).toEqual(appended.slice(1, 2));
      expect(await log.readStream("a", 2)).toEqual([]);
      expect(await log.lastPosition()).toBe(appended.at(-1)?.position);
      expect(await log.lastAtMs()).toBe(1000);
    });

    it("preserves facts, personal part and cause", async () => {
      const facts = { b: [1, null, "ü"], a: { nested: true } };
      const [appended] = await log.append([{
        ...commit("a", "1"),
        events: [{ ...someEvent("1"), facts, sealed: new Uint8Array([0, 255, 7]) }],
      }]);
      const [read] = await log.readStream("a");
      expect(read).toMatchObject({ facts, ...cause, sealed: new Uint8Array([0, 255, 7]) });
      // Even the order of names, since folds and digests depend on it.
      expect(JSON.stringify(appended?.facts)).toBe(JSON.stringify(read?.facts));
    });

    it("stores only the day of events by day, in order with all others", async () => {
      const dayMs = 24 * 60 * 60 * 1000;
      clock.ms = 3 * dayMs + 5000;
      const byDay = (stream: string, eventId: string) => ({
        ...commit(stream, eventId),
        isByDay: true,
      });
      await log.append([commit("a", "1")]);
      await log.append([byDay("b", "2"), commit("c", "3")]);
      clock.ms -= 4000;
      await log.append([byDay("d", "4")]);
      await log.append([commit("e", "5")]);
      clock.ms += dayMs;
      await log.append([byDay("f", "6")]);
      clock.ms -= dayMs;
      await log.append([byDay("g", "7")]);
      await log.append([commit("h", "8")]);
      const times = (await log.read({ after: 0, limit: 10 })).map(({ atMs }) => atMs - 3 * dayMs);
      expect(times).toEqual([5000, 0, 5000, 0, 5000, dayMs, dayMs, dayMs + 1000]);
      expect(await log.lastAtMs()).toBe(4 * dayMs + 1000);
    });

    it("pages by position", async () => {
      const appended = await log.append([commit("a", "1", "2", "3")]);
      const first = await log.read({ after: 0, limit: 2 });
      expect(first).toEqual(appended.slice(0, 2));
      expect(await log.read({ after: first[1]?.position ?? 0, limit: 2 })).toEqual(
        appended.slice(2),
      );
    });

    it("numbers the events of a stream without gaps", async () => {
      const [, second] = await log.append([commit("a", "1", "2")]);
      await log.append([{ ...commit("a", "3"), head: second ?? emptyStream }]);
      const stream = await log.readStream("a");
      expect(stream.map(({ version }) => version)).toEqual([1, 2, 3]);
    });

    it("refuses to continue a stream that has moved", async () => {
      await log.append([commit("a", "1")]);
      await expect(log.append([commit("a", "2")])).rejects.toThrow(VersionConflict);
      expect(await log.lastPosition()).toBe(1);
    });

    it("refuses another head than the stream's", async () => {
      await log.append([commit("a", "1")]);
      const ahead = { ...commit("b", "3"), head: { version: 4 } };
      await expect(log.append([ahead])).rejects.toThrow(VersionConflict);
    });

    it("returns the stored events of a repeated append", async () => {
      const appended = await log.append([commit("a", "1", "2")]);
      expect(await log.append([commit("a", "1", "2")])).toEqual(appended);
      expect(await log.lastPosition()).toBe(appended.at(-1)?.position);
    });

    it("stores all commits or none", async () => {
      await log.append([commit("b", "1")]);
      await expect(log.append([commit("a", "2"), commit("b", "3")])).rejects.toThrow(
        VersionConflict,
      );
      expect(await log.readStream("a")).toEqual([]);
    });

    it("gives a name to one member only", async () => {
      await log.append([{ ...commit("a", "1"), claim: [username, email] }]);
      await expect(log.append([{ ...commit("b", "2"), claim: [email] }])).rejects.toThrow(
        new ClaimTaken("email"),
      );
      expect(await log.readStream("b")).toEqual([]);
      await log.append([{ ...commit("b", "3"), claim: [{ ...email, digest: "cc" }] }]);
    });

    it("gives a name to one member only within one append, too", async () => {
      const both = [
        { ...commit("a", "1"), claim: [username] },
        { ...commit("b", "2"), claim: [username] },
      ];
      await expect(log.append(both)).rejects.toThrow(ClaimTaken);
      expect(await log.lastPosition()).toBe(0);
    });

    it("refuses a commit that depends on another stream that has moved", async () => {
      const [first] = await log.append([commit("a", "1")]);
      const unchanged = [{ stream: "a", head: first ?? emptyStream }];
      const [own] = await log.append([{ ...commit("b", "2"), unchanged }]);
      await log.append([{ ...commit("a", "3"), head: first ?? emptyStream }]);
      const late = { ...commit("b", "4"), head: own ?? emptyStream, unchanged };
      await expect(log.append([late])).rejects.toThrow(VersionConflict);
      expect(await log.readStream("b")).toHaveLength(1);
      // A repeated append still returns its stored events.
      expect(await log.append([{ ...commit("b", "2"), unchanged }])).toEqual([own]);
    });

    it("refuses one of two commits that depend on each other's stream", async () => {
      const outcomes = await Promise.allSettled([
        log.append([{ ...commit("a", "1"), unchanged: [{ stream: "b", head: emptyStream }] }]),
        log.append([{ ...commit("b", "2"), unchanged: [{ stream: "a", head: emptyStream }] }]),
      ]);
      expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
      expect(await log.lastPosition()).toBe(1);
    });

    it("releases a name for its holder only", async () => {
      const [first] = await log.append([{ ...commit("a", "1"), claim: [username] }]);
      await log.append([{ ...commit("b", "2"), release: [username] }]);
      await expect(log.append([{ ...commit("c", "3"), claim: [username] }])).rejects.toThrow(
        ClaimTaken,
      );
      await log.append([{ ...commit("a", "4"), head: first ?? emptyStream, release: [username] }]);
      await log.append([{ ...commit("c", "5"), claim: [username] }]);
    });

    it("erases personal parts and names of one member but not the events", async () => {
      const sealed = new Uint8Array([1, 2, 3]);
      const [first] = await log.append([
        { ...commit("a", "1"), events: [{ ...someEvent("1"), sealed }], claim: [username] },
        { ...commit("b", "2"), events: [{ ...someEvent("2"), sealed }] },
      ]);
      await log.append([{ ...commit("a", "3"), head: first ?? emptyStream, erase: ["a"] }]);
      const stream = await log.readStream("a");
      expect(stream.map((one) => one.sealed)).toEqual([null, null]);
      expect((await log.readStream("b"))[0]?.sealed).toEqual(sealed);
      await log.append([{ ...commit("c", "4"), claim: [username] }]);
    });

    it("preserves others' claims at an erasure", async () => {
      const [first] = await log.append([{ ...commit("a", "1"), claim: [username] }]);
      await log.append([{ ...commit("b", "2"), claim: [email] }]);
      await log.append([{ ...commit("a", "3"), head: first ?? emptyStream, erase: ["a"] }]);
      await expect(log.append([{ ...commit("c", "4"), claim: [email] }])).rejects.toThrow(
        new ClaimTaken("email"),
      );
      await log.append([{ ...commit("c", "5"), claim: [username] }]);
    });

    it("gives two members one stream, until one of them is erased", async () => {
      const begun = { ...commit("x", "1"), authorId: "a", begins: ["a", "b"] } as const;
      await log.append([begun]);
      expect(await log.between(["a", "b"])).toEqual({ stream: "x", version: 1 });
      expect(await log.between(["a", "c"])).toBeUndefined();
      expect([await log.headOf("x"), await log.headOf("y")]).toEqual([{ version: 1 }, emptyStream]);
      const second = { ...commit("y", "2"), authorId: "b", begins: ["a", "b"] } as const;
      await expect(log.append([second])).rejects.toThrow(VersionConflict);
      await log.append([{ ...commit("x", "3"), head: { version: 1 }, authorId: "b" }]);
      expect((await log.readBy("b")).map(({ eventId }) => eventId)).toEqual(["3"]);
      await log.append([{ ...commit("b", "4"), erase: ["b"] }]);
      expect(await log.between(["a", "b"])).toBeUndefined();
      expect((await log.readStream("x")).map(({ authorId }) => authorId)).toEqual(["a", null]);
    });

    it("returns forgotten texts as null, with their author", async () => {
      const [appended] = await log.append([{ ...commit("x", "1"), authorId: "a" }]);
      await log.forget({ positions: [appended?.position ?? 0] });
      expect(await log.readStream("x")).toMatchObject([{ authorId: "a", sealed: null }]);
    });

    it("never lets time run backwards", async () => {
      await log.append([commit("a", "1")]);
      clock.ms = 500;
      const [later] = await log.append([commit("b", "2")]);
      expect(later?.atMs).toBe(1000);
    });

    it("stores each of many concurrent appends", async () => {
      const names = Array.from({ length: 50 }, (_, index) => `member-${index}`);
      await Promise.all(names.map((memberId) => log.append([commit(memberId, memberId)])));
      const all = await log.read({ after: 0, limit: 100 });
      expect(all.map(({ stream }) => stream).sort()).toEqual([...names].sort());
    });

    it("accepts one of two writers to the same stream", async () => {
      const outcomes = await Promise.allSettled([
        log.append([commit("a", "1")]),
        log.append([commit("a", "2")]),
      ]);
      expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
      expect(await log.readStream("a")).toHaveLength(1);
    });

    it("stores nothing without events", async () => {
      expect(await log.append([])).toEqual([]);
      expect(await log.lastPosition()).toBe(0);
    });
  });
}
