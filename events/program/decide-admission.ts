import { Refusal } from "../errors.ts";
import type { ProgramCommand } from "../members/commands.ts";
import type { MemberEvent } from "../members/events.ts";
import type { MemberRecord } from "../members/record.ts";
import type { Role } from "../vocabulary.ts";
import { hasDied, isAdmitted, isLocked, isStaff, isSuspended, isVouchedFor } from "./admission.ts";

export function decideProgram(record: MemberRecord, command: ProgramCommand): MemberEvent[] {
  const { admission, isAskingClosed } = record;
  if (isLocked(record) && admissionDecisions.has(command.type)) throw isLockedNow(record);
  switch (command.type) {
    case "Admit":
      if (isAdmitted(record)) {
        return command.seen === "in" && !isVouchedFor(record) ? admissionEvents("staff") : [];
      }
      if (admission?.state !== command.seen) throw decided("Someone else has declined this person");
      return admissionEvents("staff");
    case "Refuse":
      if (admission?.state === "refused") return [];
      if (isStaff(record)) {
        throw new Refusal("program/has-access", "This person has staff access. Remove it first.");
      }
      if (isAdmitted(record) && command.seen !== "in") {
        throw decided("This person has already been approved");
      }
      return [{ type: "MemberRefused", facts: {}, personal: { words: command.words } }];
    case "ConfirmCadre":
      if (record.role !== "cadre") {
        throw new Refusal("program/no-cadre", "This person hasn't chosen the cadre role");
      }
      return giveAccess(record);
    case "GrantCadre":
      return giveAccess(record, command.isByLink);
    case "UnconfirmCadre":
      return unconfirm(record, command);
    case "TakeCadre":
      if (record.role !== "cadre") return [];
      return [...unconfirm(record, command), roleSelected(record, command.role)];
    case "Suspend":
      if (hasDied(record)) throw isLockedNow(record);
      if (isSuspended(record)) return [];
      return [{ type: "MemberSuspended", facts: {}, personal: null }];
    case "Unsuspend":
      if (admission?.state !== "suspended") return [];
      return [{ type: "MemberUnsuspended", facts: {}, personal: null }];
    case "RecordDeath":
      return hasDied(record) ? [] : [{ type: "DeathRecorded", facts: {}, personal: null }];
    case "UndoDeath":
      return hasDied(record) ? [{ type: "DeathUndone", facts: {}, personal: null }] : [];
    case "CloseAsking":
      return isAskingClosed ? [] : [{ type: "AskingClosed", facts: {}, personal: null }];
    case "OpenAsking":
      return isAskingClosed ? [{ type: "AskingOpened", facts: {}, personal: null }] : [];
  }
}

function isLockedNow(record: MemberRecord): Refusal {
  const why = hasDied(record)
    ? "Staff recorded that this person died. If that's a mistake, undo it first."
    : "This account is suspended. Restore it first.";
  return new Refusal("program/suspended", why);
}

/** Decisions that can't replace a suspension. */
const admissionDecisions: ReadonlySet<ProgramCommand["type"]> = new Set(
  ["Admit", "Refuse", "ConfirmCadre", "GrantCadre"] as const,
);

function giveAccess(record: MemberRecord, isByLink = false): MemberEvent[] {
  const isCadre = record.role === "cadre";
  if (isCadre && record.isCadreConfirmed) return [];
  // Anyone can register with another's address. The first staff account is made before mail works.
  if (!isByLink && !record.emailVerified) {
    throw new Refusal(
      "program/unconfirmed",
      "Their email address isn't confirmed. Ask them to confirm it first.",
    );
  }
  return [
    ...isCadre ? [] : [roleSelected(record, "cadre")],
    ...cadreConfirmed(record, isByLink ? "first-staff link" : "staff"),
  ];
}

function unconfirm(
  { isCadreConfirmed }: MemberRecord,
  { remainingStaffId }: { readonly remainingStaffId: string | null },
): MemberEvent[] {
  if (!isCadreConfirmed) return [];
  if (remainingStaffId === null) throw isLastStaff();
  return [{ type: "CadreUnconfirmed", facts: {}, personal: null }];
}

export function isLastStaff(): Refusal {
  return new Refusal(
    "program/last-staff",
    "You're the only staff member. Give someone else staff access first.",
  );
}

export function roleSelected({ role: previousRole }: MemberRecord, role: Role): MemberEvent {
  return { type: "RoleSelected", facts: { role, previousRole }, personal: null };
}

/** Confirming a cadre member also approves them and their address. */
export function cadreConfirmed(
  { admission, emailVerified }: MemberRecord,
  by: "code" | "first-staff link" | "staff",
): MemberEvent[] {
  const confirmed = { type: "CadreConfirmed", facts: { by }, personal: null } as const;
  if (admission === null || admission.state === "admitted") return [confirmed];
  if (by !== "code") return [confirmed, ...admissionEvents("staff")];
  // The code replaces an approval, but not a decline, nor a verified address.
  if (admission.state !== "waiting") return [confirmed];
  if (emailVerified) return [confirmed, ...admissionEvents("confirmation")];
  if (admission.needs === "confirmation") return [confirmed];
  return [
    confirmed,
    { type: "AdmissionRequested", facts: { needs: "confirmation" }, personal: null },
  ];
}

export function admissionEvents(
  by: "confirmation" | "domain" | "staff",
  domain?: string,
): MemberEvent[] {
  const personal = domain === undefined ? null : { domain };
  return [{ type: "MemberAdmitted", facts: { by }, personal }];
}

function decided(what: string): Refusal {
  return new Refusal("program/decided", `${what}. Check the list again.`);
}
