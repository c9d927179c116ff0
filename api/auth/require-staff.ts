import type { MemberRecord } from "../../events/members/record.ts";
import { isStaff } from "../../events/program/admission.ts";
import type { MemberTable } from "../../events/read/members.ts";
import { Problem } from "../contract/problem.ts";

/** @throws {Problem} 404 for others, who must not learn what exists. */
export async function requireStaff(
  { table }: { readonly table: Pick<MemberTable, "byId"> },
  memberId: string,
): Promise<MemberRecord> {
  const member = await table.byId(memberId);
  if (member === undefined || !isStaff(member)) throw new Problem(404, "Not found");
  return member;
}
