import type { EventLog } from "../../events/log/event-log.ts";
import type { Members } from "../../events/members/handle.ts";
import { type ProgramPeople, remainingStaffId } from "../../events/read/program-people.ts";
import type { Vault } from "../../events/vault/vault.ts";
import { type ErasureReceipt, issueReceipt } from "../../events/verify/receipt.ts";
import { causeOf } from "../accounts/cause.ts";
import type { Origin } from "../auth/origin.ts";

interface EraseAccountDependencies {
  readonly members: Pick<Members, "execute">;
  readonly eventLog: Pick<EventLog, "readStream">;
  readonly people: Pick<ProgramPeople, "staff">;
  readonly noteRecentDeclines: (memberId: string) => Promise<void>;
  readonly forgetErased: () => Promise<void>;
  readonly vault: Pick<Vault, "forget">;
  /** Notes the erasure outside the databases, and removes the member's files. */
  readonly removeFiles: (memberId: string) => Promise<void>;
  readonly catchUpAll: () => Promise<void>;
  readonly receiptSecret: Uint8Array;
}

interface Eraser {
  readonly actorId: string;
  /** Only erases a member who has not answered an invitation. */
  readonly ifUnanswered?: boolean;
}

/**
 * Erases a member, and returns a receipt. Repeated, it returns the same receipt.
 *
 * @param by The actor; without it, the member themselves.
 */
export type EraseAccount = (
  memberId: string,
  origin: Pick<Origin, "requestId">,
  by?: Eraser,
) => Promise<ErasureReceipt>;

export function createEraseAccount(deps: EraseAccountDependencies): EraseAccount {
  return async (memberId, origin, { actorId, ifUnanswered = false } = { actorId: memberId }) => {
    const command = {
      type: "Erase",
      ifUnanswered,
      remainingStaffId: await remainingStaffId(deps.people, memberId),
    } as const;
    await deps.noteRecentDeclines(memberId);
    await deps.members.execute(memberId, command, causeOf(actorId, origin));
    try {
      await deps.catchUpAll();
      await deps.forgetErased();
      await deps.removeFiles(memberId);
    } finally {
      // Last: as long as the vault has their key, the next start completes an interrupted erasure.
      await deps.vault.forget(memberId);
    }
    const erasure = (await deps.eventLog.readStream(memberId)).at(-1);
    if (erasure?.type !== "MemberErased") throw new Error("An erasure is not in the log");
    return issueReceipt(erasure, deps.receiptSecret);
  };
}
