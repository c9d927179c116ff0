import type { EventsDependencies } from "../../../events/open.ts";
import { describeError, type Log } from "../../node/log.ts";

interface ForgetDeletedDependencies extends Pick<EventsDependencies, "database"> {
  readonly log: Log;
}

/**
 * Overwrites deleted content in the database file, repeatedly and at each start, since a process
 * may be killed after a deletion. One process does it for all that use the same file.
 */
export function createForgetDeleted({ database, log }: ForgetDeletedDependencies) {
  const failing = new Set<string>();

  /** Logs a failure once, however often it is retried. */
  async function attempt(what: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
      failing.delete(what);
    } catch (error) {
      const event = "overwriting deleted data failed; will try again";
      if (!failing.has(what)) log({ level: "warning", event, what, ...describeError(error) });
      failing.add(what);
    }
  }

  return {
    /** Empties the write-ahead log, which has old pages, except while it is being read. */
    emptyLog: () => attempt("log", () => database.truncateWriteAheadLog()),
    /** Rewrites the file if it may still have copies of deleted rows. */
    rewriteFile: () =>
      attempt("file", async () => {
        if (await database.owesForgetting()) await database.forgetDeleted();
      }),
  };
}
