/**
 * Mails that no member caused: at most six in any 365 days to one member, whatever their kinds.
 * Each is an event, recorded in one transaction with its mail, so two nodes, a crash or a second
 * look send it once. What a member or staff caused is not counted here.
 */
import { commissioningMailDays, commissionOf, hasPutOff } from "../commissioning/commissioning.ts";
import { dayMs } from "../day.ts";
import type { EventOf } from "../event-of.ts";
import { isAdmitted } from "../program/admission.ts";
import type { programMailEventSchemas, ProgramMailKind } from "./program-mail-events.ts";
import type { MemberRecord, ProfileRecord } from "./record.ts";

type ProgramMailEvent = EventOf<typeof programMailEventSchemas>;

/** A year of the budget and of a confirmation. */
export const yearMs = 365 * dayMs;
export const programMailsAYear = 6;

/** Days after a cadet could first ask until the nudge. */
export const firstQuestionDays = 3;

/** What a member's record has about these mails. */
export interface ProgramMails {
  readonly areWanted: boolean;
  /** All that were ever sent, in the order of their events; clocks may have been set back. */
  readonly sent: readonly { readonly kind: ProgramMailKind; readonly at: string }[];
  /** When the member could first ask for help as a cadet: admitted, with a confirmed address. */
  readonly cadetSince: string | null;
}

export const noProgramMails: ProgramMails = { areWanted: true, sent: [], cadetSince: null };

export type ProgramMailCommand =
  /** Sends nothing, and refuses nothing, if the mail isn't due. */
  | {
    readonly type: "SendProgramMail";
    readonly kind: ProgramMailKind;
    /** When it fell due, in milliseconds since 1970. */
    readonly momentMs: number;
    /**
     * When the service last came back from a backup. What fell due before may have been sent in
     * the time that was lost, so it is skipped.
     */
    readonly restoredMs?: number | undefined;
  }
  | { readonly type: "ChangeProgramMails"; readonly wants: boolean };

interface Rule {
  /** How long after its moment it is still sent. A later one is skipped: no burst after an absence. */
  readonly daysLate: number;
  /** How long until the next one of its kind; `null` if there is only ever one. */
  readonly againAfterDays: number | null;
  /** Whether it concerns this member, and fell due for them at this moment. */
  readonly isFor: (member: MemberRecord, momentMs: number) => boolean;
}

/** The kinds, each with its own rule. What isn't in a member's record, its sender looks up. */
const rules: Readonly<Record<ProgramMailKind, Rule>> = {
  "first-question": {
    daysLate: 4,
    againAfterDays: null,
    isFor: (member, momentMs) =>
      member.role === "cadet" && !member.isAskingClosed && momentMs === firstQuestionMs(member),
  },
  "still-right": {
    daysLate: 14,
    againAfterDays: 350,
    isFor: ({ profile }, momentMs) =>
      profile !== null && profile.isVisible && isAnniversary(profile.confirmedAt, momentMs),
  },
  // Until the second one. A class's date may move, so either may come again, but not soon.
  commissioning: {
    daysLate: commissioningMailDays.again - commissioningMailDays.ask,
    againAfterDays: 60,
    isFor: (member) => member.role === "cadet" && !hasPutOff(member),
  },
  "commissioning-again": {
    daysLate: 14,
    againAfterDays: 60,
    isFor: (member) => member.role === "cadet" && !hasPutOff(member),
  },
  "lasting-address": {
    daysLate: 30,
    againAfterDays: null,
    isFor: (member) => member.role === "alumni" && commissionOf(member) !== undefined,
  },
};

/** Whether the owner hasn't changed or confirmed what others see for a year. */
export function needsConfirmation(
  { confirmedAt }: Pick<ProfileRecord, "confirmedAt">,
  now: Date,
): boolean {
  return now.getTime() - Date.parse(confirmedAt) >= yearMs;
}

