import type { Database } from "../database.ts";
import { isStaff } from "../program/admission.ts";
import type { MemberRecord } from "../members/record.ts";
import { recordOf } from "./members.ts";
import type { AdmissionList } from "./project.ts";

export type ProgramPeople = ReturnType<typeof createProgramPeople>;

export function createProgramPeople(database: Database) {
  async function cadre(): Promise<readonly MemberRecord[]> {
    const rows = await database.read("SELECT record FROM members WHERE is_cadre = 1");
    return rows.flatMap((row) => recordOf(row) ?? []);
  }

  return {
    /** Latest first; members with a decision by its time. */
    async listed(as: AdmissionList, limit: number): Promise<readonly MemberRecord[]> {
      const rows = await database.read(
        `SELECT record FROM members WHERE standing = ?
         ORDER BY coalesce(json_extract(record, '$.admission.at'), json_extract(record, '$.createdAt')) DESC
         LIMIT ?`,
        [as, limit],
      );
      return rows.flatMap((row) => recordOf(row) ?? []);
    },
    async waiting(): Promise<number> {
      const [row] = await database.read(
        "SELECT count(*) AS count FROM members WHERE standing = 'approval'",
      );
      return Number(row?.count ?? 0);
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
