import { isKnown } from "../../../events/contacts/known.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import type { ConnectionTable } from "../../../events/read/connections.ts";
import type { MemberTable } from "../../../events/read/members.ts";
import type { EffectiveSettings } from "../../config/effective-settings.ts";

interface KnownMembersDependencies {
  readonly tables: {
    readonly members: Pick<MemberTable, "byId" | "byIds">;
    readonly connections: Pick<ConnectionTable, "mentorsOf">;
  };
  readonly settings: Pick<EffectiveSettings, "admission">;
}

/** Decides which members count as known: one rule for lists and contacts. */
export class KnownMembers {
  constructor(private readonly deps: KnownMembersDependencies) {}

  async isKnown(member: MemberRecord): Promise<boolean> {
    const { members, connections } = this.deps.tables;
    const { domains } = this.deps.settings.admission();
    if (isKnown(member, [], domains)) return true;
    const mentors = await members.byIds(await connections.mentorsOf(member.memberId));
    return isKnown(member, [...mentors.values()], domains);
  }

  async isKnownId(memberId: string): Promise<boolean> {
    const member = await this.deps.tables.members.byId(memberId);
    return member !== undefined && await this.isKnown(member);
  }
}
