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

/** A task that counts how many of its kind run at once. */
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
  it("runs at most the limit at once, and all in the end", async () => {
    const limit = createConcurrencyLimit(2);
    const { seen, task } = counting();
    await Promise.all(Array.from({ length: 9 }, () => limit(task)));
    expect(seen).toEqual({ now: 0, most: 2 });
  });

  it("continues after a failure", async () => {
    const limit = createConcurrencyLimit(1);
    await expect(limit(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(await limit(() => Promise.resolve("yes"))).toBe("yes");
  });

  it("refuses a task behind too many waiting ones, and runs the others", async () => {
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

  it("runs the first lane before all other waiting tasks", async () => {
    const limit = createConcurrencyLimit(1, 3);
    const started: string[] = [];
    const task = (name: string) => async () => {
      started.push(name);
      await pause();
    };
    const others = ["a", "b", "c", "d"].map((name) => limit(task(name)));
    await expect(limit(task("late"))).rejects.toThrow(TooManyWaiting);
    await Promise.all([...others, limit(task("first"), undefined, "first")]);
    expect(started).toEqual(["a", "first", "b", "c", "d"]);
  });

  it("gives an abandoned task's place to others at once, and never starts it", async () => {
    const limit = createConcurrencyLimit(1, 1);
    const end = Promise.withResolvers<void>();
    const first = limit(() => end.promise);
    const leaving = new AbortController();
    const started: string[] = [];
    const start = (who: string) => () => Promise.resolve(started.push(who));
    const left = limit(start("left"), leaving.signal);
    leaving.abort();
    await expect(left).rejects.toThrow(Abandoned);
    const stayed = limit(start("stayed"));
    await expect(limit(start("late"), leaving.signal)).rejects.toThrow(Abandoned);
    end.resolve();
    await Promise.all([first, stayed]);
    expect(started).toEqual(["stayed"]);
  });

  it("finishes a started task, and continues", async () => {
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

  it("limits the tasks waiting for a key, and reports their number", async () => {
    const limits = createKeyedConcurrencyLimit(1, 2);
    const answers = Promise.all(["a", "a", "a", "b"].map((key) => limits(key, pause)));
    expect([limits.waiting("a"), limits.waiting("b"), limits.waiting("c")]).toEqual([2, 0, 0]);
    await expect(limits("a", pause)).rejects.toThrow(TooManyWaiting);
    await answers;
    expect(limits.waiting("a")).toBe(0);
  });
});
