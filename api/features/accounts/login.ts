import type { MemberRecord } from "../../../events/members/record.ts";
import { isAddress } from "../../../events/members/texts.ts";
import { hasDied, isLocked } from "../../../events/program/admission.ts";
import type { MemberTable } from "../../../events/read/members.ts";
import { delay } from "../../auth/concurrency-limit.ts";
import type { Origin, SignedIn } from "../../auth/origin.ts";
import type { Passwords } from "../../auth/passwords.ts";
import type { RateLimits } from "../../auth/rate-limits.ts";
import { cantSignIn, invalidLogin, type SignIn } from "../../auth/sign-in.ts";
import type { EffectiveSettings } from "../../config/effective-settings.ts";
import type * as contract from "../../contract/account.ts";
import { Problem } from "../../contract/problem.ts";

interface LoginParts {
  readonly members: Pick<MemberTable, "byEmail" | "byUsername">;
  readonly signIn: Pick<SignIn, "browserOf" | "passwordHash" | "start">;
  readonly passwords: Pick<Passwords, "verify">;
  readonly limits: Pick<RateLimits, "login">;
  readonly settings: Pick<EffectiveSettings, "brand">;
  /** How long a refused login waits for its answer: a second, unless it is given. */
  readonly refusedLoginMs?: number | undefined;
}

export class Login {
  constructor(private readonly parts: LoginParts) {}

  /** By username or confirmed address. @throws {Problem} 401 for a wrong one; 429 after too many. */
  async login(
    login: contract.Login,
    origin: Origin,
    signal?: AbortSignal,
  ): Promise<SignedIn> {
    return await this.#signIn(login, origin, signal).catch(cantSignIn);
  }

  async #signIn(
    { username, password }: contract.Login,
    origin: Origin,
    signal: AbortSignal | undefined,
  ): Promise<SignedIn> {
    const { members, signIn, limits, passwords, refusedLoginMs = 1000 } = this.parts;
    const named = await findByLogin(username, members);
    const memberId = named?.memberId ?? "";
    const passwordHash = await signIn.passwordHash(memberId);
    const browser = signIn.browserOf(origin, memberId, passwordHash);
    const who = { username, passwordHash, ip: origin.ip, browser };
    const found = await limits.login(who, async () => {
      // Checked again: a reset may have replaced the password while this call waited.
      const hash = await signIn.passwordHash(memberId);
      const lane = browser === undefined ? "other" : "first";
      const isRight = await passwords.verify(hash, password, signal, lane);
      return isRight && named && hash !== undefined ? { member: named, hash } : undefined;
    }, signal).catch(async (refusal) => {
      await delay(refusedLoginMs);
      throw refusal;
    });
    if (found === undefined) throw invalidLogin();
    // Only after the right password, so that no one else learns of it.
    if (isLocked(found.member)) {
      const { supportEmail: address } = this.parts.settings.brand();
      const why = hasDied(found.member)
        ? `This account is closed. If that's a mistake, write to ${address}.`
        : `Your account is suspended. Write to ${address} to ask why.`;
      throw new Problem(403, why);
    }
    return await signIn.start(found.member, origin, found.hash);
  }
}

/** An address names its owner only once they confirmed it: anyone can register with someone else's. */
async function findByLogin(
  name: string,
  table: Pick<MemberTable, "byUsername" | "byEmail">,
): Promise<MemberRecord | undefined> {
  if (!isAddress(name)) return await table.byUsername(name);
  const member = await table.byEmail(name);
  return member?.emailVerified ? member : undefined;
}
