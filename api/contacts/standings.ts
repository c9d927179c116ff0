import { type Standing, standingOf } from "../../events/contacts/standing.ts";
import type { MemberRecord } from "../../events/members/record.ts";
import type { ConnectionTable } from "../../events/read/connections.ts";
import type { MemberTable } from "../../events/read/members.ts";
import type { AdmissionRules } from "../config/admissions.ts";

/** How well the program and its mentors know members. */
export type Standings = ReturnType<typeof createStandings>;

export interface StandingsDependencies {
  readonly table: Pick<MemberTable, "byId" | "byIds">;
  readonly connectionTable: Pick<ConnectionTable, "mentorsOf">;
  readonly admission: () => AdmissionRules;
}

export function createStandings(
  { table, connectionTable, admission }: StandingsDependencies,
) {
  async function of(member: MemberRecord): Promise<Standing> {
    const { domains } = admission();
    const standing = standingOf(member, [], domains);
    if (standing === "known") return standing;
    const mentors = await table.byIds(await connectionTable.mentorsOf(member.memberId));
    return standingOf(member, [...mentors.values()], domains);
  }

  return {
    of,
    /** Whether a mentor or the program knows a member. */
    async isKnown(memberId: string): Promise<boolean> {
      const member = await table.byId(memberId);
      return member !== undefined && await of(member) !== "stranger";
    },
  };
}
