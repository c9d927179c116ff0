import type { MemberTable } from "../../../events/read/members.ts";
import { requireConfirmed } from "../../auth/confirmed.ts";
import type { Origin } from "../../auth/origin.ts";
import type { Erase } from "../erasure/forgetting.ts";
import type { DeclinedInvitations } from "../invitations/declined.ts";

interface DeleteAccountParts {
  readonly members: Pick<MemberTable, "byId">;
  readonly declined: Pick<DeclinedInvitations, "addingLeft">;
  readonly erase: Erase;
  readonly now: () => Date;
}

/** Erases a member's personal data permanently. 403 with `confirm` without a recent check. */
export function createDeleteAccount({ members, declined, erase, now }: DeleteAccountParts) {
  return async (memberId: string, origin: Origin): Promise<void> => {
    requireConfirmed(origin.session, now());
    await erase(memberId, origin, { actorId: memberId }, async () => {
      const { email } = { ...await members.byId(memberId) };
      return email === undefined ? [] : await declined.addingLeft(email);
    });
  };
}
