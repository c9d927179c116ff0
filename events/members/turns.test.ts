import { describe, expect, it } from "vitest";
import { besideReadersMs, createTurns, createTurnstile } from "./turns.ts";

describe("turns of one member", () => {
  it("come one after the other, after a failure, too, and hold up nobody else", async () => {
    const turn = createTurns();
    const done: string[] = [];
    const first = Promise.withResolvers<void>();
    const all = [
      turn("a", () => first.promise.then(() => done.push("a 1"))),
      turn("a", () => Promise.reject(new Error("No"))).catch(() => done.push("a 2")),
      turn("a", async () => done.push("a 3")),
    ];
    await turn("b", async () => done.push("b"));
    expect(done).toEqual(["b"]);
    first.resolve();
    await Promise.all(all);
    expect(done).toEqual(["b", "a 1", "a 2", "a 3"]);
  });

  it("are taken all the same when what is before hangs", async () => {
    const turn = createTurns(5);
    void turn("a", () => new Promise(() => {}));
    expect(await turn("a", async () => "done")).toBe("done");
  });
});

describe("the turnstile", () => {
  it("lets others be answered between any two who begin", async () => {
    const pass = createTurnstile();
    const done: string[] = [];
    const begin = ["a", "b", "c"].map((name) => pass().then(() => done.push(name)));
    const answer = (rest: number) => {
      done.push("answer");
      if (rest > 0) setImmediate(() => answer(rest - 1));
    };
    setImmediate(() => answer(2));
    await Promise.all(begin);
    expect(done.slice(0, 6).filter((what) => what !== "answer")).toEqual(["a", "b", "c"]);
    expect(done.join(" ")).toMatch(/a.* answer.* b.* answer.* c/);
  });

  it("leaves those who read most of the time, and makes nobody wait for good", async () => {
    const pass = createTurnstile(() => true);
    const begunAt: number[] = [];
    await Promise.all([1, 2, 3].map(() => pass().then(() => begunAt.push(performance.now()))));
    const [first = 0, , third = 0] = begunAt;
    expect(third - first).toBeGreaterThan(besideReadersMs);
  });
});
