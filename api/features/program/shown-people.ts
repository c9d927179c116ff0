import type { MemberRecord } from "../../../events/members/record.ts";
import type { CadrePerson, DecidedPerson, WaitingPerson } from "../../contract/program.ts";

export function shownPerson({ memberId, firstName, lastName, role }: MemberRecord) {
  return { id: memberId, firstName, lastName, role };
}

export function shownWaiting(member: MemberRecord): WaitingPerson[] {
  const { admission, email, emailVerified } = member;
  if (admission?.state !== "waiting") return [];
  const { needs, since } = admission;
  return [{ ...shownPerson(member), email, emailVerified, needs, since }];
}

export function shownDecided(member: MemberRecord): DecidedPerson[] {
  const { admission } = member;
  if (admission?.state !== "refused" && admission?.state !== "admitted") return [];
  const words = admission.state === "refused" ? admission.words : null;
  return [{ ...shownPerson(member), state: admission.state, at: admission.at, words }];
}

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
