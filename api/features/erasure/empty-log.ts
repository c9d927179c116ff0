import type { Database } from "../../../events/store/database.ts";
import { describeError, type Log } from "../../node/log.ts";

interface EmptyLogParts {
  readonly database: Pick<Database, "truncateWriteAheadLog">;
  readonly log: Log;
}

/** Empties the write-ahead log, which has pages with deleted content, except while it is being read. */
export function createEmptyLog({ database, log }: EmptyLogParts): () => Promise<void> {
  let isFailing = false;
  return async () => {
    try {
      await database.truncateWriteAheadLog();
      isFailing = false;
    } catch (error) {
      const event = "emptying the write-ahead log failed; will try again";
      // Logged once, however often it is retried.
      if (!isFailing) log({ level: "warning", event, ...describeError(error) });
      isFailing = true;
    }
  };
}
