import { describeError, type Log } from "../log.ts";
import { prefixesOf } from "./keys.ts";
import { type ObjectStore, uploadLifetimeMs } from "./object-store.ts";

export interface ErasedFilesDependencies {
  readonly objects: Pick<ObjectStore, "removeAll" | "receive">;
  /** Removes a member's mails that nobody has fetched yet. */
  readonly mail: { forget(memberId: string): Promise<void> };
  readonly now: () => Date;
  readonly log: Log;
}

export type ErasedFiles = ReturnType<typeof createErasedFiles>;

/** Removes everything that a member ever uploaded. */
export async function removeObjectsOf(
  objects: Pick<ObjectStore, "removeAll">,
  memberId: string,
): Promise<void> {
  for (const prefix of prefixesOf(memberId)) await objects.removeAll(prefix);
}

/** Longer than a browser that began in time takes to send a file. */
const slowMs = 60_000;

/**
 * Files of erased members. What this process does not come to do, such as when it ends, is done by the
 * sweep of any.
 */
export function createErasedFiles(
  { objects, mail, now, log }: ErasedFilesDependencies,
) {
  /** Until when files of a member could come, by member. */
  const left = new Map<string, number>();

  async function tryToRemove(memberId: string, untilMs: number): Promise<void> {
    left.set(memberId, untilMs);
    await Promise.all([removeObjectsOf(objects, memberId), mail.forget(memberId)]);
    if (now().getTime() >= untilMs) left.delete(memberId);
  }

  return {
    /**
     * Removes every file of a member. A failure is logged, and it is tried again: the member is erased,
     * and nobody sees the files, either way.
     */
    async remove(memberId: string): Promise<void> {
      const isSentHere = objects.receive !== undefined;
      // To a bucket, browsers send by themselves, as long as their addresses are good.
      const stillMs = isSentHere ? 0 : uploadLifetimeMs + slowMs;
      await tryToRemove(memberId, now().getTime() + stillMs).catch((error) => {
        const event = "removing an erased member's files failed; will try again";
        log({ level: "error", event, ...describeError(error) });
      });
    },
    /** Removes again what could not be removed, or could have come since. */
    async removeLeft(): Promise<void> {
      for (const [memberId, untilMs] of [...left]) await tryToRemove(memberId, untilMs);
    },
  };
}
