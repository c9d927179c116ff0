// @vitest-environment happy-dom
import { describe, expect, it, vi } from "vitest";
import { answerCalls } from "../testing/calls.ts";
import { LookUps } from "./look-ups.tsx";

const path = "/api/directory";

describe("looking up", () => {
  it("asks once, however many watch, and tells each of them", async () => {
    const calls = answerCalls({ [`GET ${path}`]: [200, { total: 2 }] });
    const lookUps = new LookUps();
    const told = vi.fn();
    lookUps.watch([path], told);
    lookUps.watch([path], told);
    expect(lookUps.read(path).isFetching).toBe(true);
    await lookUps.ask(path);
    expect(lookUps.read(path)).toMatchObject({ data: { total: 2 }, isFetching: false });
    expect([calls.length, told.mock.calls.length]).toEqual([1, 2]);
  });

  it("forgets a failure that no one watches", async () => {
    answerCalls({});
    const lookUps = new LookUps();
    await lookUps.ask(path);
    expect(lookUps.read(path)).toMatchObject({ error: undefined, isFetching: true });
  });

  it("aborts what no one waits for, and not what someone still does", async () => {
    const signals = new Map<string, AbortSignal>();
    vi.stubGlobal("fetch", (asked: string, { signal }: { signal: AbortSignal }) => {
      signals.set(asked, signal);
      return new Promise(() => {});
    });
    const lookUps = new LookUps();
    const leave = lookUps.watch(["/one", "/two"], () => {});
    leave();
    lookUps.watch(["/two"], () => {});
    await Promise.resolve();
    expect([signals.get("/one")?.aborted, signals.get("/two")?.aborted]).toEqual([true, false]);
    vi.unstubAllGlobals();
  });
});
