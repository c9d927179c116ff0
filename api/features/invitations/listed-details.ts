import { openOffer, withOffered } from "../../../events/invitations/offer.ts";
import type { MemberCommands } from "../../../events/members/handle.ts";
import type { MemberTable } from "../../../events/read/members.ts";
import type { RateLimits } from "../../auth/limits/rate-limits.ts";
import type { FieldName } from "../../../events/members/profile-fields.ts";
import { causeOf } from "../../auth/cause.ts";
import type { Origin } from "../../auth/origin.ts";
import type { Profiles } from "../directory/profiles.ts";

interface ListedDetailsParts {
  readonly members: Pick<MemberCommands, "execute">;
  readonly tables: { readonly members: Pick<MemberTable, "byId"> };
  readonly profiles: Pick<Profiles, "change">;
  readonly limits: Pick<RateLimits, "change">;
}

/** Details of a member from a program's list, which the member adds or dismisses. */
export class ListedDetails {
  constructor(private readonly deps: ListedDetailsParts) {}

  /** Validates the value like any change. Adding a field again changes nothing. */
  async add(memberId: string, name: string, origin: Origin): Promise<void> {
    const member = await this.deps.tables.members.byId(memberId);
    if (member === undefined || member.profile === null) return;
    const open = openOffer(member);
    if (open.fields[name as FieldName] === undefined) return;
    const value = withOffered(name as FieldName, open, member.profile);
    await this.deps.profiles.change(memberId, { [name]: value }, origin);
  }

  async dismiss(memberId: string, name: string, origin: Origin): Promise<void> {
    const { limits, members } = this.deps;
    await limits.change(memberId);
    const command = { type: "DismissOffer", names: [name] } as const;
    await members.execute(memberId, command, causeOf(memberId, origin));
  }
}
