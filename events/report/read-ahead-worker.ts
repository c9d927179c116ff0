/**
 * Reads pages of the log for `read-ahead.ts`, a few before they are asked for.
 *
 * @module
 */
import type { DatabaseOptions } from "../database.ts";
import { openLogFile } from "./log-file.ts";
import { readPages } from "./pages.ts";
import type { ReadAheadAnswer, ReadAheadOrder } from "./read-ahead.ts";

const inbox = self as unknown as Pick<Worker, "postMessage"> & {
  onmessage: (event: MessageEvent<ReadAheadOrder | "next">) => void;
};
let allowed = 0;
let wake = () => {};

inbox.onmessage = ({ data }) => {
  if (data !== "next") {
    allowed = data.pagesAhead;
    read(data).catch((error: Error) => answer({ kind: "failed", message: error.message }));
    return;
  }
  allowed += 1;
  wake();
};

async function read({ database, position }: ReadAheadOrder): Promise<void> {
  const log = await open(database);
  for await (const page of readPages(log, position)) {
    while (allowed === 0) await new Promise<void>((resolve) => (wake = resolve));
    allowed -= 1;
    answer({ kind: "page", page });
  }
  log.close();
  answer({ kind: "end" });
}

async function open(database: DatabaseOptions) {
  if (database.url.startsWith("file:")) return openLogFile(database.url);
  const { openDatabase } = await import("../database.ts");
  return await openDatabase(database);
}

/** Pages are handed over, not copied. */
function answer(content: ReadAheadAnswer): void {
  inbox.postMessage(content, content.kind === "page" ? [...content.page.events.memory] : []);
}
