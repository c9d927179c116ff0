import type { MemberRecord } from "../../../events/members/record.ts";
import type { MemberTable } from "../../../events/read/members.ts";
import { Problem } from "../../contract/problem.ts";
import type { Credentials } from "../credentials.ts";
import type { KnownBrowsers } from "../known-browser.ts";
import type { Origin } from "../origin.ts";
import type { Passwords } from "../passwords/passwords.ts";
import type { RateLimits } from "../limits/rate-limits.ts";
import type { Proved } from "./proofs.ts";

type PasswordProved = Proved<"password" | "mailed-password">;

interface PasswordProofsParts {
  readonly credentials: Pick<Credentials, "of" | "requiring">;
  readonly passwords: Pick<Passwords, "verify">;
  readonly limits: Pick<RateLimits, "confirm" | "login">;
  readonly knownBrowsers: Pick<KnownBrowsers, "idOf">;
  readonly members: Pick<MemberTable, "byId">;
}

/** Passwords as proofs. Guesses are counted and slowed down. */
export class PasswordProofs {
  constructor(private readonly parts: PasswordProofsParts) {}

  /**
   * A password typed at the login; `undefined` if it is wrong. Takes the same time without a member.
   * @throws {Problem} 429 after too many failures.
   */
  async ofVisitor(
    { named, username, password }: {
      readonly named: MemberRecord | undefined;
      readonly username: string;
      readonly password: string;
    },
    { ip, browserToken = "" }: Origin,
    signal: AbortSignal | undefined,
  ): Promise<PasswordProved | undefined> {
    const { credentials, limits, knownBrowsers } = this.parts;
    const memberId = named?.memberId ?? "";
    const { passwordHash, changedAtMs } = await credentials.of(memberId);
    const browser = knownBrowsers.idOf(browserToken, { memberId, changedAtMs });
    const lane = browser === undefined ? "other" : "first";
    return await limits.login(
      { username, passwordHash, ip, browser },
      // A reset may have replaced the password while this call waited, so it is read again.
      () => this.#check(named, password, invalidLogin, signal, lane),
      signal,
    );
  }

  /** The proof of a signed-in member's password; `undefined` if it is wrong. @throws {Problem} 429 after too many failures. */
  async ofMember(
    memberId: string,
    password: string,
    signal: AbortSignal | undefined,
  ): Promise<PasswordProved | undefined> {
    const { limits, members } = this.parts;
    const member = await members.byId(memberId);
    return await limits.confirm(
      memberId,
      () => this.#check(member, password, passwordReplaced, signal, "first"),
      signal,
    );
  }

  async #check(
    member: MemberRecord | undefined,
    password: string,
    refusal: () => Problem,
    signal: AbortSignal | undefined,
    lane: "first" | "other",
  ): Promise<PasswordProved | undefined> {
    const { credentials, passwords } = this.parts;
    const memberId = member?.memberId ?? "";
    const { passwordHash, isMailed } = await credentials.of(memberId);
    const isRight = await passwords.verify(passwordHash, password, signal, lane);
    if (!isRight || member === undefined || passwordHash === undefined) return undefined;
    const using = async () => {
      if ((await credentials.of(memberId)).passwordHash !== passwordHash) throw refusal();
      return [credentials.requiring(memberId, passwordHash)];
    };
    return { kind: isMailed ? "mailed-password" : "password", member, using };
  }
}

export function invalidLogin(): Problem {
  return new Problem(401, "Invalid username or password");
}

function passwordReplaced(): Problem {
  return new Problem(409, "Your password has been changed. Sign in again.");
}
