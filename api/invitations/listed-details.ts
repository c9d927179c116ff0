import { openOffer, withOffered } from "../../events/invitations/offer.ts";
import type { FieldName } from "../../events/members/profile-fields.ts";
import type { Members } from "../../events/members/handle.ts";
import type { MemberTable } from "../../events/read/members.ts";
import { causeOf } from "../accounts/cause.ts";
import type { RateLimits } from "../auth/rate-limits.ts";
import type { Origin } from "../auth/origin.ts";
import type { Profiles } from "../directory/profiles.ts";

export interface ListedDetailsDependencies {
  readonly members: Pick<Members, "execute">;
  readonly table: Pick<MemberTable, "byId">;
  readonly limits: Pick<RateLimits, "change">;
  readonly profiles: Pick<Profiles, "change">;
  readonly catchUpAll: () => Promise<void>;
}

/** What the program's list says of a member: theirs to add to their profile or to dismiss. */
export function createListedDetails(deps: ListedDetailsDependencies) {
  const { members, table, limits, profiles, catchUpAll } = deps;
  return {
    /** Adds one field to their profile, checked as every change; harmless when it is answered. */
    async add(memberId: string, name: string, origin: Origin): Promise<void> {
      const member = await table.byId(memberId);
      if (member === undefined || member.profile === null) return;
      const open = openOffer(member);
      if (open.fields[name as FieldName] === undefined) return;
      const value = withOffered(name as FieldName, open, member.profile);
      await profiles.change(memberId, { [name]: value }, origin);
    },
    /** Leaves it out: it is not shown again. */
    async dismiss(memberId: string, name: string, origin: Origin): Promise<void> {
      await limits.change(memberId);
      const command = { type: "DismissOffer", names: [name] } as const;
      await members.execute(memberId, command, causeOf(memberId, origin));
      await catchUpAll();
    },
  };
}

export type ListedDetails = ReturnType<typeof createListedDetails>;
