import { beforeEach, describe, expect, it } from "vitest";
import { commit } from "../testing/commits.ts";
import { emptyStream, type EventLog } from "./event-log.ts";
import type { NewMail, Outbox } from "./outbox.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** The contract of every driver's outbox. */
export function describeOutbox(name: string, create: (now: () => number) => Promise<EventLog>) {
  describe(`outbox: ${name}`, () => {
    let clock: { ms: number };
    let log: EventLog;
    let outbox: Outbox;

    beforeEach(async () => {
      clock = { ms: 1000 };
      log = await create(() => clock.ms);
      ({ outbox } = log);
    });

    const take = (holder = "one", limit = 10) => outbox.take({ holder, limit, leaseMs: minuteMs });
    const takeIds = async (...how: Parameters<typeof take>) => idsOf(await take(...how));

    it("is empty at first", async () => {
      expect(await take()).toEqual([]);
      expect(await outbox.waiting()).toEqual({ count: 0, failed: 0, oldestAtMs: undefined });
    });

    it("has a mail once its event is stored", async () => {
      await log.append([{ ...commit("a", "1"), mail: [mail("m1")] }]);
      expect(await outbox.waiting()).toEqual({ count: 1, failed: 0, oldestAtMs: 1000 });
      expect(await take()).toEqual([
        {
          ...mail("m1"),
          memberId: "a",
          createdAtMs: 1000,
          attempts: 1,
          place: 1,
          isCounted: false,
        },
      ]);
    });

    it("has no mail for a refused append, and one for a repeated append", async () => {
      await log.append([commit("a", "1")]);
      await expect(log.append([{ ...commit("a", "2"), mail: [mail("m1")] }])).rejects.toThrow();
      await expect(
        log.append([{ ...commit("b", "3"), mail: [mail("m2")] }, commit("a", "4")]),
      ).rejects.toThrow();
      expect((await outbox.waiting()).count).toBe(0);
      await log.append([{ ...commit("c", "5"), mail: [mail("m3")] }]);
      await log.append([{ ...commit("c", "5"), mail: [mail("m4")] }]);
      expect((await outbox.waiting()).count).toBe(1);
    });

    it("accepts mails without an event", async () => {
      await outbox.add("a", [mail("m1"), mail("m2")]);
      expect((await takeIds()).sort()).toEqual(["m1", "m2"]);
    });

    it("withholds a mail until its time, and returns due mails before", async () => {
      const later = clock.ms + 1000;
      await outbox.add("a", [{ ...mail("m1"), notBeforeMs: later }, mail("m2")]);
      expect(await take()).toMatchObject([{ messageId: "m2" }]);
      clock.ms = later;
      expect(await take()).toMatchObject([{ messageId: "m1" }]);
    });

    it("counts a mail as waiting only from its time", async () => {
      const later = clock.ms + 7 * dayMs;
      await outbox.add("a", [{ ...mail("m1"), notBeforeMs: later }]);
      expect(await outbox.waiting()).toEqual({ count: 0, failed: 0, oldestAtMs: undefined });
      clock.ms = later + 1;
      expect(await outbox.waiting()).toEqual({ count: 1, failed: 0, oldestAtMs: later });
      await take();
      expect((await outbox.waiting()).count).toBe(1);
      await outbox.postpone("m1", "one", clock.ms + minuteMs);
      expect(await outbox.waiting()).toMatchObject({ count: 1, failed: 1 });
    });

    it("rounds all times of a mail to another member, and dates a later one by its time", async () => {
      clock.ms = 5 * hourMs + 123_456;
      const reminder = { ...mail("m2"), to: "b", notBeforeMs: clock.ms + 3 * dayMs };
      await log.append([{ ...commit("a", "1"), mail: [{ ...mail("m1"), to: "b" }, reminder] }]);
      expect(await take()).toMatchObject([
        { messageId: "m1", memberId: "b", createdAtMs: 5 * hourMs },
      ]);
      await outbox.remove(["m1"]);
      const dueMs = 6 * hourMs + 3 * dayMs;
      clock.ms = dueMs - 1;
      expect(await take()).toEqual([]);
      clock.ms = dueMs;
      expect(await outbox.waiting()).toEqual({ count: 1, failed: 0, oldestAtMs: dueMs });
      expect(await take()).toMatchObject([{ messageId: "m2", createdAtMs: dueMs }]);
    });

    it("leases a mail to one of several concurrent processes", async () => {
      await outbox.add("a", ["m1", "m2", "m3", "m4"].map(mail));
      const taken = await Promise.all(["one", "two", "three"].map((holder) => take(holder, 2)));
      expect(idsOf(taken.flat()).sort()).toEqual(["m1", "m2", "m3", "m4"]);
      expect(await take("four")).toEqual([]);
    });

    it("returns a mail again once its lease expires", async () => {
      await outbox.add("a", [mail("m1")]);
      await take("gone");
      clock.ms += minuteMs - 1;
      expect(await take("other")).toEqual([]);
      clock.ms += 1;
      expect(await take("other")).toMatchObject([{ messageId: "m1", attempts: 2 }]);
    });

    it("withholds a mail from others while its lease is renewed", async () => {
      await outbox.add("a", [mail("m1"), mail("m2")]);
      await take("slow");
      clock.ms += minuteMs - 1;
      await outbox.renew(["m1"], "slow", clock.ms + minuteMs);
      await outbox.renew(["m2"], "stranger", clock.ms + minuteMs);
      clock.ms += 1;
      expect(await take("other")).toMatchObject([{ messageId: "m2" }]);
    });

    it("returns a postponed mail at its new time", async () => {
      await outbox.add("a", [mail("m1")]);
      await take();
      await outbox.postpone("m1", "one", 5000);
      clock.ms = 4999;
      expect(await take()).toEqual([]);
      clock.ms = 5000;
      expect(await take()).toMatchObject([{ messageId: "m1", attempts: 2 }]);
    });

    it("doesn't withhold a mail for as long as a clock was fast", async () => {
      clock.ms += dayMs;
      const later = { ...mail("later"), notBeforeMs: clock.ms + minuteMs };
      await outbox.add("a", [mail("failed"), mail("leased"), later]);
      await take("gone");
      await outbox.postpone("failed", "gone", clock.ms + minuteMs);
      clock.ms -= dayMs;
      expect((await takeIds("other")).sort()).toEqual(["failed", "leased"]);
      // From now on pauses follow the current clock.
      await outbox.postpone("failed", "other", clock.ms + minuteMs);
      expect(await take("third")).toEqual([]);
      clock.ms += dayMs + minuteMs;
      expect(await take("third")).toHaveLength(3);
    });

    it("ignores postponing a mail that another process has leased", async () => {
      await outbox.add("a", [mail("m1")]);
      await take("slow");
      clock.ms += minuteMs;
      await take("other");
      await outbox.postpone("m1", "slow", 0);
      expect(await take("third")).toEqual([]);
    });

    it("returns new mails before failed ones", async () => {
      await outbox.add("a", [mail("failed")]);
      await take();
      await outbox.postpone("failed", "one", 1500);
      clock.ms = 2000;
      await outbox.add("a", [mail("new")]);
      expect(await take("one", 1)).toMatchObject([{ messageId: "new" }]);
    });

    it("gives each kind its share, even if many of another kind wait", async () => {
      const flood = Array.from({ length: 40 }, (_, number) => mail(`reset${number}`));
      await outbox.add("a", flood.map((one) => ({ ...one, kind: "reset-password" })));
      clock.ms += minuteMs;
      await outbox.add("b", ["verify1", "verify2", "verify3"].map(mail));
      const verifying = async () =>
        (await takeIds("one", 5)).filter((id) => id.startsWith("verify"));
      expect(await verifying()).toHaveLength(2);
      expect(await verifying()).toHaveLength(1);
      expect(await take("one", 5)).toHaveLength(5);
    });

    it("returns mails of one kind in order", async () => {
      for (const id of ["c", "a", "b"]) {
        clock.ms++;
        await outbox.add("a", [mail(id)]);
      }
      expect((await takeIds("one", 2)).sort()).toEqual(["a", "c"]);
    });

    it("deletes a removed mail, even if removed twice", async () => {
      await outbox.add("a", [mail("m1")]);
      await take();
      await outbox.remove(["m1"]);
      await outbox.remove(["m1"]);
      clock.ms += minuteMs;
      expect(await take()).toEqual([]);
      expect((await outbox.waiting()).count).toBe(0);
    });

    it("holds a mail until a time without counting an attempt", async () => {
      await outbox.add("a", [mail("m1")]);
      await take();
      await outbox.hold("m1", "one", clock.ms + minuteMs);
      expect(await outbox.waiting()).toEqual({ count: 0, failed: 0, oldestAtMs: undefined });
      expect(await take()).toEqual([]);
      clock.ms += minuteMs;
      expect(await take()).toMatchObject([{ messageId: "m1", attempts: 1 }]);
    });

    it("takes the first mail held for a recipient, and joins the others to it", async () => {
      for (const id of ["m1", "m2", "m3", "other"]) await outbox.add(id, [mail(id)]);
      for (const { messageId } of await take()) {
        const address = messageId === "other" ? "lee" : "kim";
        await outbox.hold(messageId, "one", clock.ms + minuteMs, address);
      }
      clock.ms += minuteMs;
      expect(await takeIds("one")).toEqual(["m1", "other"]);
      expect(await take("two")).toEqual([]);
      expect(idsOf(await outbox.join("m1", "kim", 9))).toEqual(["m2", "m3"]);
      await outbox.add("late", [mail("late")]);
      await take("two");
      await outbox.hold("late", "two", clock.ms, "kim");
      // Its process is gone: the same two go with it again, without the later one.
      clock.ms += minuteMs;
      expect(await take("two")).toMatchObject([
        { messageId: "m1", isCounted: true },
        { messageId: "other", isCounted: false },
      ]);
      expect(idsOf(await outbox.join("m1", "kim", 9))).toEqual(["m2", "m3"]);
      await outbox.remove(["m1", "m2"]);
      expect(await takeIds("three")).toEqual(["m3"]);
      expect(idsOf(await outbox.join("m3", "kim", 9))).toEqual(["late"]);
    });

    it("releases a joined mail with its carrier, and after a while without it", async () => {
      const [head] = await log.append([{ ...commit("a", "1"), mail: [mail("m1")] }]);
      await outbox.add("b", [mail("m2"), mail("m3")]);
      for (const { messageId } of await take()) {
        await outbox.hold(messageId, "one", clock.ms, "support");
      }
      await take();
      expect(await outbox.join("m1", "support", 9)).toHaveLength(2);
      await outbox.hold("m2", "one", clock.ms);
      expect(await take()).toMatchObject([{ messageId: "m2" }]);
      await log.append([{ ...commit("a", "2"), head: head ?? emptyStream, erase: ["a"] }]);
      expect(await take()).toMatchObject([{ messageId: "m3", isCounted: false }]);
    });

    it("finds a member's mails of one kind", async () => {
      await outbox.add("a", [mail("m1"), { ...mail("m2"), kind: "other" }, mail("m3")]);
      await outbox.add("b", [mail("m4")]);
      expect(await outbox.ofMember("a", ["welcome"])).toMatchObject([
        { messageId: "m1" },
        { messageId: "m3" },
      ]);
    });

    it("deletes the mails of an erased member, and no others", async () => {
      const [first] = await log.append([
        { ...commit("a", "1"), mail: [mail("m1")] },
        { ...commit("b", "2"), mail: [mail("m2")] },
      ]);
      await log.append([{ ...commit("a", "3"), head: first ?? emptyStream, erase: ["a"] }]);
      expect(await takeIds()).toEqual(["m2"]);
    });
  });
}

const idsOf = (mails: readonly { readonly messageId: string }[]) =>
  mails.map(({ messageId }) => messageId);

function mail(messageId: string): NewMail {
  return { messageId, kind: "welcome", sealed: new Uint8Array([0, 255, 7]) };
}
