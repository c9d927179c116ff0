import { setTimeout as delay } from "node:timers/promises";
import { expect, it } from "vitest";
import type { Report } from "../../events/report/report.ts";
import type { LogEntry } from "../log.ts";
import { createInsights } from "./insights.ts";

const sunday = Date.parse("2026-11-15T12:00:00Z");
const weekMs = 7 * 86_400_000;
const closing = (cycle: number) => [{ cycle } as Report];

function given() {
  let lastAtMs = sunday;
  let made = 0;
  let answer: () => Promise<readonly Report[] | undefined> = async () => closing(2026);
  const logged: LogEntry[] = [];
  const insights = createInsights({
    lastAtMs: async () => lastAtMs,
    async makeClosing() {
      made++;
      await delay(5);
      return await answer();
    },
    log: (entry) => void logged.push(entry),
    pauseMs: 0,
  });
  return {
    insights,
    logged,
    made: () => made,
    weekLater: () => void (lastAtMs += weekMs),
    makes: (next: typeof answer) => void (answer = next),
  };
}

it("are made once a week, however often they are looked at, and beside who looks", async () => {
  const { insights, made, weekLater } = given();
  expect(await Promise.all([insights.latest(), insights.latest()])).toEqual([
    { state: "being made" },
    { state: "being made" },
  ]);
  await insights.prepare();
  const ready = { state: "ready", reports: closing(2026) };
  expect(await insights.latest()).toEqual(ready);
  expect(made()).toBe(1);
  weekLater();
  // The week before until the new one is there.
  expect(await insights.latest()).toEqual(ready);
  await insights.prepare();
  expect(made()).toBe(2);
});

it("are none before the first Sunday is over", async () => {
  const { insights, makes } = given();
  makes(async () => undefined);
  await insights.prepare();
  expect(await insights.latest()).toEqual({ state: "none" });
});

it("are tried again after a failure, which is told without names", async () => {
  const { insights, makes, logged, made } = given();
  makes(() => Promise.reject(new Error("No log")));
  await insights.prepare();
  expect(logged).toMatchObject([{ level: "error", event: "making insights failed" }]);
  makes(async () => closing(2026));
  expect(await insights.latest()).toEqual({ state: "being made" });
  await insights.prepare();
  expect(await insights.latest()).toMatchObject({ state: "ready" });
  expect(made()).toBe(2);
});
