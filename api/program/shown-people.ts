import type { MemberRecord } from "../../events/members/record.ts";
import type { CadrePerson, DecidedPerson, WaitingPerson } from "../contract/program.ts";

export function shownPerson({ memberId, firstName, lastName, role }: MemberRecord) {
  return { id: memberId, firstName, lastName, role };
}

/** Empty for a member who does not wait. */
export function shownWaiting(member: MemberRecord): WaitingPerson[] {
  const { admission, email, emailVerified } = member;
  if (admission?.state !== "waiting") return [];
  const { needs, since } = admission;
  return [{ ...shownPerson(member), email, emailVerified, needs, since }];
}

/** Empty for a member without decisions. */
export function shownDecided(member: MemberRecord): DecidedPerson[] {
  const { admission } = member;
  if (admission?.state !== "refused" && admission?.state !== "admitted") return [];
  const words = admission.state === "refused" ? admission.words : null;
  return [{ ...shownPerson(member), state: admission.state, at: admission.at, words }];
}

/** @param since When they got staff access. */
export function shownCadre(
  member: MemberRecord,
  viewerId: string,
  since: Date | undefined,
): CadrePerson {
  const { memberId, isCadreConfirmed: isConfirmed, email, emailVerified } = member;
  return {
    ...shownPerson(member),
    isConfirmed,
    since: since?.toISOString() ?? null,
    isYou: memberId === viewerId,
    email: isConfirmed ? null : email,
    emailVerified,
  };
}
