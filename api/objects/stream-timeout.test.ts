import { describe, expect, it } from "vitest";
import { streamOf } from "../testing/stream-of.ts";
import { withStreamTimeout } from "./object-store.ts";

/** A source of endless parts that remembers what was taken of it, and whether it was let go. */
function aSource() {
  const source = { taken: 0, isReleased: false };
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array([source.taken++ % 256])),
    cancel: () => void (source.isReleased = true),
  }, { highWaterMark: 0 });
  return { source, body };
}

describe("an object that is being read", () => {
  it("arrives whole", async () => {
    const parts = Array.from({ length: 1000 }, (_, i) => new Uint8Array([i % 256]));
    const read = await Array.fromAsync(withStreamTimeout(streamOf(parts)));
    expect(read).toEqual(parts);
  });

  it("is let go once no one takes the rest", async () => {
    const { source, body } = aSource();
    const reader = withStreamTimeout(body, 20).getReader();
    await reader.read();
    await expect.poll(() => source.isReleased).toBe(true);
    await expect(reader.read()).rejects.toThrow("No one took the rest");
    expect(source.taken).toBe(1);
  });

  it("is let go when no one ever reads, and nothing was read for them", async () => {
    const { source, body } = aSource();
    const reader = withStreamTimeout(body, 20).getReader();
    await expect(reader.closed).rejects.toThrow("No one took the rest");
    expect(source).toEqual({ taken: 0, isReleased: true });
  });

  it("breaks off when its source goes on no further", async () => {
    const silent = new ReadableStream<Uint8Array>({ pull: () => new Promise(() => {}) });
    await expect(withStreamTimeout(silent, 20).getReader().read()).rejects.toThrow();
  });

  it("breaks off with its source", async () => {
    const broken = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.error(new Error("The disk is gone")),
    });
    await expect(withStreamTimeout(broken).getReader().read()).rejects.toThrow("The disk is gone");
  });

  it("is let go at once by those who leave", async () => {
    const { source, body } = aSource();
    await withStreamTimeout(body).cancel();
    expect(source.isReleased).toBe(true);
  });
});
