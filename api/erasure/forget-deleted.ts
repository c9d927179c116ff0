import type { EventsDependencies } from "../../events/open.ts";
import { describeError, type Log } from "../log.ts";

interface ForgetDeletedDependencies extends Pick<EventsDependencies, "databases"> {
  readonly log: Log;
}

/**
 * Overwrites deleted content in the database files, repeatedly and at each start, since a process
 * may be killed after a deletion. One process does it for all that use the same files.
 */
export function createForgetDeleted({ databases, log }: ForgetDeletedDependencies) {
  const names = Object.keys(databases) as (keyof typeof databases)[];
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
    /** Empties the write-ahead logs, which have old pages, except one that is being read. */
    async emptyLogs(): Promise<void> {
      for (const name of names) {
        await attempt(`${name} log`, () => databases[name].truncateWriteAheadLog());
      }
    },
    /** Rewrites files that may still have copies of deleted rows. */
    async rewriteFiles(
      which: readonly (keyof EventsDependencies["databases"])[] = names,
    ): Promise<void> {
      for (const name of which) {
        await attempt(`${name} file`, async () => {
          if (await databases[name].owesForgetting()) await databases[name].forgetDeleted();
        });
      }
    },
  };
}
