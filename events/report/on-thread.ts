import { askWorker } from "../worker.ts";
import type { RequestsCounted } from "../connections/count-events.ts";
import type { DatabaseOptions } from "../database.ts";
import type { CycleStart } from "./cycle.ts";
import type { Report } from "./report.ts";

/** What the worker is asked: whose log, and how its cycles begin. */
export interface ThreadOrder {
  readonly database: DatabaseOptions;
  readonly start: CycleStart;
  /** The product's version. */
  readonly version: string;
  /** Counts of days that the log doesn't have yet. */
  readonly pending: readonly RequestsCounted[];
}

/**
 * Reports on each cycle that the log knows, oldest first, for staff and for readers outside. Made on a worker, from the log alone.
 *
 * @throws {Error} When they cannot be made.
 */
export async function makeReportsOnThread(order: ThreadOrder): Promise<readonly Report[]> {
  const worker = new Worker(new URL("./report-worker.ts", import.meta.url), { type: "module" });
  return await askWorker(worker, order);
}
