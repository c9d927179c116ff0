import type { DatabaseOptions } from "../database.ts";
import type { CycleStart } from "./cycle.ts";
import type { Report } from "./report.ts";

/** What the thread is asked: whose log, and how its cycles begin. */
export interface ClosingOrder {
  readonly database: DatabaseOptions;
  readonly start: CycleStart;
  /** The product's version. */
  readonly version: string;
}

export type ClosingAnswer =
  | { readonly kind: "reports"; readonly reports: readonly Report[] }
  | { readonly kind: "none" }
  | { readonly kind: "failed"; readonly message: string };

/**
 * The closing of a week: a report with all statistics on each cycle that the log knows, oldest first, as of the last
 * Sunday that was over at its last event. Made on a thread of its own, from the log alone.
 *
 * @returns `undefined` while nothing had happened before that Sunday was over.
 * @throws {Error} When it cannot be made.
 */
export async function makeClosing(order: ClosingOrder): Promise<readonly Report[] | undefined> {
  const worker = new Worker(new URL("./closing-worker.ts", import.meta.url), { type: "module" });
  try {
    const answer = await new Promise<ClosingAnswer>((resolve) => {
      worker.onmessage = ({ data }: MessageEvent<ClosingAnswer>) => resolve(data);
      worker.onerror = (event) => {
        event.preventDefault();
        resolve({ kind: "failed", message: event.message });
      };
      worker.postMessage(order);
    });
    if (answer.kind === "failed") throw new Error(answer.message);
    return answer.kind === "none" ? undefined : answer.reports;
  } finally {
    worker.terminate();
  }
}
