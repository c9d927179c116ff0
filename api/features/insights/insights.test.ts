import { setTimeout as delay } from "node:timers/promises";
import { expect, it } from "vitest";
import type { Report } from "../../../events/report/report.ts";
import type { LogEntry } from "../../node/log.ts";
import { createInsights } from "./insights.ts";

const reports = (cycle: number) => [{ cycle } as Report];

function given({ patienceMs = 1000 } = {}) {
  let position = 1;
  let made = 0;
  let answer: () => Promise<readonly Report[]> = async () => reports(2026);
  const logged: LogEntry[] = [];
  const insights = createInsights({
    lastPosition: async () => position,
    async makeReports() {
      made++;
      await delay(20);
      return await answer();
    },
    log: (entry) => void logged.push(entry),
    patienceMs,
  });
  return {
    insights,
    logged,
    made: () => made,
    appendEvent: () => void position++,
    makes: (next: typeof answer) => void (answer = next),
  };
}

it("are made once for all readers, and cached until the next event", async () => {
  const { insights, made, appendEvent, makes } = given();
  expect(made()).toBe(0);
  const ready = { state: "ready", reports: reports(2026) };
  expect(await Promise.all([insights.latest(), insights.latest()])).toEqual([ready, ready]);
  expect(await insights.latest()).toEqual(ready);
  expect(made()).toBe(1);
  appendEvent();
  makes(async () => reports(2027));
  expect(await insights.latest()).toEqual({ state: "ready", reports: reports(2027) });
  expect(made()).toBe(2);
});

it("return the previous reports, or their state, while new ones take long", async () => {
  const { insights, appendEvent, makes } = given({ patienceMs: 1 });
  expect(await insights.latest()).toEqual({ state: "being made" });
  await delay(50);
  expect(await insights.latest()).toEqual({ state: "ready", reports: reports(2026) });
  appendEvent();
  makes(async () => reports(2027));
  expect(await insights.latest()).toEqual({ state: "ready", reports: reports(2026) });
  await delay(50);
  expect(await insights.latest()).toEqual({ state: "ready", reports: reports(2027) });
});

it("retry at the next request after a failure, and log it without names", async () => {
  const { insights, makes, logged } = given();
  makes(() => Promise.reject(new Error("No log")));
  expect(await insights.latest()).toEqual({ state: "failed" });
  expect(logged).toMatchObject([{ level: "error", event: "making insights failed" }]);
  makes(async () => reports(2026));
  expect(await insights.latest()).toMatchObject({ state: "ready" });
});
