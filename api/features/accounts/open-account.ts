import { Refusal } from "../../../events/errors.ts";
import type { Origin, SignedIn } from "../../auth/origin.ts";
import { startSession } from "../../auth/sign-in.ts";
import type { Registration } from "../../contract/account.ts";
import { ignoreOutage } from "../../node/outages.ts";
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
  const password = await requireGoodPassword(chosen, details, parts.settings.names(), "password");
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
  if (code === "member/username-taken" || (await parts.outgoing.current()).isFolder) return refusal;
  const mailed = `${message}. If it's yours, open the email that we sent to it.`;
  return new Refusal(code, mailed, { email: mailed });
}
