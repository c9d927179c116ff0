import type { Role } from "../vocabulary.ts";

/**
 * Who may join: everyone, members with a confirmed address, members approved by staff, or invited
 * members.
 */
export const admissions = ["open", "confirmed", "approved", "invited"] as const;
export type AdmissionPolicy = typeof admissions[number];

export interface AdmissionRules {
  readonly by: AdmissionPolicy;
  /** Domains whose confirmed addresses need no approval; lower case. */
  readonly domains: readonly string[];
}

/** Requirement of a new member: a confirmed address, or approval by staff. */
export type AdmissionNeed = "confirmation" | "approval";

/**
 * Admission of a member who had to wait, is suspended or died. Times are ISO 8601, UTC,
 * milliseconds.
 */
export type Admission = Decided | Suspended | {
  readonly state: "died";
  readonly at: string;
  readonly before: Decided | Suspended | null;
};

interface Suspended {
  readonly state: "suspended";
  readonly at: string;
  readonly before: Decided | null;
}

type Decided =
  | { readonly state: "waiting"; readonly needs: AdmissionNeed; readonly since: string }
  | { readonly state: "refused"; readonly words: string | null; readonly at: string }
  | {
    readonly state: "admitted";
    readonly by: "confirmation" | "domain" | "staff";
    readonly at: string;
  };

interface Admitted {
  readonly admission: Admission | null;
}

export function isAdmitted({ admission }: Admitted): boolean {
  return admission === null || admission.state === "admitted";
}

export function isSuspended({ admission }: Admitted): boolean {
  return admission?.state === "suspended";
}

/** Whether staff recorded that the member died. Nothing is mailed to them anymore. */
export function hasDied({ admission }: Admitted): boolean {
  return admission?.state === "died";
}

/** Whether the account is locked: no one can sign in, and only restoring it can change it. */
export function isLocked(member: Admitted): boolean {
  return isSuspended(member) || hasDied(member);
}

/** Whether the program itself invited or approved a member. */
export function isVouchedFor(
  { admission, isInvited }: Admitted & { readonly isInvited: boolean },
): boolean {
  return isInvited || admission?.state === "admitted" && admission.by === "staff";
}

/** Whether a member is staff: confirmed cadre. The role alone gives no access. */
export function isStaff(
  member: Admitted & { readonly role: Role | null; readonly isCadreConfirmed: boolean },
): boolean {
  return member.role === "cadre" && member.isCadreConfirmed && isAdmitted(member);
}

/** The domain of an address if it is one of these. Subdomains don't count. */
export function domainAmong(email: string, domains: readonly string[]): string | undefined {
  const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
  return domains.includes(domain) ? domain : undefined;
}
