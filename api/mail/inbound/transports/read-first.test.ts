import fc from "fast-check";
import { expect, it } from "vitest";
import { streamOf } from "../../../testing/stream-of.ts";
import { readFirst } from "./read-first.ts";

it("returns the first bytes in order, and reads all", async () => {
  const chunk = fc.uint8Array({ maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(fc.array(chunk), fc.integer({ min: 1, max: 100 }), async (chunks, most) => {
      let isRead = false;
      async function* source() {
        yield* chunks;
        isRead = true;
      }
      const all = chunks.flatMap((bytes) => [...bytes]);
      const first = await readFirst(streamOf(source()), most);
      expect([...first]).toEqual(all.slice(0, most));
      expect(isRead).toBe(true);
    }),
  );
});

it("ends with its signal if a stream is silent or endless", async () => {
  const silent = new ReadableStream<Uint8Array>();
  await expect(readFirst(silent, 10, AbortSignal.timeout(50))).rejects.toThrow(/aborted/);
  async function* endless() {
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      yield new Uint8Array(1000);
    }
  }
  const stream = streamOf(endless());
  await expect(readFirst(stream, 10, AbortSignal.timeout(50))).rejects.toThrow(/aborted/);
});

it("fails if a stream breaks off", async () => {
  async function* broken() {
    yield new Uint8Array(5);
    throw new Error("Broken off");
  }
  await expect(readFirst(streamOf(broken()), 10)).rejects.toThrow("Broken off");
  expect(await readFirst(streamOf<Uint8Array>([]), 10)).toEqual(new Uint8Array());
});
