// @vitest-environment happy-dom
import { describe, expect, it, vi } from "vitest";
import { answerCalls } from "../testing/calls.ts";
import { createLookUps } from "./look-ups.ts";

const path = "/api/directory";

describe("looking up", () => {
  it("finds what the server knew already, and asks for nothing", () => {
    const calls = answerCalls({});
    const lookUps = createLookUps([[[path], { total: 1 }]]);
    lookUps.watch([path], () => {});
    expect(lookUps.read(path)).toMatchObject({ data: { total: 1 }, isFetching: false });
    expect(calls).toEqual([]);
  });

  it("asks once, however many watch, and tells each of them", async () => {
    const calls = answerCalls({ [`GET ${path}`]: [200, { total: 2 }] });
    const lookUps = createLookUps();
    const told = vi.fn();
    lookUps.watch([path], told);
    lookUps.watch([path], told);
    expect(lookUps.read(path).isFetching).toBe(true);
    await lookUps.ask(path);
    expect(lookUps.read(path)).toMatchObject({ data: { total: 2 }, isFetching: false });
    expect([calls.length, told.mock.calls.length]).toEqual([1, 2]);
  });

  it("keeps a failure for who watches, and asks again when told to", async () => {
    answerCalls({});
    const lookUps = createLookUps();
    lookUps.watch([path], () => {});
    await lookUps.ask(path);
    expect(lookUps.read(path)).toMatchObject({ data: undefined, isFetching: false });
    expect(lookUps.read(path).error).toBeInstanceOf(Error);
    answerCalls({ [`GET ${path}`]: [200, { total: 3 }] });
    await lookUps.ask(path);
    expect(lookUps.read(path)).toMatchObject({ data: { total: 3 }, error: undefined });
  });

  it("forgets a failure that nobody watches", async () => {
    answerCalls({});
    const lookUps = createLookUps();
    await lookUps.ask(path);
    expect(lookUps.read(path)).toMatchObject({ error: undefined, isFetching: true });
  });

  it("aborts what nobody waits for, and not what somebody still does", async () => {
    const signals = new Map<string, AbortSignal>();
    vi.stubGlobal("fetch", (asked: string, { signal }: { signal: AbortSignal }) => {
      signals.set(asked, signal);
      return new Promise(() => {});
    });
    const lookUps = createLookUps();
    const leave = lookUps.watch(["/one", "/two"], () => {});
    leave();
    lookUps.watch(["/two"], () => {});
    await Promise.resolve();
    expect([signals.get("/one")?.aborted, signals.get("/two")?.aborted]).toEqual([true, false]);
    vi.unstubAllGlobals();
  });

  it("keeps a bounded number of answers, and those that are watched in any case", async () => {
    const fetched = vi.fn(async () => new Response("{}"));
    vi.stubGlobal("fetch", fetched);
    const lookUps = createLookUps();
    lookUps.watch(["/0"], () => {});
    for (let page = 0; page <= 150; page++) await lookUps.ask(`/${page}`);
    const isKept = (page: number) => !lookUps.read(`/${page}`).isFetching;
    expect([isKept(0), isKept(1), isKept(150)]).toEqual([true, false, true]);
    vi.unstubAllGlobals();
  });
});
