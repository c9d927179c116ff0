import { describe, expect, it } from "vitest";
import { streamOf } from "../testing/stream-of.ts";
import { withStreamTimeout } from "./object-store.ts";

/** An endless source that counts parts read, and notes whether it was canceled. */
function aSource() {
  const source = { taken: 0, isReleased: false };
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array([source.taken++ % 256])),
    cancel: () => void (source.isReleased = true),
  }, { highWaterMark: 0 });
  return { source, body };
}

describe("an object that is being read", () => {
  it("arrives completely", async () => {
    const parts = Array.from({ length: 1000 }, (_, i) => new Uint8Array([i % 256]));
    const read = await Array.fromAsync(withStreamTimeout(streamOf(parts)));
    expect(read).toEqual(parts);
  });

  it("is canceled if the reader stops", async () => {
    const { source, body } = aSource();
    const reader = withStreamTimeout(body, 20).getReader();
    await reader.read();
    await expect.poll(() => source.isReleased).toBe(true);
    await expect(reader.read()).rejects.toThrow("No one took the rest");
    expect(source.taken).toBe(1);
  });

  it("is canceled unread if no one ever reads", async () => {
    const { source, body } = aSource();
    const reader = withStreamTimeout(body, 20).getReader();
    await expect(reader.closed).rejects.toThrow("No one took the rest");
    expect(source).toEqual({ taken: 0, isReleased: true });
  });

  it("breaks off if its source stalls", async () => {
    const silent = new ReadableStream<Uint8Array>({ pull: () => new Promise(() => {}) });
    await expect(withStreamTimeout(silent, 20).getReader().read()).rejects.toThrow();
  });

  it("breaks off with its source", async () => {
    const broken = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.error(new Error("The disk is gone")),
    });
    await expect(withStreamTimeout(broken).getReader().read()).rejects.toThrow("The disk is gone");
  });

  it("is canceled at once if the reader leaves", async () => {
    const { source, body } = aSource();
    await withStreamTimeout(body).cancel();
    expect(source.isReleased).toBe(true);
  });
});
