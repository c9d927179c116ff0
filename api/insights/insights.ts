import type { Report } from "../../events/report/report.ts";
import { mondayBefore } from "../../events/report/week.ts";
import { describeError, type Log } from "../log.ts";
import type { Insights } from "../program/office.ts";

export interface InsightsDependencies {
  /** When the newest event of the log happened, in milliseconds since 1970; 0 for none. */
  readonly lastAtMs: () => Promise<number>;
  /** Makes the closing of the last Sunday; `undefined` while there is none. */
  readonly makeClosing: () => Promise<readonly Report[] | undefined>;
  readonly log: Log;
  /** For how long one that could not be made is not tried again. */
  readonly pauseMs?: number;
}

/** What is kept: the newest closing that could be made. */
interface Kept {
  readonly mondayMs: number;
  readonly reports: readonly Report[] | undefined;
}

/**
 * Insights: the closing of the last Sunday, kept in memory until the next one. It follows from the log, so every
 * node has the same. No request waits for it.
 */
export function createInsights(deps: InsightsDependencies): Insights {
  const { lastAtMs, makeClosing, log, pauseMs = 60_000 } = deps;
  let kept: Kept | undefined;
  let making: Promise<void> | undefined;
  let failedAtMs = -Infinity;

  async function make(mondayMs: number): Promise<void> {
    try {
      kept = { mondayMs, reports: await makeClosing() };
    } catch (error) {
      failedAtMs = performance.now();
      log({ level: "error", event: "making insights failed", ...describeError(error) });
    } finally {
      making = undefined;
    }
  }

  /** Begins one where it is due. */
  async function look(): Promise<void> {
    const mondayMs = mondayBefore(await lastAtMs() + 1);
    if (kept?.mondayMs === mondayMs || performance.now() < failedAtMs + pauseMs) return;
    making ??= make(mondayMs);
  }

  return {
    async latest() {
      await look();
      // That of the week before is as true as it was.
      if (kept?.reports) return { state: "ready", reports: kept.reports };
      if (making) return { state: "being made" };
      return { state: kept === undefined ? "failed" : "none" };
    },
    async prepare() {
      await look();
      await making;
    },
  };
}
