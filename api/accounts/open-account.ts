import { Refusal } from "../../events/errors.ts";
import type { Audience } from "../../events/contacts/audiences.ts";
import type { MailAbout } from "../../events/members/handle.ts";
import type { Origin } from "../auth/origin.ts";
import type { Passwords } from "../auth/passwords.ts";
import type { RateLimits } from "../auth/rate-limits.ts";
import type { SignedIn } from "../auth/signed-in.ts";
import type { Registration } from "../contract/account.ts";
import type { DeclinedInvitations } from "../invitations/declined.ts";
import type { Permit } from "./first-staff.ts";
import { type NewPasswordRules, requireLongPassword } from "./policies/new-password.ts";
import {
  type AccountCommand,
  recordChange,
  type RecordChangeDependencies,
} from "./record-change.ts";
import { startSession, type StartSessionDependencies } from "./start-session.ts";

export interface OpenAccountDependencies
  extends RecordChangeDependencies, StartSessionDependencies {
  readonly vault: { forget(memberId: string): Promise<void> };
  readonly passwords: Passwords;
  readonly limits: RateLimits;
  readonly declined: Pick<DeclinedInvitations, "removeAddress">;
  readonly newPassword: NewPasswordRules;
  readonly newId: () => string;
  /** Who sees the contacts of new members by default. */
  readonly contactsFor?: Audience | undefined;
}

export interface NewAccount
  extends Pick<Extract<AccountCommand, { type: "Register" }>, "hasCode" | "needs"> {
  readonly registration: Omit<Registration, "cadreCode">;
  /** The mail that verifies the new member's address. */
  readonly verificationMail: (memberId: string, email: string) => Promise<MailAbout>;
  readonly permit?: Permit;
}

/**
 * Registers a member and signs them in.
 *
 * @param signal Aborted when the client has gone: registrations queue, like sign-ins.
 * @throws {Refusal} When the username or the email is taken.
 * @throws {Problem} 429 after too many registrations, or too many with taken names.
 */
export async function openAccount(
  deps: OpenAccountDependencies,
  { registration, verificationMail, permit, ...as }: NewAccount,
  origin: Origin,
  signal: AbortSignal | undefined,
): Promise<SignedIn> {
  const { password, ...details } = registration;
  const { vault, limits, passwords, credentials, declined, contactsFor } = deps;
  requireLongPassword(password, deps.newPassword, "password");
  await limits.register(origin.ip);
  return await limits.claim(origin, async () => {
    const memberId = deps.newId();
    const passwordHash = await passwords.hash(password, origin, signal);
    // Credentials before the event: after a crash in between, no account is without a password.
    await credentials.add(memberId, passwordHash, origin.requestId);
    const mail = await verificationMail(memberId, details.email);
    await permit?.take();
    try {
      const command = { type: "Register", ...details, ...as, contactsFor } as const;
      const member = await recordChange(deps, memberId, command, origin, mail);
      await declined.removeAddress(member.email);
      return await startSession(deps, member, origin);
    } catch (error) {
      if (error instanceof Refusal) {
        await vault.forget(memberId);
        await permit?.giveBack();
      }
      throw error;
    }
  }, signal);
}
