import { describe, expect, it } from "vitest";
import { KeyedLock } from "./keyed-lock.ts";

describe("a keyed lock", () => {
  it("runs work of one key in order, even after a failure, and of other keys in parallel", async () => {
    const lock = new KeyedLock();
    const done: string[] = [];
    const first = Promise.withResolvers<void>();
    const all = [
      lock.run("a", () => first.promise.then(() => done.push("a 1"))),
      lock.run("a", () => Promise.reject(new Error("No"))).catch(() => done.push("a 2")),
      lock.run("a", async () => done.push("a 3")),
    ];
    await lock.run("b", async () => done.push("b"));
    expect(done).toEqual(["b"]);
    first.resolve();
    await Promise.all(all);
    expect(done).toEqual(["b", "a 1", "a 2", "a 3"]);
  });

  it("stops waiting for work that hangs", async () => {
    const lock = new KeyedLock(5);
    void lock.run("a", () => new Promise(() => {}));
    expect(await lock.run("a", async () => "done")).toBe("done");
  });
});
