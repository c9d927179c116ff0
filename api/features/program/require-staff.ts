import type { MemberRecord } from "../../../events/members/record.ts";
import { isStaff } from "../../../events/program/admission.ts";
import type { Shared } from "../../composition/shared.ts";
import { Problem } from "../../contract/problem.ts";

/** @throws {Problem} 404 for others, who must not learn what exists. */
export async function requireStaff(
  { table }: Pick<Shared, "table">,
  memberId: string,
): Promise<MemberRecord> {
  const member = await table.byId(memberId);
  if (member === undefined || !isStaff(member)) throw new Problem(404, "Not found");
  return member;
}
