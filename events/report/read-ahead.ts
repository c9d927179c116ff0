import type { DatabaseOptions } from "../database.ts";
import type { Page } from "./pages.ts";
import { ReportError } from "./report-error.ts";

/** How many pages may wait: enough to keep both sides at work, few enough for memory. */
const pagesAhead = 4;

/** What the worker is told first; each later message asks for one more page. */
export interface ReadAheadOrder {
  readonly database: DatabaseOptions;
  readonly position: number;
  readonly pagesAhead: number;
}

export type ReadAheadAnswer =
  | { readonly kind: "page"; readonly page: Page }
  | { readonly kind: "end" }
  | { readonly kind: "failed"; readonly message: string };

/**
 * The pages of a log up to a position, read on a second core while the ones before are counted: a
 * page takes the database about as long as the statistics.
 *
 * @throws {ReportError} When a page cannot be read.
 */
export async function* readAhead(
  database: DatabaseOptions,
  position: number,
): AsyncGenerator<Page> {
  const worker = new Worker(new URL("./read-ahead-worker.ts", import.meta.url), {
    type: "module",
  });
  const answers: ReadAheadAnswer[] = [];
  let wake = () => {};
  const receive = (answer: ReadAheadAnswer) => {
    answers.push(answer);
    wake();
  };
  worker.onmessage = ({ data }: MessageEvent<ReadAheadAnswer>) => receive(data);
  worker.onerror = (event) => {
    event.preventDefault();
    receive({ kind: "failed", message: event.message });
  };
  try {
    const order: ReadAheadOrder = { database, position, pagesAhead };
    worker.postMessage(order);
    for (;;) {
      const answer = answers.shift();
      if (answer === undefined) {
        await new Promise<void>((resolve) => (wake = resolve));
        continue;
      }
      if (answer.kind === "end") return;
      if (answer.kind === "failed") {
        throw new ReportError(`The log cannot be read: ${answer.message}`);
      }
      worker.postMessage("next");
      yield answer.page;
    }
  } finally {
    worker.terminate();
  }
}
