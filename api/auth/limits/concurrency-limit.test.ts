import { setImmediate } from "node:timers";
import { describe, expect, it } from "vitest";
import {
  Abandoned,
  createConcurrencyLimit,
  createKeyedConcurrencyLimit,
  TooManyWaiting,
} from "./concurrency-limit.ts";

/** Long enough for other tasks to begin. */
const pause = () => new Promise((resolve) => setImmediate(resolve));

/** A task that notes how many of its kind run at once. */
function counting() {
  const seen = { now: 0, most: 0 };
  return {
    seen,
    async task() {
      seen.most = Math.max(seen.most, ++seen.now);
      await pause();
      seen.now--;
    },
  };
}

describe("createConcurrencyLimit", () => {
  it("runs at most so many at once, and all in the end", async () => {
    const limit = createConcurrencyLimit(2);
    const { seen, task } = counting();
    await Promise.all(Array.from({ length: 9 }, () => limit(task)));
    expect(seen).toEqual({ now: 0, most: 2 });
  });

  it("goes on after a failure", async () => {
    const limit = createConcurrencyLimit(1);
    await expect(limit(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(await limit(() => Promise.resolve("yes"))).toBe("yes");
  });

  it("refuses those who would wait behind too many, and goes on with the others", async () => {
    const limit = createConcurrencyLimit(1, 2);
    const answers = await Promise.allSettled([1, 2, 3, 4].map((number) =>
      limit(async () => {
        await pause();
        return number;
      })
    ));
    expect(answers.map(({ status }) => status)).toEqual([
      "fulfilled",
      "fulfilled",
      "fulfilled",
      "rejected",
    ]);
    expect(answers[3]).toMatchObject({ reason: { name: "TooManyWaiting" } });
    expect(await limit(async () => "after")).toBe("after");
  });

  it("lets those in the first lane come before all others who wait, however many those are", async () => {
    const limit = createConcurrencyLimit(1, 3);
    const begun: string[] = [];
    const task = (name: string) => async () => {
      begun.push(name);
      await pause();
    };
    const others = ["a", "b", "c", "d"].map((name) => limit(task(name)));
    await expect(limit(task("late"))).rejects.toThrow(TooManyWaiting);
    await Promise.all([...others, limit(task("first"), undefined, "first")]);
    expect(begun).toEqual(["a", "first", "b", "c", "d"]);
  });

  it("gives their place to others at once, and does not begin for them", async () => {
    const limit = createConcurrencyLimit(1, 1);
    const end = Promise.withResolvers<void>();
    const first = limit(() => end.promise);
    const leaving = new AbortController();
    const begun: string[] = [];
    const begin = (who: string) => () => Promise.resolve(begun.push(who));
    const left = limit(begin("left"), leaving.signal);
    leaving.abort();
    await expect(left).rejects.toThrow(Abandoned);
    const stayed = limit(begin("stayed"));
    await expect(limit(begin("late"), leaving.signal)).rejects.toThrow(Abandoned);
    end.resolve();
    await Promise.all([first, stayed]);
    expect(begun).toEqual(["stayed"]);
  });

  it("finishes what has begun, and goes on", async () => {
    const limit = createConcurrencyLimit(1);
    const leaving = new AbortController();
    const end = Promise.withResolvers<string>();
    const first = limit(() => end.promise, leaving.signal);
    const second = limit(() => Promise.resolve("second"));
    leaving.abort();
    end.resolve("first");
    expect(await Promise.all([first, second])).toEqual(["first", "second"]);
  });
});

describe("createKeyedConcurrencyLimit", () => {
  it("lets different keys run beside each other", async () => {
    const limits = createKeyedConcurrencyLimit(1);
    const { seen, task } = counting();
    await Promise.all(["a", "a", "b", "b"].map((key) => limits(key, task)));
    expect(seen.most).toBe(2);
  });

  it("lets so many wait for a key, whatever others do, and says how many", async () => {
    const limits = createKeyedConcurrencyLimit(1, 2);
    const answers = Promise.all(["a", "a", "a", "b"].map((key) => limits(key, pause)));
    expect([limits.waiting("a"), limits.waiting("b"), limits.waiting("c")]).toEqual([2, 0, 0]);
    await expect(limits("a", pause)).rejects.toThrow(TooManyWaiting);
    await answers;
    expect(limits.waiting("a")).toBe(0);
  });
});
