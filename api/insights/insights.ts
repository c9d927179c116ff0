import { setTimeout as delay } from "node:timers/promises";
import type { Report } from "../../events/report/report.ts";
import { describeError, type Log } from "../log.ts";

export interface InsightsDependencies {
  /** The log's last position. */
  readonly lastPosition: () => Promise<number>;
  /** Makes reports of the log as it is. */
  readonly makeReports: () => Promise<readonly Report[]>;
  readonly log: Log;
  /** How long a request waits for new reports, before it is shown those of before. */
  readonly patienceMs?: number;
}

interface Made {
  /** The log position that they were asked for at. */
  readonly position: number;
  readonly reports: readonly Report[];
}

/**
 * Insights: reports, cached until the next event is recorded. Requests that arrive meanwhile share one replay.
 */
export function createInsights(deps: InsightsDependencies) {
  const { lastPosition, makeReports, log, patienceMs = 2000 } = deps;
  let made: Made | undefined;
  let making: Promise<boolean> | undefined;

  /** Whether it could be done. */
  async function make(position: number): Promise<boolean> {
    try {
      made = { position, reports: await makeReports() };
      return true;
    } catch (error) {
      log({ level: "error", event: "making insights failed", ...describeError(error) });
      return false;
    } finally {
      making = undefined;
    }
  }

  return {
    /** The newest. Where they take long, those of before, or none yet. */
    async latest(): Promise<
      | { readonly state: "ready"; readonly reports: readonly Report[] }
      | { readonly state: "being made" | "failed" }
    > {
      const position = await lastPosition();
      if (made?.position !== position) {
        making ??= make(position);
        const isDone = await Promise.race([making, delay(patienceMs, undefined, { ref: false })]);
        if (made === undefined) return { state: isDone === false ? "failed" : "being made" };
      }
      return { state: "ready", reports: made.reports };
    },
  };
}

export type Insights = ReturnType<typeof createInsights>;
