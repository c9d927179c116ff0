import {
  type AdmissionNeed,
  type AdmissionRules,
  isAdmitted,
} from "../../../../events/program/admission.ts";
import type { MemberRecord } from "../../../../events/members/record.ts";
import { Problem } from "../../../contract/problem.ts";

/** What a new member needs before they see others. The program's code replaces an approval. */
export function admissionNeed(
  { by }: AdmissionRules,
  { hasCode }: { readonly hasCode: boolean },
): AdmissionNeed | undefined {
  if (by === "open" || by === "invited") return undefined;
  return by === "approved" && !hasCode ? "approval" : "confirmation";
}

export function requireOpenSignup({ by }: AdmissionRules): void {
  if (by === "invited") throw new Problem(403, invitedOnly);
}

export const invitedOnly = "Registration is by invitation only. Ask the program to invite you.";

export const staffReviews =
  "The program's staff reviews each registration. We'll email you their decision.";

/** @throws {Problem} 403 for a member who isn't approved yet, with what they wait for. */
export function requireAdmitted(member: Pick<MemberRecord, "admission">): void {
  const reason = waitsFor(member);
  if (reason !== undefined) throw new Problem(403, reason);
}

/** What a member waits for before they are admitted; `undefined` once they are. */
export function waitsFor(member: Pick<MemberRecord, "admission">): string | undefined {
  if (isAdmitted(member)) return undefined;
  const { admission } = member;
  if (admission?.state !== "waiting") {
    return "Program staff didn't approve your registration";
  }
  return admission.needs === "confirmation" ? "Confirm your email address first" : staffReviews;
}
