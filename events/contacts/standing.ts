import type { MemberRecord } from "../members/record.ts";
import { domainAmong, isAdmitted, isStaff, isVouchedFor } from "../program/admission.ts";

/**
 * How well the program knows a viewer of contacts. `known`: the program knows them, or a mentor it knows has
 * accepted a request of theirs. `answered`: only unknown mentors have. `stranger`: neither.
 */
export type Standing = "known" | "answered" | "stranger";

/**
 * Whether the program knows a member: it invited them, staff or an operator approved them, they are confirmed
 * cadre, or they verified an address in one of its domains.
 *
 * @param domains Domains whose addresses need no approval now; lower case.
 */
export function isKnownToProgram(member: MemberRecord, domains: readonly string[]): boolean {
  const { email, emailVerified } = member;
  if (!isAdmitted(member)) return false;
  return isVouchedFor(member) || isStaff(member) ||
    emailVerified && domainAmong(email, domains) !== undefined;
}

/**
 * Two accounts of one person could accept each other's requests. So an acceptance only counts fully from a
 * mentor known by other means.
 *
 * @param mentors Everyone who has accepted a request of theirs.
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
