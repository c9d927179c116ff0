import { Refusal } from "../../events/errors.ts";
import type { MemberRecord } from "../../events/members/record.ts";
import { type ErasureReceipt, isSigned, issueReceipt } from "../../events/verify/receipt.ts";
import type { SessionSummary } from "../../api/auth/sessions.ts";
import { wrongPassword } from "../../api/contract/wrong-password.ts";
import { requireConfirmed } from "../../api/accounts/policies/confirmed.ts";
import { Problem } from "../../api/problems.ts";
import type { Product } from "../../api/product.ts";
import { aMember } from "./members.ts";
import { type MemoryMembers, only } from "./memory-members.ts";

/** Everyone's. */
const password = "correct horse";

const receiptSecret = new Uint8Array(32);

/** A receipt as an erasure gives it, always the same. */
export function aReceipt(at: string): ErasureReceipt {
  const erasure = {
    eventId: "00000000-0000-4000-8000-000000000042",
    position: 42,
    atMs: Date.parse(at),
    hash: "0123456789abcdef".repeat(4),
  };
  return issueReceipt(erasure, receiptSecret);
}

export interface MemoryAccountsOptions {
  readonly cadreCode?: string;
  readonly resetToken?: string;
  /** Verifies the address of the first member. */
  readonly verificationToken?: string;
  /** Invites the first member. */
  readonly invitationToken?: string;
  /** Whether the password was given lately, in every session. */
  readonly isConfirmed?: boolean;
}

/** Accounts, their security and invitations, without a database. */
export function createMemoryAccounts(
  { members, now, find, change, signIn }: MemoryMembers,
  options: MemoryAccountsOptions,
): Pick<Product, "accounts" | "security" | "invitations"> {
  const { cadreCode, resetToken = "good-token" } = options;
  let { isConfirmed = true } = options;
  let sessions: readonly SessionSummary[] = [
    {
      id: "this",
      browser: "Firefox on Windows",
      createdAt: now,
      lastSeenAt: now,
    },
    { id: "other", browser: null, createdAt: now, lastSeenAt: now },
  ];

  function checkCode(role: string, code: string | undefined): void {
    if (role === "cadre" && cadreCode !== undefined && code !== cadreCode) {
      throw new Problem(403, "The cadre code is not right", {
        fields: { cadreCode: "The cadre code is not right" },
      });
    }
  }

  function requireFree(
    details: { readonly username?: string | undefined; readonly email?: string | undefined },
    own?: string,
  ): void {
    for (const { memberId, username, email } of members.values()) {
      if (memberId === own) continue;
      if (username === details.username) {
        throw new Refusal("member/username-taken", "Username already taken");
      }
      if (email === details.email) {
        throw new Refusal("member/email-taken", "Email already in use");
      }
    }
  }

  function requirePassword(given: string, field: string): void {
    if (given === password) return;
    throw new Problem(400, wrongPassword, { fields: { [field]: wrongPassword } });
  }

  function invited(token: string): MemberRecord | undefined {
    const [first] = members.values();
    return token === options.invitationToken ? first : undefined;
  }

  return {
    invitations: {
      async find(token) {
        return invited(token);
      },
      async accept({ token, username, isVisible, ...names }) {
        const member = invited(token);
        if (member === undefined) throw new Problem(400, "Invalid or expired invitation");
        requireFree({ username }, member.memberId);
        const profile = member.profile && { ...member.profile, isVisible };
        const { firstName = member.firstName, lastName = member.lastName } = names;
        change(member.memberId, { username, firstName, lastName, emailVerified: true, profile });
        return signIn(member.memberId);
      },
      async noteOpened() {},
      async forgetDeclined() {},
      async decline(token) {
        const member = invited(token);
        if (member === undefined) throw new Problem(400, "Invalid or expired invitation");
        members.delete(member.memberId);
        return member.memberId;
      },
    },
    accounts: {
      firstStaff: only({ isNeeded: async () => false }),
      async register({ password: _, cadreCode: code, ...details }) {
        checkCode(details.role, code);
        requireFree(details);
        const memberId = crypto.randomUUID();
        members.set(memberId, aMember({ ...details, memberId, createdAt: now, updatedAt: now }));
        return signIn(memberId);
      },
      async login(input) {
        const member = [...members.values()].find(({ username }) => username === input.username);
        if (member === undefined || input.password !== password) {
          throw new Problem(401, "Invalid username or password");
        }
        return signIn(member.memberId);
      },
      async logout() {},
      async authenticate(sessionToken) {
        const member = members.get(sessionToken);
        const confirmedAtMs = isConfirmed ? Date.parse(now) : 0;
        return member && { member, session: { id: "this", confirmedAtMs } };
      },
      async selectRole(memberId, { role, cadreCode: code }, { session }) {
        if (role === "cadre") requireConfirmed(session?.confirmedAtMs, new Date(now));
        checkCode(role, code);
        const isCadreConfirmed = role === "cadre" && cadreCode !== undefined;
        return change(memberId, { role, isCadreConfirmed });
      },
      async changeDetails(memberId, input, { session }) {
        if (input.email !== undefined && input.email !== find(memberId).email) {
          requireConfirmed(session?.confirmedAtMs, new Date(now));
        }
        requireFree(input, memberId);
        const given = Object.entries(input).filter(([, value]) => value !== undefined);
        return change(memberId, Object.fromEntries(given));
      },
      passwordReset: {
        async request() {
          return { devToken: resetToken };
        },
        async complete({ token }) {
          if (token !== resetToken) throw new Problem(400, "Invalid or expired reset token");
          return { browserToken: "known" };
        },
      },
      verification: {
        async verify({ token }) {
          const [first] = members.keys();
          if (first === undefined || token !== options.verificationToken) {
            throw new Problem(400, "Invalid or expired verification link");
          }
          change(first, { emailVerified: true });
        },
        async resend() {},
      },
      hasIssued: (receipt) => isSigned(receipt, receiptSecret),
      async deleteAccount(memberId, { session }) {
        requireConfirmed(session?.confirmedAtMs, new Date(now));
        members.delete(memberId);
        return aReceipt(now);
      },
    },
    security: {
      async confirm(_, input) {
        requirePassword(input.password, "password");
        isConfirmed = true;
        return { id: "this", confirmedAtMs: Date.parse(now) };
      },
      async changePassword(_, { currentPassword }) {
        requirePassword(currentPassword, "currentPassword");
        return { browserToken: "known" };
      },
      async sessions() {
        return sessions;
      },
      async endSession(_, sessionId) {
        sessions = sessions.filter(({ id }) => id !== sessionId);
      },
      async endOtherSessions() {
        sessions = sessions.filter(({ id }) => id === "this");
      },
    },
  };
}