/** How long after its moment a mail of this kind is still sent, in milliseconds. */
export function lateMs(kind: ProgramMailKind): number {
  return rules[kind].daysLate * dayMs;
}

/** When a cadet who never asked is nudged; `undefined` for members who never could ask as a cadet. */
export function firstQuestionMs(
  { programMails: { cadetSince } }: Pick<MemberRecord, "programMails">,
): number | undefined {
  return cadetSince === null ? undefined : Date.parse(cadetSince) + firstQuestionDays * dayMs;
}

/** What queries find members by for whom one of these mails falls due. */
export function dueByTime(
  member: Pick<MemberRecord, "profile" | "programMails" | "role">,
): { readonly nudgeMs: number | undefined; readonly confirmPhaseMs: number | undefined } {
  const { profile, programMails: { sent }, role } = member;
  const isNudged = sent.some(({ kind }) => kind === "first-question");
  return {
    nudgeMs: role === "cadet" && !isNudged ? firstQuestionMs(member) : undefined,
    confirmPhaseMs: profile?.isVisible ? Date.parse(profile.confirmedAt) % yearMs : undefined,
  };
}

/** Whether a moment is one, two or more times 365 days after a confirmation. */
function isAnniversary(confirmedAt: string, momentMs: number): boolean {
  const sinceMs = momentMs - Date.parse(confirmedAt);
  return sinceMs > 0 && sinceMs % yearMs === 0;
}

/** Whether such mails may go to a member: admitted, with a confirmed address, and not turned off. */
export function mayGetProgramMail(
  member: Pick<MemberRecord, "admission" | "emailVerified" | "programMails">,
): boolean {
  return member.programMails.areWanted && member.emailVerified && isAdmitted(member);
}

export function decideProgramMail(
  record: MemberRecord,
  command: ProgramMailCommand,
  now: Date,
): ProgramMailEvent[] {
  if (command.type === "ChangeProgramMails") {
    const { wants } = command;
    if (wants === record.programMails.areWanted) return [];
    return [{ type: "ProgramMailsChanged", facts: { wants }, personal: null }];
  }
  const { kind, momentMs, restoredMs = -Infinity } = command;
  const { daysLate, againAfterDays, isFor } = rules[kind];
  const nowMs = now.getTime();
  const isInTime = momentMs <= nowMs && nowMs - momentMs < daysLate * dayMs;
  if (!isInTime || momentMs <= restoredMs) return [];
  if (!mayGetProgramMail(record) || !isFor(record, momentMs)) return [];
  const { sent } = record.programMails;
  if (sentWithin(sent, yearMs, nowMs).length >= programMailsAYear) return [];
  const sameKind = sent.filter((each) => each.kind === kind);
  if (
    againAfterDays === null
      ? sameKind.length > 0
      : sentWithin(sameKind, againAfterDays * dayMs, nowMs).length > 0
  ) {
    return [];
  }
  return [{ type: "ProgramMailSent", facts: { kind }, personal: null }];
}

/** Those sent in a time before or after now: a clock may have been set back since. */
export function sentWithin<T extends { readonly at: string }>(
  sent: readonly T[],
  ms: number,
  nowMs: number,
): readonly T[] {
  return sent.filter(({ at }) => Math.abs(nowMs - Date.parse(at)) < ms);
}

export function evolveProgramMails(
  mails: ProgramMails,
  event: ProgramMailEvent,
  at: string,
): ProgramMails {
  return event.type === "ProgramMailsChanged"
    ? { ...mails, areWanted: event.facts.wants }
    : { ...mails, sent: [...mails.sent, { kind: event.facts.kind, at }] };
}

/** Notes since when a member can ask as a cadet. It stays when they lose and regain that. */
export function withCadetSince(record: MemberRecord, at: string): MemberRecord {
  const { programMails, role, emailVerified } = record;
  if (programMails.cadetSince !== null) return record;
  if (role !== "cadet" || !emailVerified || !isAdmitted(record)) return record;
  return { ...record, programMails: { ...programMails, cadetSince: at } };
}
