import type { DatabaseOptions } from "../../database.ts";
import type { Page } from "./pages.ts";
import { ReportError } from "../report-error.ts";

/** How many pages may wait: enough to keep both sides at work, few enough for memory. */
const pagesAhead = 4;

/** What the worker is told: to begin a reading, or that one more page of it may be read. */
export type ReadAheadOrder =
  | {
    readonly reading: number;
    readonly database: DatabaseOptions;
    readonly position: number;
    readonly pagesAhead: number;
  }
  | "next";

export type ReadAheadAnswer =
  & { readonly reading: number }
  & (
    | { readonly kind: "page"; readonly page: Page }
    | { readonly kind: "end" }
    | { readonly kind: "failed"; readonly message: string }
  );

/** Reads a log on a second core. */
export interface ReadAhead {
  /**
   * The pages up to a position, read while the ones before are counted: a page takes the database
   * about as long as the statistics. Ends an earlier reading.
   *
   * @throws {ReportError} When a page cannot be read.
   */
  pages(position: number): AsyncGenerator<Page>;
  /** Ends the reading, too. */
  close(): void;
}

export function startReadAhead(database: DatabaseOptions): ReadAhead {
  const worker = new Worker(new URL("./read-ahead-worker.ts", import.meta.url), {
    type: "module",
  });
  const tell = (order: ReadAheadOrder) => worker.postMessage(order);
  let reading = 0;

  async function* pages(position: number): AsyncGenerator<Page> {
    const current = ++reading;
    const answers: ReadAheadAnswer[] = [];
    let wake = () => {};
    const receive = (answer: ReadAheadAnswer) => {
      // Of an earlier reading that was left, pages may be on their way.
      if (answer.reading !== current) return;
      answers.push(answer);
      wake();
    };
    worker.onmessage = ({ data }: MessageEvent<ReadAheadAnswer>) => receive(data);
    worker.onerror = (event) => {
      event.preventDefault();
      receive({ reading: current, kind: "failed", message: event.message });
    };
    tell({ reading: current, database, position, pagesAhead });
    for (;;) {
      const answer = answers.shift();
      if (answer === undefined) {
        await new Promise<void>((resolve) => (wake = resolve));
        continue;
      }
      if (answer.kind === "end") return;
      if (answer.kind === "failed") {
        throw new ReportError(`The log can't be read: ${answer.message}`);
      }
      tell("next");
      yield answer.page;
    }
  }

  return { pages, close: () => worker.terminate() };
}
