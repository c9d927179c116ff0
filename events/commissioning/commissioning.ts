/** From cadet to lieutenant: a cadet's answer about their commission, and when we ask. */
import { dayMs } from "../day.ts";
import type { EventOf } from "../event-of.ts";
import type { Profile } from "../members/profile.ts";
import type { MemberRecord } from "../members/record.ts";
import { isAdmitted } from "../program/admission.ts";
import type { CommissioningDate } from "../program/settings.ts";
import type { Component } from "../vocabulary.ts";
import type { commissioningEventSchemas } from "./commissioning-events.ts";

export type CommissioningEvent = EventOf<typeof commissioningEventSchemas>;

/** How many days before their class's date cadets are asked. */
export const askedDaysBefore = 14;
/** When mails are sent, in days from a class's date. */
export const commissioningMailDays = { ask: -askedDaysBefore, again: 3, address: 30 } as const;
/** For how many days a member can undo their confirmation. */
export const undoCommissionDays = 7;
/** After how many days staff can remind a cadet again. */
export const remindAgainDays = 7;

/** Profile fields that a confirmation changes. */
export const commissionFields = ["classYear", "rank", "armyBranch", "dutyStatus"] as const;
export type CommissionFields = Pick<Profile, typeof commissionFields[number]>;

export interface Commission {
  readonly is: "commissioned";
  /** ISO 8601, like every time here. */
  readonly at: string;
  readonly fields: CommissionFields & { readonly dutyStatus: Component };
  /** The profile's fields before, which an undo restores; `null` without a profile. */
  readonly before: CommissionFields | null;
}

export interface PutOff {
  readonly is: "put off";
  readonly at: string;
  readonly classYear: string;
  /** Whether they aren't commissioning at all. Only they know. */
  readonly isForGood: boolean;
}

export interface Commissioning {
  /** `null` until they answer, and after an undo. */
  readonly answer: Commission | PutOff | null;
  /** When staff last asked them again. */
  readonly remindedAt: string | null;
}

export type MemberWithClass = Pick<MemberRecord, "profile" | "offer">;

/**
 * A member's class year from their profile, else from the program's list; `null` if neither has a
 * single year.
 */
export function classOf({ profile, offer }: MemberWithClass): string | null {
  const year = profile?.classYear ?? offer?.fields.classYear;
  return typeof year === "string" && /^\d{4}$/.test(year) ? year : null;
}

/** Whether a cadet answered that they aren't commissioning with their class. */
export function hasPutOff(member: MemberWithClass & Pick<MemberRecord, "commissioning">): boolean {
  const answer = member.commissioning?.answer;
  if (answer?.is !== "put off") return false;
  return answer.isForGood || answer.classYear === classOf(member);
}

export function commissionOf({ commissioning }: Pick<MemberRecord, "commissioning">) {
  const answer = commissioning?.answer;
  return answer?.is === "commissioned" ? answer : undefined;
}

/** The date of a cadet's class, if staff have named one; `undefined` for everyone else. */
export function classDateOf(
  member: MemberWithClass & Pick<MemberRecord, "role" | "admission">,
  dates: readonly CommissioningDate[],
): CommissioningDate | undefined {
  if (member.role !== "cadet" || !isAdmitted(member)) return undefined;
  const classYear = classOf(member);
  return dates.find((each) => each.classYear === classYear);
}

/** When we start asking the cadets of a class; the start of a day in UTC. */
export function asksFrom({ date }: CommissioningDate): Date {
  return new Date(Date.parse(date) - askedDaysBefore * dayMs);
}

/** When a mail about a class's date falls due, in milliseconds since 1970. */
export function momentOf(
  kind: "commissioning" | "commissioning-again" | "lasting-address",
  { date }: CommissioningDate,
): number {
  const { ask, again, address } = commissioningMailDays;
  const days = { commissioning: ask, "commissioning-again": again, "lasting-address": address };
  return Date.parse(date) + days[kind] * dayMs;
}

/** Whether we ask a cadet now: from two weeks before the date until they answer. */
export function isAskedNow(
  member: MemberWithClass & Pick<MemberRecord, "role" | "admission" | "commissioning">,
  dates: readonly CommissioningDate[],
  now: Date,
): boolean {
  const date = classDateOf(member, dates);
  return date !== undefined && asksFrom(date) <= now && !hasPutOff(member);
}

/** Until when a confirmation can be undone; `undefined` if it can't be. */
export function undoCommissionUntil(
  member: Pick<MemberRecord, "commissioning" | "role">,
  now: Date,
): Date | undefined {
  const commission = commissionOf(member);
  if (commission === undefined || member.role !== "alumni") return undefined;
  const until = new Date(Date.parse(commission.at) + undoCommissionDays * dayMs);
  return now < until ? until : undefined;
}

/**
 * Whether a member has a confirmed address that stays after they graduate: not at a university, a
 * military service, or one of the program's own domains.
 */
export function hasLastingAddress(
  { email, emailVerified, addresses: { second } }: Pick<
    MemberRecord,
    "email" | "emailVerified" | "addresses"
  >,
  ownDomains: readonly string[] = [],
): boolean {
  const confirmed = [...emailVerified ? [email] : [], ...second === null ? [] : [second]];
  return confirmed.some((address) => !endsAfterGraduation(address, ownDomains));
}

const universities = /(^|\.)(edu|mil|(edu|ac|mil)\.[a-z]{2})$/;

function endsAfterGraduation(address: string, ownDomains: readonly string[]): boolean {
  const domain = address.slice(address.lastIndexOf("@") + 1).toLowerCase();
  return universities.test(domain) ||
    ownDomains.some((own) => domain === own || domain.endsWith(`.${own}`));
}

export function evolveCommissioning(
  { commissioning, profile }: Pick<MemberRecord, "commissioning" | "profile">,
  event: CommissioningEvent,
  at: string,
): Commissioning {
  const { answer, remindedAt } = commissioning ?? { answer: null, remindedAt: null };
  switch (event.type) {
    case "Commissioned": {
      const { classYear, branch: armyBranch, component: dutyStatus, rank } = event.facts;
      const fields = { classYear, rank, armyBranch, dutyStatus };
      const before = profile && commissionFieldsOf(profile);
      return { answer: { is: "commissioned", at, fields, before }, remindedAt };
    }
    case "CommissioningUndone":
      return { answer: null, remindedAt };
    case "CommissioningPutOff":
      if (event.personal === null) return { answer, remindedAt };
      return { answer: { is: "put off", at, ...event.personal }, remindedAt };
    case "CommissioningReminded":
      return { answer, remindedAt: at };
  }
}

export function commissionFieldsOf(
  { classYear, rank, armyBranch, dutyStatus }: CommissionFields,
): CommissionFields {
  return { classYear, rank, armyBranch, dutyStatus };
}
