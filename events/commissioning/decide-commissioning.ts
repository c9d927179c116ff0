import { dayMs } from "../day.ts";
import { Refusal } from "../errors.ts";
import { profileChanged } from "../members/decide-profile.ts";
import type { MemberEvent } from "../members/events.ts";
import type { MemberRecord } from "../members/record.ts";
import { isAdmitted } from "../program/admission.ts";
import { roleSelected } from "../program/decide-admission.ts";
import { armyBranches, type Component, components, roleTraits } from "../vocabulary.ts";
import {
  classOf,
  type Commission,
  commissionFields,
  commissionOf,
  hasPutOff,
  remindAgainDays,
  undoCommissionUntil,
} from "./commissioning.ts";

/** A cadet's confirmation as submitted, not checked yet. */
export interface CommissionInput {
  readonly classYear: string;
  readonly rank: string;
  readonly armyBranch: string;
  readonly component: string;
}

export type CommissioningCommand =
  | { readonly type: "ConfirmCommission" } & CommissionInput
  | { readonly type: "UndoCommission" }
  | { readonly type: "PutOffCommission"; readonly isForGood: boolean }
  /** Sent by staff. Does nothing for members who have answered or were reminded within a week. */
  | { readonly type: "RemindOfCommission" };

export function decideCommissioning(
  record: MemberRecord,
  command: CommissioningCommand,
  now: Date,
): MemberEvent[] {
  switch (command.type) {
    case "ConfirmCommission":
      // A second press; the first one counts.
      if (commissionOf(record) !== undefined) return [];
      requireCadet(record);
      return confirm(record, command, now);
    case "UndoCommission":
      return undo(record, now);
    case "PutOffCommission": {
      if (commissionOf(record) !== undefined) {
        throw new Refusal(
          "commissioning/confirmed",
          "You've already confirmed your commission. Undo that first.",
        );
      }
      requireCadet(record);
      const { isForGood } = command;
      const answer = record.commissioning?.answer;
      if (hasPutOff(record) && answer?.is === "put off" && answer.isForGood === isForGood) {
        return [];
      }
      const personal = { classYear: classOf(record) ?? "", isForGood };
      return [{ type: "CommissioningPutOff", facts: {}, personal }];
    }
    case "RemindOfCommission":
      return canBeReminded(record, now)
        ? [{ type: "CommissioningReminded", facts: {}, personal: null }]
        : [];
  }
}

/** Whether staff can ask this member again. */
export function canBeReminded(record: MemberRecord, now: Date): boolean {
  const { role, emailVerified, commissioning } = record;
  if (role !== "cadet" || !isAdmitted(record) || !emailVerified) return false;
  if (commissionOf(record) !== undefined || hasPutOff(record)) return false;
  const remindedMs = Date.parse(commissioning?.remindedAt ?? "");
  return Number.isNaN(remindedMs) || now.getTime() - remindedMs >= remindAgainDays * dayMs;
}

function requireCadet(record: MemberRecord): void {
  if (!isAdmitted(record)) {
    throw new Refusal("program/suspended", "This account has no access to the directory right now");
  }
  if (record.role === "cadet") return;
  const role = record.role === null
    ? "You have no role yet"
    : `You're listed as ${roleTraits[record.role].label.toLowerCase()}`;
  throw new Refusal("commissioning/no-cadet", `${role}, so there is nothing to confirm`);
}

/** Makes them alumni. The details go to their profile, or are offered for the one they'll create. */
function confirm(record: MemberRecord, input: CommissionInput, now: Date): MemberEvent[] {
  const fields = checkedFields(input, now);
  const { classYear, rank, armyBranch, dutyStatus } = fields;
  const { profile } = record;
  return [
    {
      type: "Commissioned",
      facts: { classYear, branch: armyBranch, component: dutyStatus, rank },
      personal: null,
    },
    roleSelected(record, "alumni"),
    ...profile === null
      ? [offeredFields(record, { ...offeredIn(record), ...fields })]
      : profileChanged(profile, { ...profile, ...fields }),
  ];
}

function offeredIn({ offer }: MemberRecord): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(offer?.fields ?? {}).flatMap(([name, value]) =>
      value == null ? [] : [[name, typeof value === "string" ? value : [...value]]]
    ),
  );
}

/** Restores the role, and every field that still has the confirmed value. */
function undo(record: MemberRecord, now: Date): MemberEvent[] {
  const commission = commissionOf(record);
  if (commission === undefined) return [];
  if (!isAdmitted(record)) {
    throw new Refusal("program/suspended", "This account has no access to the directory right now");
  }
  if (record.role !== "alumni") {
    throw new Refusal(
      "commissioning/no-cadet",
      "Your role has changed since you confirmed. Ask staff to correct it.",
    );
  }
  if (undoCommissionUntil(record, now) === undefined) {
    throw new Refusal(
      "commissioning/too-late",
      "You confirmed more than a week ago. Ask staff to correct it.",
    );
  }
  return [
    { type: "CommissioningUndone", facts: {}, personal: null },
    roleSelected(record, "cadet"),
    ...restoredFields(record, commission),
  ];
}

function restoredFields(record: MemberRecord, { fields, before }: Commission): MemberEvent[] {
  const { profile } = record;
  if (profile !== null && before !== null) {
    const back = commissionFields.filter((name) => profile[name] === fields[name])
      .map((name) => [name, before[name]]);
    return profileChanged(profile, { ...profile, ...Object.fromEntries(back) });
  }
  if (profile !== null) return [];
  // Details that only the confirmation had are no longer offered.
  const { rank: _, dutyStatus: __, ...offered } = offeredIn(record);
  return [offeredFields(record, offered)];
}

/** Offers these details, with those of the program's list, for the profile that they'll create. */
function offeredFields(
  { offer }: MemberRecord,
  fields: Readonly<Record<string, string | string[]>>,
): MemberEvent {
  const personal = { fields, cells: [...offer?.cells ?? []] };
  return { type: "DetailsOffered", facts: {}, personal };
}

const lastYears = 10;

/** @throws {Refusal} With the message of each field that is wrong. */
function checkedFields(
  { classYear, rank, armyBranch, component }: CommissionInput,
  now: Date,
): Commission["fields"] {
  const year = now.getUTCFullYear();
  const isYear = /^\d{4}$/.test(classYear) && Number(classYear) >= 1900 &&
    Number(classYear) <= year + lastYears;
  const isOneOf = (choices: readonly string[], text: string) => choices.includes(text);
  const dutyStatus = components.find((each): each is Component => each === component);
  const wrong = {
    ...!isYear && { classYear: `Class year must be a year from 1900 to ${year + lastYears}` },
    ...!isOneOf(roleTraits.alumni.ranks, rank) && { rank: "Select your rank" },
    ...!isOneOf(armyBranches, armyBranch) && { armyBranch: "Select your branch" },
    ...dutyStatus === undefined && { component: "Select where you'll serve" },
  };
  if (dutyStatus === undefined || Object.keys(wrong).length > 0) {
    throw new Refusal("commissioning/invalid", "Check what you entered", wrong);
  }
  return { classYear, rank, armyBranch, dutyStatus };
}
