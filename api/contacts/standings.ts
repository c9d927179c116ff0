import { type Standing, standingOf } from "../../events/contacts/standing.ts";
import type { MemberRecord } from "../../events/members/record.ts";
import type { ConnectionTable } from "../../events/read/connections.ts";
import type { MemberTable } from "../../events/read/members.ts";
import type { AdmissionRules } from "../config/admissions.ts";

/** What is known of members now. */
export interface Standings {
  of(member: MemberRecord): Promise<Standing>;
  /** Whether a mentor or the program knows them. */
  isKnown(memberId: string): Promise<boolean>;
}

export interface StandingsDependencies {
  readonly table: Pick<MemberTable, "byId" | "byIds">;
  readonly connectionTable: Pick<ConnectionTable, "mentorsOf">;
  readonly admission: () => AdmissionRules;
}

export function createStandings(
  { table, connectionTable, admission }: StandingsDependencies,
): Standings {
  async function of(member: MemberRecord): Promise<Standing> {
    const { domains } = admission();
    const standing = standingOf(member, [], domains);
    if (standing === "known") return standing;
    const mentors = await table.byIds(await connectionTable.mentorsOf(member.memberId));
    return standingOf(member, [...mentors.values()], domains);
  }

  return {
    of,
    async isKnown(memberId) {
      const member = await table.byId(memberId);
      return member !== undefined && await of(member) !== "stranger";
    },
  };
}
