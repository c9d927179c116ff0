import type { Database } from "../database.ts";
import { isStaff } from "../program/admission.ts";
import type { MemberRecord } from "../members/record.ts";
import type { AdmissionList } from "./project.ts";
import { type OpenRow, sealedColumns, withKeys } from "./sealed-rows.ts";

export type ProgramPeople = ReturnType<typeof createProgramPeople>;

export function createProgramPeople(database: Database, open: OpenRow) {
  /** @param rest Condition, order and limit. */
  async function find(rest: string, args: (string | number)[] = []): Promise<MemberRecord[]> {
    const rows = await database.read(
      `SELECT ${sealedColumns} FROM members ${withKeys} ${rest}`,
      args,
    );
    return rows.flatMap((row) => open(row) ?? []);
  }

  const cadre = (): Promise<readonly MemberRecord[]> => find("WHERE role = 'cadre'");

  return {
    /** Latest first; members with a decision by its time. */
    listed: (as: AdmissionList, limit: number): Promise<readonly MemberRecord[]> =>
      find("WHERE standing = ? ORDER BY standing_since DESC LIMIT ?", [as, limit]),
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
