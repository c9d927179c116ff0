import type { MemberCommands } from "../../../events/members/handle.ts";
import type { Keys } from "../../../events/store/keys.ts";
import type { ErasureLedger } from "../../node/erasure-ledger.ts";
import { describeError, type Log } from "../../node/log.ts";

const cause = {
  actorId: "erasure-ledger",
  correlationId: "erasure-ledger",
  causationId: "erasure-ledger",
};

interface ErasuresDependencies {
  readonly members: Pick<MemberCommands, "execute">;
  readonly keys: Pick<Keys, "erasedIds" | "load">;
  readonly removeFiles: (memberId: string) => Promise<void>;
  readonly ledger?: ErasureLedger | undefined;
  readonly log: Log;
}

export type Erasures = ReturnType<typeof createErasures>;

/** Removes and notes an erasure outside the database, once its transaction is committed. */
export function createErasures(
  { members, keys, removeFiles, ledger, log }: ErasuresDependencies,
) {
  /** Erasures completed by this process. */
  const completed = new Set<string>();
  let isFailing = false;

  return {
    /** Can be repeated. If the ledger can't be written, logs that; `completeAll` tries again. */
    async complete(memberId: string): Promise<void> {
      await removeFiles(memberId);
      try {
        await ledger?.add([memberId]);
        completed.add(memberId);
        isFailing = false;
      } catch (error) {
        // Logged once, however often it is retried.
        if (!isFailing) {
          const event = "recording an erasure in the ledger failed; will try again";
          log({ level: "error", event, ...describeError(error) });
        }
        isFailing = true;
      }
    },
    /**
     * Completes erasures that the ledger lacks, because their process was killed or couldn't write
     * to it. Returns how many.
     */
    async completeAll(): Promise<number> {
      const open = (await keys.erasedIds()).filter((memberId) => !completed.has(memberId));
      if (open.length === 0) return 0;
      let count = 0;
      const noted = await ledger?.memberIds().catch(() => undefined) ?? new Set<string>();
      for (const memberId of open) {
        if (noted.has(memberId)) completed.add(memberId);
        else {
          await this.complete(memberId);
          count += 1;
        }
      }
      return count;
    },
    /**
     * Erases members again that a restored backup brought back. Runs before serving. Returns how
     * many.
     */
    async repeat(): Promise<number> {
      const noted = await ledger?.memberIds() ?? new Set<string>();
      const back = (await keys.load([...noted])).keys();
      let count = 0;
      for (const memberId of back) {
        await members.execute(memberId, { type: "Erase" }, cause);
        await removeFiles(memberId);
        count += 1;
      }
      return count;
    },
  };
}
