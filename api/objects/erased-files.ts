import { describeError, type Log } from "../node/log.ts";
import { prefixesOf } from "./keys.ts";
import { type ObjectStore, uploadLifetimeMs } from "./object-store.ts";

export interface ErasedFilesDependencies {
  readonly objects: Pick<ObjectStore, "removeAll" | "receive">;
  /** Removes a member's mails that weren't fetched yet. */
  readonly mail: { forget(memberId: string): Promise<void> };
  readonly now: () => Date;
  readonly log: Log;
}

async function removeObjectsOf(
  objects: Pick<ObjectStore, "removeAll">,
  memberId: string,
): Promise<void> {
  for (const prefix of prefixesOf(memberId)) await objects.removeAll(prefix);
}

/** Longer than an upload that started in time. */
const slowMs = 60_000;

/** Files of erased members. What this process can't remove, any process's sweep does. */
export function createErasedFiles(
  { objects, mail, now, log }: ErasedFilesDependencies,
) {
  /** Until when an erased member's new files may arrive. */
  const left = new Map<string, number>();

  async function tryToRemove(memberId: string, untilMs: number): Promise<void> {
    left.set(memberId, untilMs);
    await Promise.all([removeObjectsOf(objects, memberId), mail.forget(memberId)]);
    if (now().getTime() >= untilMs) left.delete(memberId);
  }

  return {
    /** A failure is logged and retried. No one can see the files, since the member is erased. */
    async remove(memberId: string): Promise<void> {
      const isSentHere = objects.receive !== undefined;
      // Browsers upload to a bucket directly, as long as their addresses are valid.
      const stillMs = isSentHere ? 0 : uploadLifetimeMs + slowMs;
      await tryToRemove(memberId, now().getTime() + stillMs).catch((error) => {
        const event = "removing an erased member's files failed; will try again";
        log({ level: "error", event, ...describeError(error) });
      });
    },
    /** Removes files that couldn't be removed, or may have arrived since. */
    async removeErased(): Promise<void> {
      for (const [memberId, untilMs] of [...left]) await tryToRemove(memberId, untilMs);
    },
  };
}
