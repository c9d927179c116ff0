import { DatabaseNotWritable } from "../../../events/database-errors.ts";
import { Refusal } from "../../../events/errors.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import type { Origin, SignedIn } from "../../auth/origin.ts";
import type { Shared } from "../../composition/shared.ts";
import type { Registration } from "../../contract/account.ts";
import { fullDisk, ignoreOutage } from "../../node/outages.ts";
import { Problem } from "../../contract/problem.ts";
import { mailWayIn } from "./mail-way-in.ts";
import { requireGoodPassword } from "../../auth/new-password.ts";
import { type AccountCommand, type AccountParts, recordChange } from "./record-change.ts";
import type { EmailVerification } from "./verify-email.ts";

interface NewAccount
  extends Pick<Extract<AccountCommand, { type: "Register" }>, "confirmedBy" | "needs"> {
  readonly registration: Omit<Registration, "cadreCode">;
}

/**
 * @throws {Refusal} When the username or the email is taken.
 * @throws {Problem} 429 after too many registrations, or too many with taken names.
 */
export async function openAccount(
  parts: AccountParts,
  verification: EmailVerification,
  { registration, ...as }: NewAccount,
  origin: Origin,
  signal: AbortSignal | undefined,
): Promise<SignedIn> {
  const { password: chosen, ...details } = registration;
  const { limits, passwords, credentials, declined } = parts;
  const password = await requireGoodPassword(chosen, details, parts.programNames(), "password");
  await limits.register(origin.ip);
  return await limits.claim(origin, async () => {
    const memberId = parts.newId();
    const passwordHash = await passwords.hash(password, origin, signal);
    // Credentials before the event: after a crash in between, no account is without a password.
    await credentials.add(memberId, passwordHash, origin.requestId);
    const mail = await verification.firstLinkFor(memberId, details.email);
    try {
      const command = { type: "Register", ...details, ...as } as const;
      const member = await recordChange(parts, memberId, command, origin, mail);
      await declined.removeAddress(member.email).catch(ignoreOutage);
      return await startSession(parts, member, origin);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      await parts.forgetMember(memberId);
      throw await refusalOf(error, parts, details.email);
    }
  }, signal);
}

/**
 * The same answer for everyone whose address is taken: only a mail to it says by what. An invited
 * person is led to their invitation.
 */
async function refusalOf(refusal: Refusal, parts: AccountParts, email: string): Promise<Refusal> {
  const { code, message } = refusal;
  if (code !== "member/email-taken" && code !== "member/username-taken") return refusal;
  parts.background.start("sign-up mail", () => mailWayIn(parts, email, { asked: "registration" }));
  if (code === "member/username-taken" || (await parts.currentMail()).isFolder) return refusal;
  const mailed = `${message}. If it's yours, open the email that we sent to it.`;
  return new Refusal(code, mailed, { email: mailed });
}

/** @param verifiedHash Hash that the password was compared with: 401 if it has changed since. */
export async function startSession(
  { credentials, sessions, knownBrowsers }: Shared,
  member: MemberRecord,
  { browser }: Origin,
  verifiedHash?: string,
): Promise<SignedIn> {
  const { memberId } = member;
  const { token, expiresAt } = await sessions.create(memberId, browser).catch(cantSignIn);
  const passwordHash = await credentials.passwordHash(memberId) ?? "";
  if (verifiedHash !== undefined && passwordHash !== verifiedHash) {
    // Changing it has ended all other sessions.
    await sessions.end(token);
    throw invalidLogin();
  }
  const browserToken = knownBrowsers.issue({ memberId, passwordHash });
  return { member, sessionToken: token, expiresAt, browserToken };
}

/** Tells why no one can sign in while nothing can be written. */
export function cantSignIn(error: unknown): never {
  if (!(error instanceof DatabaseNotWritable)) throw error;
  const message = `You can't sign in right now: ${fullDisk}. Try again later.`;
  throw new Problem(503, message, { retryAfterSeconds: 30 });
}

export function invalidLogin(): Problem {
  return new Problem(401, "Invalid username or password");
}
