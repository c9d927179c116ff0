import type { MemberRecord } from "../members/record.ts";
import { domainAmong, isAdmitted, isStaff, isVouchedFor } from "../program/admission.ts";

/**
 * `known`: the program knows them, or a mentor it knows has accepted a request of theirs.
 * `answered`: only unknown mentors have. `stranger`: neither.
 */
export type TrustLevel = "known" | "answered" | "stranger";

/**
 * Whether the program invited them, approved them, made them staff, or knows their address's
 * domain.
 * @param domains Domains whose addresses need no approval now; lower case.
 */
export function isKnownToProgram(member: MemberRecord, domains: readonly string[]): boolean {
  const { email, emailVerified } = member;
  if (!isAdmitted(member)) return false;
  return isVouchedFor(member) || isStaff(member) ||
    emailVerified && domainAmong(email, domains) !== undefined;
}

/**
 * An acceptance only counts fully from a known mentor: one person could have two accounts.
 * @param mentors Everyone who has accepted a request of theirs.
 */
export function trustLevelOf(
  member: MemberRecord,
  mentors: readonly MemberRecord[],
  domains: readonly string[],
): TrustLevel {
  const isKnown = [member, ...mentors].some((one) => isKnownToProgram(one, domains));
  if (isKnown) return "known";
  return mentors.length > 0 ? "answered" : "stranger";
}
