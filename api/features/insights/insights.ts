import { setTimeout as delay } from "node:timers/promises";
import type { Report } from "../../../events/report/report.ts";
import { describeError, type Log } from "../../node/log.ts";

interface InsightsDependencies {
  readonly lastPosition: () => Promise<number>;
  readonly makeReports: () => Promise<readonly Report[]>;
  readonly log: Log;
  /** How long a request waits for new reports before it gets the last ones. */
  readonly patienceMs?: number;
}

interface Made {
  /** The log position when they were requested. */
  readonly position: number;
  readonly reports: readonly Report[];
}

/** Reports, cached until the next event. Requests during a replay share it. */
export function createInsights(deps: InsightsDependencies) {
  const { lastPosition, makeReports, log, patienceMs = 2000 } = deps;
  let made: Made | undefined;
  let making: Promise<boolean> | undefined;

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
    /** The newest reports; the previous ones, if any, while making them takes long. */
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
