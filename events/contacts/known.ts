import type { MemberRecord } from "../members/record.ts";
import { domainAmong, isAdmitted, isStaff, isVouchedFor } from "../program/admission.ts";

/**
 * Whether the program invited or approved them, made them staff, or lists their address's domain.
 * @param domains Domains whose addresses need no approval now; lower case.
 */
function isKnownToProgram(member: MemberRecord, domains: readonly string[]): boolean {
  const { email, emailVerified } = member;
  if (!isAdmitted(member)) return false;
  return isVouchedFor(member) || isStaff(member) ||
    emailVerified && domainAmong(email, domains) !== undefined;
}

/**
 * Whether the program knows a member, or knows a mentor who accepted a request of theirs. An
 * unknown mentor's yes doesn't count, since one person could have two accounts.
 * @param mentors Everyone who has accepted a request of theirs.
 */
export function isKnown(
  member: MemberRecord,
  mentors: readonly MemberRecord[],
  domains: readonly string[],
): boolean {
  return [member, ...mentors].some((one) => isKnownToProgram(one, domains));
}
