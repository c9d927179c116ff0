import type { MemberRecord } from "../members/record.ts";
import { domainAmong, isAdmitted, isStaff, isVouchedFor } from "../program/admission.ts";

/**
 * What is known of a member who looks at contacts. The program knows some people itself, or a mentor whom it knows
 * has said yes to them: `known`. A mentor of whom it knows nothing has said yes to others: `answered`. Nobody has
 * anything to say of a `stranger`.
 */
export type Standing = "known" | "answered" | "stranger";

/**
 * Whether the program knows who somebody is: it invited them, staff or an operator accepted them, they are
 * confirmed cadre, or they confirmed an address of one of its domains.
 *
 * @param domains Whose addresses need no approval, as the settings are now; lower case.
 */
export function isKnownToProgram(member: MemberRecord, domains: readonly string[]): boolean {
  const { email, emailVerified } = member;
  if (!isAdmitted(member)) return false;
  return isVouchedFor(member) || isStaff(member) ||
    emailVerified && domainAmong(email, domains) !== undefined;
}

/**
 * Two accounts of one person could say yes to each other. So a yes counts wholly only from a mentor whom the
 * program knows by more than another yes.
 *
 * @param mentors Everybody who has accepted a request of theirs.
 */
export function standingOf(
  member: MemberRecord,
  mentors: readonly MemberRecord[],
  domains: readonly string[],
): Standing {
  const isKnown = [member, ...mentors].some((one) => isKnownToProgram(one, domains));
  if (isKnown) return "known";
  return mentors.length > 0 ? "answered" : "stranger";
}
