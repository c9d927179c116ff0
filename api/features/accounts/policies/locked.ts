import type { MemberRecord } from "../../../../events/members/record.ts";
import { hasDied, isLocked } from "../../../../events/program/admission.ts";
import { Problem } from "../../../contract/problem.ts";

/**
 * Called only after a right password or code, so that no one else learns of the lock. @throws
 * {Problem} 403
 */
export function refuseLocked(member: MemberRecord, supportEmail: string): void {
  if (!isLocked(member)) return;
  const why = hasDied(member)
    ? `This account is closed. If that's a mistake, write to ${supportEmail}.`
    : `Your account is suspended. Write to ${supportEmail} to ask why.`;
  throw new Problem(403, why);
}
