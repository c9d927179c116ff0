import type { DatabaseOptions } from "../database.ts";
import type { RequestsCounted } from "../connections/count-events.ts";
import type { CycleStart } from "./cycle.ts";
import type { Report } from "./report.ts";

/** What the thread is asked: whose log, and how its cycles begin. */
export interface ThreadOrder {
  readonly database: DatabaseOptions;
  readonly start: CycleStart;
  /** The product's version. */
  readonly version: string;
  /** Counts of days that the log doesn't have yet. */
  readonly pending: readonly RequestsCounted[];
}

export type ThreadAnswer =
  | { readonly kind: "reports"; readonly reports: readonly Report[] }
  | { readonly kind: "failed"; readonly message: string };

/**
 * Reports on each cycle that the log knows, oldest first, for staff and for readers outside. Made on a thread of its own, from the log alone.
 *
 * @throws {Error} When they cannot be made.
 */
export async function makeReportsOnThread(order: ThreadOrder): Promise<readonly Report[]> {
  const worker = new Worker(new URL("./report-worker.ts", import.meta.url), { type: "module" });
  try {
    const answer = await new Promise<ThreadAnswer>((resolve) => {
      worker.onmessage = ({ data }: MessageEvent<ThreadAnswer>) => resolve(data);
      worker.onerror = (event) => {
        event.preventDefault();
        resolve({ kind: "failed", message: event.message });
      };
      worker.postMessage(order);
    });
    if (answer.kind === "failed") throw new Error(answer.message);
    return answer.reports;
  } finally {
    worker.terminate();
  }
}
