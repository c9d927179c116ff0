import type { MemberCommands } from "../../../events/members/handle.ts";
import type { MemberTable } from "../../../events/read/members.ts";
import { draft } from "../../mail/templates/messages.ts";
import type { RefusedAddresses } from "../../mail/outbox/refused-addresses.ts";
import type { Outgoing } from "../../mail/outgoing.ts";

interface AddressUpkeepParts {
  readonly members: Pick<MemberCommands, "carryOut">;
  readonly table: Pick<MemberTable, "byIds" | "withEndedUndo">;
  readonly refusedAddresses: Pick<RefusedAddresses, "all">;
  readonly outgoing: Pick<Outgoing, "wake">;
  readonly now: () => Date;
}

const batchSize = 100;
const timerCause = { actorId: "system", correlationId: "time" } as const;

/**
 * Scheduled upkeep of addresses: releases former ones for others, and promotes a second address
 * when the main one bounces, as when a university closes a mailbox. Any number of nodes may run it.
 */
export function createAddressUpkeep(
  { members, table, refusedAddresses, outgoing, now }: AddressUpkeepParts,
) {
  async function endFormer(): Promise<void> {
    for (const memberId of await table.withEndedUndo(now().getTime(), batchSize)) {
      await members.carryOut({ memberId, commands: [{ type: "EndFormerAddresses" }] }, timerCause);
    }
  }

  async function replaceRefused(): Promise<void> {
    for (const { memberId, email, addresses } of await refusedAddresses.all()) {
      // At most once a week: two dead addresses would otherwise replace each other again and again.
      if (addresses.second === null || addresses.former.length > 0) continue;
      await members.carryOut({
        memberId,
        commands: [{ type: "SwapAddresses", ifMain: email }],
        mail: ({ after }) => [
          draft("address-replaced", { to: after.email, firstName: after.firstName }),
        ],
      }, timerCause);
      outgoing.wake();
    }
  }

  return async (): Promise<void> => {
    await endFormer();
    await replaceRefused();
  };
}
