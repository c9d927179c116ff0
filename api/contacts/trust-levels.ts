import { type TrustLevel, trustLevelOf } from "../../events/contacts/trust-level.ts";
import type { MemberRecord } from "../../events/members/record.ts";
import type { ConnectionTable } from "../../events/read/connections.ts";
import type { MemberTable } from "../../events/read/members.ts";
import type { AdmissionRules } from "../config/admissions.ts";

interface TrustLevelsDependencies {
  readonly table: Pick<MemberTable, "byId" | "byIds">;
  readonly connectionTable: Pick<ConnectionTable, "mentorsOf">;
  readonly admission: () => AdmissionRules;
}

export class TrustLevels {
  constructor(private readonly deps: TrustLevelsDependencies) {}

  async of(member: MemberRecord): Promise<TrustLevel> {
    const { table, connectionTable, admission } = this.deps;
    const { domains } = admission();
    const trustLevel = trustLevelOf(member, [], domains);
    if (trustLevel === "known") return trustLevel;
    const mentors = await table.byIds(await connectionTable.mentorsOf(member.memberId));
    return trustLevelOf(member, [...mentors.values()], domains);
  }

  async isKnown(memberId: string): Promise<boolean> {
    const member = await this.deps.table.byId(memberId);
    return member !== undefined && await this.of(member) !== "stranger";
  }
}
