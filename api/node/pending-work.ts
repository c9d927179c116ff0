import type { EventLog } from "../../events/log/event-log.ts";
import type { Members } from "../../events/members/handle.ts";
import type { PendingChange, Work } from "../../events/vault/pending-work.ts";
import type { Vault } from "../../events/vault/vault.ts";
import { causeOf } from "../auth/cause.ts";
import { passwordNotice } from "../mail/letters/password-notice.ts";

/** Until then the request may be in progress, here or elsewhere. */
const graceMs: Readonly<Record<Work, number>> = {
  // Someone who was cut off may register again: what is removed here must belong to no member.
  registration: 60 * 60 * 1000,
  "password-reset": 60 * 1000,
  "password-change": 60 * 1000,
};

/**
 * Finishes work between vault and log after a process was killed. A changed password is recorded in
 * the log; a registration missing there is removed from the vault.
 */
export async function finishPendingWork(
  { vault, eventLog, members, now }: {
    readonly vault: Pick<Vault, "forget" | "pendingWork">;
    readonly eventLog: Pick<EventLog, "readStream">;
    readonly members: Pick<Members, "execute">;
    readonly now: () => Date;
  },
): Promise<void> {
  const isOverdue = ({ work, begunAtMs }: PendingChange) =>
    now().getTime() - begunAtMs >= graceMs[work];
  for (const begun of (await vault.pendingWork.list()).filter(isOverdue)) {
    const { memberId, work, requestId } = begun;
    const stream = await eventLog.readStream(memberId);
    if (stream.some(({ correlationId }) => correlationId === requestId)) {
      await vault.pendingWork.end(begun);
    } else if (work === "registration") await vault.forget(memberId);
    // An erasure meanwhile removes the note, too.
    else if (stream.at(-1)?.type !== "MemberErased") {
      const cause = causeOf(memberId, { requestId });
      const type = work === "password-reset" ? "RecordPasswordReset" : "RecordPasswordChange";
      await members.execute(memberId, { type }, cause, passwordNotice);
      await vault.pendingWork.end(begun);
    }
  }
}
