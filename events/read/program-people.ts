import { sql } from "kysely";
import type { Database } from "../store/database.ts";
import { isStaff } from "../program/admission.ts";
import type { MemberRecord } from "../members/record.ts";
import { rowsOf, statement, tablesOf } from "../store/queries.ts";
import type { AdmissionList } from "./project.ts";
import { type OpenRow, sealedMembers } from "./sealed-rows.ts";

export type ProgramPeople = ReturnType<typeof createProgramPeople>;

export function createProgramPeople(database: Database, open: OpenRow) {
  async function find(which: typeof sealedMembers): Promise<MemberRecord[]> {
    const rows = await rowsOf(database, statement(which));
    return rows.flatMap((row) => open(row) ?? []);
  }

  const cadre = (): Promise<readonly MemberRecord[]> =>
    find(sealedMembers.where("role", "=", sql.lit("cadre")));

  return {
    /** Whether there is no member yet, or none anymore. */
    async isEmpty(): Promise<boolean> {
      const row = await tablesOf(database).selectFrom("members").where("sealed", "is not", null)
        .select("member_id").limit(1).executeTakeFirst();
      return row === undefined;
    },
    /** Latest first; decided members by the time of the decision. */
    listed: (as: AdmissionList, limit: number): Promise<readonly MemberRecord[]> =>
      find(sealedMembers.where("standing", "=", as).orderBy("standing_since", "desc").limit(limit)),
    async waiting(): Promise<number> {
      const row = await tablesOf(database).selectFrom("members").where("standing", "=", "approval")
        .select(({ fn }) => fn.countAll<number>().as("count")).executeTakeFirst();
      return row?.count ?? 0;
    },
    cadre,
    staff: async (): Promise<readonly MemberRecord[]> => (await cadre()).filter(isStaff),
  };
}

export async function remainingStaffId(
  people: Pick<ProgramPeople, "staff">,
  memberId: string,
): Promise<string | null> {
  const ids = (await people.staff()).map((each) => each.memberId);
  return ids.includes(memberId) ? ids.find((id) => id !== memberId) ?? null : null;
}
