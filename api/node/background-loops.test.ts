import { afterEach, expect, it, vi } from "vitest";
import { type LoopDependencies, startBackgroundLoops } from "./background-loops.ts";

afterEach(() => void vi.useRealTimers());

it("signs the log's head at the start and each hour", async () => {
  vi.useFakeTimers();
  const done = async () => {};
  let signed = 0;
  const working: Partial<LoopDependencies> = {
    follow: done,
    purge: done,
    passTime: done,
    sweep: done,
    removeLeft: done,
    saveIndex: done,
    verifyLog: done,
    remoteSearch: undefined,
    readiness: { check: async () => ({ state: "ready", parts: [] }), look: done },
    outboxSender: { sendDue: done, wake: () => {}, stop: done, settled: done },
    async writeHead() {
      signed += 1;
    },
  };
  const product = { insights: { prepare: done } };
  const stop = startBackgroundLoops({ ...working, product } as LoopDependencies, () => {});
  expect(signed).toBe(1);
  await vi.advanceTimersByTimeAsync(3 * 60 * 60_000 + 1000);
  expect(signed).toBe(4);
  await stop();
}, 30_000);
