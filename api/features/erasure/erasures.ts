import type { EventLog } from "../../../events/log/event-log.ts";
import type { Members } from "../../../events/members/handle.ts";
import type { MemberTable } from "../../../events/read/members.ts";
import type { Vault } from "../../../events/vault/vault.ts";
import { isErased } from "../../objects/is-erased.ts";
import type { ErasureLedger } from "../../node/erasure-ledger.ts";
import { describeError, type Log } from "../../node/log.ts";

const pageSize = 500;
const cause = {
  actorId: "erasure-ledger",
  correlationId: "erasure-ledger",
};

interface ErasuresDependencies {
  readonly eventLog: Pick<EventLog, "readStream">;
  /** Overwrites their data in the log, and what others wrote to them. */
  readonly forgetErased: () => Promise<void>;
  readonly table: Pick<MemberTable, "erasedSince">;
  readonly members: Pick<Members, "execute">;
  readonly vault: Pick<Vault, "forget" | "memberIds">;
  readonly removeFiles: (memberId: string) => Promise<void>;
  readonly ledger?: ErasureLedger | undefined;
  readonly log: Log;
}

export type Erasures = ReturnType<typeof createErasures>;

/** Finishes interrupted erasures: as long as a member's key exists, backups can be read with it. */
export function createErasures(
  { eventLog, forgetErased, table, members, vault, removeFiles, ledger, log }: ErasuresDependencies,
) {
  let position = 0;
  // Infinite until this process has finished once: files of earlier erasures are removed by its first cleanup.
  let removedTo = Infinity;
  let isFailing = false;

  async function note(memberIds: readonly string[]): Promise<boolean> {
    try {
      await ledger?.add(memberIds);
      isFailing = false;
    } catch (error) {
      // Logged once, however often it is retried.
      if (!isFailing) {
        const event = "recording an erasure in the ledger failed; will try again";
        log({ level: "error", event, ...describeError(error) });
      }
      isFailing = true;
    }
    return !isFailing;
  }

  /** Erased members among these, by the log. With a wrong vault, every key is missing, so keys prove nothing. */
  async function erasedOf(memberIds: readonly string[]): Promise<string[]> {
    const erased: string[] = [];
    for (const memberId of memberIds) if (await isErased(eventLog, memberId)) erased.push(memberId);
    return erased;
  }

  async function noteErased(memberIds: readonly string[]): Promise<boolean> {
    if (ledger === undefined) return true;
    const known = await ledger.memberIds().catch(() => new Set<string>());
    return await note(await erasedOf(memberIds.filter((memberId) => !known.has(memberId))));
  }

  return {
    /** Notes an erasure in the ledger. A failure is logged; following notes it again. */
    note: (memberId: string): Promise<void> => note([memberId]).then(() => {}),
    /** Erases members again whom a restore brought back, before serving. Returns how many. */
    async repeat(): Promise<number> {
      let count = 0;
      const noted = await ledger?.memberIds() ?? new Set<string>();
      const withKey = new Set(noted.size === 0 ? [] : await vault.memberIds());
      for (const memberId of noted) {
        const last = (await eventLog.readStream(memberId)).at(-1);
        const isBack = last !== undefined && last.type !== "MemberErased";
        if (isBack) await members.execute(memberId, { type: "Erase" }, cause);
        if (isBack || withKey.has(memberId)) {
          await forgetErased();
          await removeFiles(memberId);
          await vault.forget(memberId);
        }
        if (isBack) count += 1;
      }
      return count;
    },
    async finish() {
      for (;;) {
        const erased = await table.erasedSince(position, pageSize);
        const last = erased.at(-1);
        if (last === undefined) {
          if (removedTo === Infinity) removedTo = position;
          return;
        }
        const withKey = new Set(await vault.memberIds());
        // The process that recorded an erasure may have been killed before removing the files or the key.
        const isOpen = ({ memberId, position }: { memberId: string; position: number }) =>
          withKey.has(memberId) || position > removedTo;
        const open = await erasedOf(erased.filter(isOpen).map(({ memberId }) => memberId));
        const unfinished = open.filter((memberId) => withKey.has(memberId));
        if (unfinished.length > 0) await forgetErased();
        for (const memberId of open) await removeFiles(memberId);
        removedTo = removedTo === Infinity ? removedTo : last.position;
        for (const memberId of unfinished) await vault.forget(memberId);
        if (!await noteErased(erased.map(({ memberId }) => memberId))) return;
        position = last.position;
      }
    },
  };
}
