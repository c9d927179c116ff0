import { isKnown } from "../../../events/contacts/known.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import type { ConnectionTable } from "../../../events/read/connections.ts";
import type { MemberTable } from "../../../events/read/members.ts";
import type { AdmissionRules } from "../../../events/program/admission.ts";

interface KnownMembersDependencies {
  readonly table: Pick<MemberTable, "byId" | "byIds">;
  readonly connectionTable: Pick<ConnectionTable, "mentorsOf">;
  readonly admission: () => AdmissionRules;
}

/** Who is no stranger: the same rule for lists and contacts. */
export class KnownMembers {
  constructor(private readonly deps: KnownMembersDependencies) {}

  async isKnown(member: MemberRecord): Promise<boolean> {
    const { table, connectionTable, admission } = this.deps;
    const { domains } = admission();
    if (isKnown(member, [], domains)) return true;
    const mentors = await table.byIds(await connectionTable.mentorsOf(member.memberId));
    return isKnown(member, [...mentors.values()], domains);
  }

  async isKnownId(memberId: string): Promise<boolean> {
    const member = await this.deps.table.byId(memberId);
    return member !== undefined && await this.isKnown(member);
  }
}
