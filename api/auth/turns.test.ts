import { setImmediate } from "node:timers";
import { describe, expect, it } from "vitest";
import { Abandoned, createKeyedTurns, createTurns, TooManyWaiting } from "./turns.ts";

/** Long enough for every other task that may begin to do so. */
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

describe("createTurns", () => {
  it("lets no more run at once than it may, and everyone in the end", async () => {
    const turn = createTurns(2);
    const { seen, task } = counting();
    await Promise.all(Array.from({ length: 9 }, () => turn(task)));
    expect(seen).toEqual({ now: 0, most: 2 });
  });

  it("goes on after a failure", async () => {
    const turn = createTurns(1);
    await expect(turn(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(await turn(() => Promise.resolve("yes"))).toBe("yes");
  });
});

describe("createTurns with a queue that ends", () => {
  it("refuses whoever would wait behind too many, and goes on with the others", async () => {
    const turn = createTurns(1, 2);
    const answers = await Promise.allSettled([1, 2, 3, 4].map((number) =>
      turn(async () => {
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
    expect(await turn(async () => "after")).toBe("after");
  });
});

describe("createTurns with two lanes", () => {
  it("lets those in the first lane come before all others who wait, however many those are", async () => {
    const turn = createTurns(1, 3);
    const begun: string[] = [];
    const task = (name: string) => async () => {
      begun.push(name);
      await pause();
    };
    const others = ["a", "b", "c", "d"].map((name) => turn(task(name)));
    await expect(turn(task("late"))).rejects.toThrow(TooManyWaiting);
    await Promise.all([...others, turn(task("first"), undefined, "first")]);
    expect(begun).toEqual(["a", "first", "b", "c", "d"]);
  });
});

describe("createTurns for those who leave", () => {
  it("gives their place to others at once, and does not begin for them", async () => {
    const turn = createTurns(1, 1);
    const end = Promise.withResolvers<void>();
    const first = turn(() => end.promise);
    const leaving = new AbortController();
    const begun: string[] = [];
    const begin = (who: string) => () => Promise.resolve(begun.push(who));
    const left = turn(begin("left"), leaving.signal);
    leaving.abort();
    await expect(left).rejects.toThrow(Abandoned);
    const stayed = turn(begin("stayed"));
    await expect(turn(begin("late"), leaving.signal)).rejects.toThrow(Abandoned);
    end.resolve();
    await Promise.all([first, stayed]);
    expect(begun).toEqual(["stayed"]);
  });

  it("finishes what has begun, and goes on", async () => {
    const turn = createTurns(1);
    const leaving = new AbortController();
    const end = Promise.withResolvers<string>();
    const first = turn(() => end.promise, leaving.signal);
    const second = turn(() => Promise.resolve("second"));
    leaving.abort();
    end.resolve("first");
    expect(await Promise.all([first, second])).toEqual(["first", "second"]);
  });
});

describe("createKeyedTurns", () => {
  it("lets different keys run beside each other", async () => {
    const turns = createKeyedTurns(1);
    const { seen, task } = counting();
    await Promise.all(["a", "a", "b", "b"].map((key) => turns(key, task)));
    expect(seen.most).toBe(2);
  });

  it("lets so many wait for a key, whatever others do, and says how many", async () => {
    const turns = createKeyedTurns(1, 2);
    const answers = Promise.all(["a", "a", "a", "b"].map((key) => turns(key, pause)));
    expect([turns.waiting("a"), turns.waiting("b"), turns.waiting("c")]).toEqual([2, 0, 0]);
    await expect(turns("a", pause)).rejects.toThrow(TooManyWaiting);
    await answers;
    expect(turns.waiting("a")).toBe(0);
  });
});
