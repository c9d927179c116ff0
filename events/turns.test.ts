import { describe, expect, it } from "vitest";
import { createTurns } from "./turns.ts";

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
