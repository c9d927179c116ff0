import type { Role } from "../vocabulary.ts";

/** Admission policies: everybody, who has confirmed their address, whom staff accept, or who was invited. */
export const admissions = ["open", "confirmed", "approved", "invited"] as const;
export type AdmissionPolicy = typeof admissions[number];

/** What somebody waits for: that they confirm their address, or that the program accepts them. */
export type AdmissionNeed = "confirmation" | "approval";

/** Where somebody stands who had to wait, or whom an operator keeps out; times are ISO 8601, UTC, milliseconds. */
export type Admission = Decided | {
  readonly state: "suspended";
  readonly at: string;
  /** What holds again once they are not. */
  readonly before: Decided | null;
};

type Decided =
  | { readonly state: "waiting"; readonly needs: AdmissionNeed; readonly since: string }
  | { readonly state: "refused"; readonly words: string | null; readonly at: string }
  | {
    readonly state: "admitted";
    readonly by: "confirmation" | "domain" | "staff" | "operator";
    readonly at: string;
  };

interface Admitted {
  /** `null` for who never had to wait. */
  readonly admission: Admission | null;
}

/** Whether a member is in. Applicants, declined and suspended people neither see others nor are seen. */
export function isAdmitted({ admission }: Admitted): boolean {
  return admission === null || admission.state === "admitted";
}

/** Whether an operator keeps somebody out: they sign in nowhere. */
export function isSuspended({ admission }: Admitted): boolean {
  return admission?.state === "suspended";
}

/** Whether the program said itself that it knows somebody: it invited them, or let them in. */
export function isVouchedFor(
  { admission, isInvited }: Admitted & { readonly isInvited: boolean },
): boolean {
  const by = admission?.state === "admitted" ? admission.by : undefined;
  return isInvited || by === "staff" || by === "operator";
}

/** Whether a member is the program's staff: cadre who were confirmed. A role alone gives no power. */
export function isStaff(
  member: Admitted & { readonly role: Role | null; readonly isCadreConfirmed: boolean },
): boolean {
  return member.role === "cadre" && member.isCadreConfirmed && isAdmitted(member);
}

/** The one of these domains that an address is of, and not of another that ends like it. */
export function domainAmong(email: string, domains: readonly string[]): string | undefined {
  const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
  return domains.includes(domain) ? domain : undefined;
}
