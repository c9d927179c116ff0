import type { EventsDependencies } from "../../events/open.ts";
import { describeError, type Log } from "../log.ts";

export interface ForgetDeletedDependencies extends Pick<EventsDependencies, "databases"> {
  readonly log: Log;
}

/** Overwrites deleted content in the database files. */
export type ForgetDeleted = ReturnType<typeof createForgetDeleted>;

/**
 * Both are done again and again, and at each start: a process may have been killed between a deletion and this, and
 * any process on the same files does it for all.
 */
export function createForgetDeleted({ databases, log }: ForgetDeletedDependencies) {
  const names = Object.keys(databases) as (keyof typeof databases)[];
  const failing = new Set<string>();

  /** Says once that something fails, though it is tried again and again. */
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
    /**
     * Empties the write-ahead logs, which have pages as they were before. One that somebody reads from is left for
     * the next time.
     */
    async emptyLogs(): Promise<void> {
      for (const name of names) {
        await attempt(`${name} log`, () => databases[name].truncateWriteAheadLog());
      }
    },
    /** Writes those files anew in which copies of deleted rows may be left between others. */
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
