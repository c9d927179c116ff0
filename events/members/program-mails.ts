/**
 * Mails that no member caused: at most six in any 365 days to one member, across all kinds. Each is
 * an event, stored in one transaction with its mail, so two nodes or a crash can't send it twice.
 * Mails that a member or staff caused don't count.
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

/** Days from when a cadet could first ask until the nudge. */
export const firstQuestionDays = 3;

/** The part of a member's record about these mails. */
export interface ProgramMails {
  readonly areWanted: boolean;
  /** All sent mails in the order of their events. Times may go back if a clock was set back. */
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
     * When a backup was last restored. Mails that fell due before it are skipped, since they may
     * have been sent in the lost time.
     */
    readonly restoredMs?: number | undefined;
  }
  | { readonly type: "ChangeProgramMails"; readonly wants: boolean };

interface Rule {
  /**
   * Days after its moment in which it is still sent. Later ones are skipped, to avoid a burst after
   * an absence.
   */
  readonly daysLate: number;
  /** Days until the next one of its kind; `null` if there is only ever one. */
  readonly againAfterDays: number | null;
  /** Whether it fell due for this member at this moment. */
  readonly isFor: (member: MemberRecord, momentMs: number) => boolean;
}

/** The rule of each kind. The sender checks conditions that aren't in a member's record. */
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
  // A class's date may move, so the mail may come again, but not soon.
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

/** Whether the owner hasn't changed or confirmed visible details for a year. */
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

/** When to nudge a cadet who never asked; `undefined` for members who could never ask as a cadet. */
export function firstQuestionMs(
  { programMails: { cadetSince } }: Pick<MemberRecord, "programMails">,
): number | undefined {
  return cadetSince === null ? undefined : Date.parse(cadetSince) + firstQuestionDays * dayMs;
}

/** Columns by which queries find the members for whom one of these mails falls due. */
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

/** Whether a moment is a whole number of years of 365 days after a confirmation. */
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

/** Mails sent within a time before or after now, since a clock may have been set back. */
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

/** Sets when a member could first ask as a cadet. It stays if they lose and regain that. */
export function withCadetSince(record: MemberRecord, at: string): MemberRecord {
  const { programMails, role, emailVerified } = record;
  if (programMails.cadetSince !== null) return record;
  if (role !== "cadet" || !emailVerified || !isAdmitted(record)) return record;
  return { ...record, programMails: { ...programMails, cadetSince: at } };
}
