import type { MemberCommands } from "../../../events/members/handle.ts";
import { decideProgramMail, lateMs } from "../../../events/members/program-mails.ts";
import { unlessErased } from "../../../events/errors.ts";
import type { MemberTable, Moment } from "../../../events/read/members.ts";
import type { TimeAway } from "../../../events/time-away.ts";
import type { Outgoing } from "../../mail/outgoing.ts";
import type { RefusedAddresses } from "../../mail/outbox/refused-addresses.ts";
import { type ProgramMail, queuedAs } from "./program-mail-kind.ts";

interface DueMailsParts {
  readonly mails: readonly ProgramMail[];
  readonly members: Pick<MemberCommands, "carryOut">;
  readonly table: Pick<MemberTable, "byIds">;
  readonly refusedAddresses: Pick<RefusedAddresses, "hasBounced">;
  readonly away: Pick<TimeAway, "lastUntilMs">;
  readonly outgoing: Pick<Outgoing, "wake">;
  readonly now: () => Date;
}

const batchSize = 100;
const timerCause = { actorId: "system", correlationId: "time" } as const;

/**
 * Queues the mails that fall due, each with its event. Any number of nodes may run it, and a killed
 * one leaves nothing half done. A node looks at the time since its last run; on its first run, at
 * everything that isn't too late.
 */
export function createDueMails(
  { mails, members, table, refusedAddresses, away, outgoing, now }: DueMailsParts,
) {
  const lookedUntilMs = new Map<string, number>();

  async function queueAll(mail: ProgramMail, moments: readonly Moment[]): Promise<void> {
    const found = await table.byIds(moments.map(({ memberId }) => memberId));
    for (const { memberId, momentMs } of moments) {
      const member = found.get(memberId);
      const restoredMs = away.lastUntilMs();
      const command = { type: "SendProgramMail", kind: mail.kind, momentMs, restoredMs } as const;
      // The rule is decided again in the transaction. Most aren't due, so this saves transactions.
      if (member === undefined || decideProgramMail(member, command, now()).length === 0) continue;
      if (await refusedAddresses.hasBounced(member) || !await mail.isWanted(member)) continue;
      await unlessErased(members.carryOut({
        memberId,
        commands: [command],
        mail: () => [{ kind: queuedAs(mail.kind), content: {} }],
      }, timerCause));
      outgoing.wake();
    }
  }

  return async (): Promise<void> => {
    for (const mail of mails) {
      const untilMs = now().getTime();
      const firstMs = untilMs - lateMs(mail.kind);
      const afterMs = Math.max(firstMs, lookedUntilMs.get(mail.kind) ?? firstMs);
      // After the clock is set back, nothing is found until it catches up.
      const moments = afterMs >= untilMs ? [] : await mail.due({ afterMs, untilMs });
      for (let at = 0; at < moments.length; at += batchSize) {
        await queueAll(mail, moments.slice(at, at + batchSize));
      }
      // Set last, so that failed mails are tried again.
      lookedUntilMs.set(mail.kind, untilMs);
    }
  };
}
