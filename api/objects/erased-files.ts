import { describeError, type Log } from "../node/log.ts";
import { prefixesOf } from "./keys.ts";
import { type ObjectStore, uploadLifetimeMs } from "./object-store.ts";

export interface ErasedFilesDependencies {
  readonly objects: Pick<ObjectStore, "removeAll" | "receive">;
  /** Removes a member's mails that are still in the folder. */
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

/** Longer than any upload that started in time. */
const slowMs = 60_000;

/** Removes files of erased members. A sweep of any process removes the rest. */
export function createErasedFiles(
  { objects, mail, now, log }: ErasedFilesDependencies,
) {
  /** The latest time at which new files of an erased member may arrive. */
  const left = new Map<string, number>();

  async function tryToRemove(memberId: string, untilMs: number): Promise<void> {
    left.set(memberId, untilMs);
    await Promise.all([removeObjectsOf(objects, memberId), mail.forget(memberId)]);
    if (now().getTime() >= untilMs) left.delete(memberId);
  }

  return {
    /** Logs and retries failures. No one can see the files, because the member is erased. */
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
