import { randomUUID } from "node:crypto";
import { Refusal } from "../../../events/errors.ts";
import type { Along } from "../../../events/members/handle.ts";
import type { NewPasswords } from "../../auth/passwords/new-password.ts";
import type { Origin, SignedIn } from "../../auth/origin.ts";
import type { ProofKind } from "../../auth/proofs/proofs.ts";
import type { RateLimits } from "../../auth/limits/rate-limits.ts";
import type { SignIn } from "../../auth/sign-in.ts";
import type { Registration } from "../../contract/account.ts";
import type { AccountCommand } from "./changes.ts";
import type { NewAccounts } from "./new-accounts.ts";
import type { EmailVerification } from "./verify-email.ts";
import type { WayIn } from "./way-in.ts";

interface NewAccount
  extends Pick<Extract<AccountCommand, { type: "Register" }>, "confirmedBy" | "needs"> {
  readonly registration: Omit<Registration, "cadreCode">;
  /** Further changes stored with the account. */
  readonly along?: Along;
  /** Proofs of identity beside the password. */
  readonly proofs?: readonly ProofKind[];
}

interface OpenAccountParts {
  readonly newPasswords: NewPasswords;
  readonly newAccounts: Pick<NewAccounts, "add">;
  readonly verification: Pick<EmailVerification, "firstLinkFor">;
  readonly wayIn: Pick<WayIn, "forTaken">;
  readonly signIn: Pick<SignIn, "beginning">;
  readonly limits: Pick<RateLimits, "claim" | "register">;
}

export type OpenAccount = ReturnType<typeof createOpenAccount>;

export function createOpenAccount(
  { newPasswords, newAccounts, verification, wayIn, signIn, limits }: OpenAccountParts,
) {
  /**
   * Answers the same for every taken address. A mail to that address says more: an invited person
   * gets their invitation.
   */
  async function refusalOf(refusal: Refusal, email: string): Promise<Refusal> {
    const { code, message } = refusal;
    if (code !== "member/email-taken" && code !== "member/username-taken") return refusal;
    const isMailed = await wayIn.forTaken(email);
    if (code === "member/username-taken" || !isMailed) return refusal;
    const mailed = `${message}. If it's yours, open the email that we sent to it.`;
    return new Refusal(code, mailed, { email: mailed });
  }

  /**
   * @throws {Refusal} When the username or the email is taken.
   * @throws {Problem} 429 after too many registrations, or too many with taken names.
   */
  return async (
    { registration, along, proofs = [], ...as }: NewAccount,
    origin: Origin,
    signal: AbortSignal | undefined,
  ): Promise<SignedIn> => {
    const { password: chosen, ...details } = registration;
    const password = await newPasswords.check(chosen, details, "password");
    await limits.register(origin.ip);
    return await limits.claim(origin, async () => {
      const memberId = randomUUID();
      const passwordHash = await newPasswords.hash(password, origin, signal);
      const link = await verification.firstLinkFor(memberId, details.email);
      const session = signIn.beginning(memberId, origin, ["password", ...proofs]);
      const command = { type: "Register", ...details, ...as } as const;
      try {
        const account = { memberId, passwordHash, command, link, along };
        const added = { ...account, session: session.statement };
        return await session.of(await newAccounts.add(added, origin));
      } catch (error) {
        throw error instanceof Refusal ? await refusalOf(error, details.email) : error;
      }
    }, signal);
  };
}
