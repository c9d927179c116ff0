import { type Standing, standingOf } from "../../events/contacts/standing.ts";
import type { MemberRecord } from "../../events/members/record.ts";
import type { ConnectionTable } from "../../events/read/connections.ts";
import type { MemberTable } from "../../events/read/members.ts";
import type { AdmissionRules } from "../config/admissions.ts";

interface StandingsDependencies {
  readonly table: Pick<MemberTable, "byId" | "byIds">;
  readonly connectionTable: Pick<ConnectionTable, "mentorsOf">;
  readonly admission: () => AdmissionRules;
}

export class Standings {
  constructor(private readonly deps: StandingsDependencies) {}

  async of(member: MemberRecord): Promise<Standing> {
    const { table, connectionTable, admission } = this.deps;
    const { domains } = admission();
    const standing = standingOf(member, [], domains);
    if (standing === "known") return standing;
    const mentors = await table.byIds(await connectionTable.mentorsOf(member.memberId));
    return standingOf(member, [...mentors.values()], domains);
  }

  async isKnown(memberId: string): Promise<boolean> {
    const member = await this.deps.table.byId(memberId);
    return member !== undefined && await this.of(member) !== "stranger";
  }
}
