/**
 * Reads pages of the log for `read-ahead.ts`, a few before they are asked for.
 *
 * @module
 */
import type { DatabaseOptions } from "../../database.ts";
import { openLogFile } from "./log-file.ts";
import { readPages } from "./pages.ts";
import type { ReadAheadAnswer, ReadAheadOrder } from "./read-ahead.ts";

const inbox = self as unknown as Pick<Worker, "postMessage"> & {
  onmessage: (event: MessageEvent<ReadAheadOrder>) => void;
};
let reading = 0;
let allowed = 0;
let wake = () => {};

inbox.onmessage = ({ data }) => {
  if (data === "next") {
    allowed += 1;
  } else {
    reading = data.reading;
    allowed = data.pagesAhead;
    read(data).catch((error: Error) =>
      answer({ reading: data.reading, kind: "failed", message: error.message })
    );
  }
  wake();
};

async function read(order: Exclude<ReadAheadOrder, "next">): Promise<void> {
  const log = await open(order.database);
  try {
    for await (const page of readPages(log, order.position)) {
      while (allowed === 0) await new Promise<void>((resolve) => (wake = resolve));
      if (reading !== order.reading) return;
      allowed -= 1;
      answer({ reading, kind: "page", page });
    }
    answer({ reading, kind: "end" });
  } finally {
    log.close();
  }
}

async function open(database: DatabaseOptions) {
  if (database.url.startsWith("file:")) return openLogFile(database.url);
  const { openDatabase } = await import("../../database.ts");
  return await openDatabase(database);
}

/** Pages are handed over, not copied. */
function answer(content: ReadAheadAnswer): void {
  inbox.postMessage(content, content.kind === "page" ? [...content.page.events.memory] : []);
}
