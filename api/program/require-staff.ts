import type { MemberRecord } from "../../events/members/record.ts";
import { isStaff } from "../../events/program/admission.ts";
import type { MemberTable } from "../../events/read/members.ts";
import { Problem } from "../problems.ts";

export interface StaffDependencies {
  readonly table: Pick<MemberTable, "byId">;
  /** Resolves once everyone reads and finds what was recorded before the call. */
  readonly catchUpAll: () => Promise<void>;
}

/**
 * Staff check, by what is recorded at the moment: who lost it a moment ago, also through another node, has
 * none.
 *
 * @throws {Problem} 404 for everybody else: nobody learns that there is such a thing.
 */
export function createRequireStaff({ table, catchUpAll }: StaffDependencies) {
  return async (memberId: string): Promise<MemberRecord> => {
    await catchUpAll();
    const member = await table.byId(memberId);
    if (member === undefined || !isStaff(member)) throw new Problem(404, "Not found");
    return member;
  };
}
