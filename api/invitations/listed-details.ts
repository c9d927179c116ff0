import { openOffer, withOffered } from "../../events/invitations/offer.ts";
import type { FieldName } from "../../events/members/profile-fields.ts";
import type { Members } from "../../events/members/handle.ts";
import type { MemberTable } from "../../events/read/members.ts";
import { causeOf } from "../accounts/cause.ts";
import type { RateLimits } from "../auth/rate-limits.ts";
import type { ListedDetails, Profiles } from "../product.ts";

export interface ListedDetailsDependencies {
  readonly members: Pick<Members, "execute">;
  readonly table: Pick<MemberTable, "byId">;
  readonly limits: Pick<RateLimits, "change">;
  readonly profiles: Pick<Profiles, "change">;
  readonly catchUpAll: () => Promise<void>;
}

/** What the program's list says of a member: theirs to add to their profile or to dismiss. */
export function createListedDetails(deps: ListedDetailsDependencies): ListedDetails {
  const { members, table, limits, profiles, catchUpAll } = deps;
  return {
    async add(memberId, name, origin) {
      const member = await table.byId(memberId);
      if (member === undefined || member.profile === null) return;
      const open = openOffer(member);
      if (open.fields[name as FieldName] === undefined) return;
      const value = withOffered(name as FieldName, open, member.profile);
      await profiles.change(memberId, { [name]: value }, origin);
    },
    async dismiss(memberId, name, origin) {
      await limits.change(memberId);
      const command = { type: "DismissOffer", names: [name] } as const;
      await members.execute(memberId, command, causeOf(memberId, origin));
      await catchUpAll();
    },
  };
}
