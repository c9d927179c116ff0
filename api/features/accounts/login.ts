import type { MemberRecord } from "../../../events/members/record.ts";
import type { MemberTable } from "../../../events/read/members.ts";
import { delay } from "../../auth/limits/concurrency-limit.ts";
import type { AccessLog } from "../../auth/access-log.ts";
import type { Origin, SignedIn } from "../../auth/origin.ts";
import { type PasskeyProofs, wrongPasskey } from "../../auth/proofs/passkey.ts";
import { invalidLogin, type PasswordProofs } from "../../auth/proofs/password.ts";
import { cantSignIn, type SignIn } from "../../auth/sign-in.ts";
import type { EffectiveSettings } from "../../config/effective-settings.ts";
import type * as contract from "../../contract/account.ts";
import type { PasskeyAnswer } from "../../contract/passkey.ts";
import { refuseLocked } from "./policies/locked.ts";
import { findByLogin } from "./policies/named-member.ts";

interface LoginParts {
  readonly members: Pick<MemberTable, "byEmail" | "byUsername">;
  readonly signIn: Pick<SignIn, "start">;
  readonly passwords: Pick<PasswordProofs, "ofVisitor">;
  readonly passkeys: Pick<PasskeyProofs, "ownerOf" | "ofVisitor">;
  readonly accessLog: Pick<AccessLog, "notSignedIn">;
  readonly settings: Pick<EffectiveSettings, "brand">;
  /** How long a refused login waits for its answer; a second by default. */
  readonly refusedLoginMs?: number | undefined;
}

export class Login {
  constructor(private readonly parts: LoginParts) {}

  /**
   * Signs in by username or confirmed address. @throws {Problem} 401 for wrong credentials; 429
   * after too many.
   */
  async login(
    login: contract.Login,
    origin: Origin,
    signal?: AbortSignal,
  ): Promise<SignedIn> {
    return await this.#signIn(login, origin, signal).catch(cantSignIn);
  }

  /**
   * Signs in by passkey, which identifies the member. @throws {Problem} 400 if it isn't valid; 403
   * for a locked account.
   */
  async byPasskey(answer: PasskeyAnswer | undefined, origin: Origin): Promise<SignedIn> {
    const { accessLog, passkeys } = this.parts;
    const memberId = answer && await passkeys.ownerOf(answer);
    return await this.#byPasskey(answer, origin)
      .catch(accessLog.notSignedIn({ by: "passkey", memberId }, origin));
  }

  async #byPasskey(answer: PasskeyAnswer | undefined, origin: Origin): Promise<SignedIn> {
    const { passkeys, settings, signIn, refusedLoginMs = 1000 } = this.parts;
    const proved = answer && await passkeys.ofVisitor(answer);
    if (proved === undefined) {
      await delay(refusedLoginMs);
      throw wrongPasskey();
    }
    refuseLocked(proved.member, settings.brand().supportEmail);
    return await signIn.start(proved, origin).catch(cantSignIn);
  }

  async #signIn(
    login: contract.Login,
    origin: Origin,
    signal: AbortSignal | undefined,
  ): Promise<SignedIn> {
    const { accessLog, members } = this.parts;
    const named = await findByLogin(login.username, members);
    return await this.#byPassword({ ...login, named }, origin, signal)
      .catch(accessLog.notSignedIn({ by: "password", memberId: named?.memberId }, origin));
  }

  async #byPassword(
    typed: contract.Login & { readonly named: MemberRecord | undefined },
    origin: Origin,
    signal: AbortSignal | undefined,
  ): Promise<SignedIn> {
    const { signIn, passwords, settings, refusedLoginMs = 1000 } = this.parts;
    const proved = await passwords.ofVisitor(typed, origin, signal)
      .catch(async (refusal) => {
        await delay(refusedLoginMs);
        throw refusal;
      });
    if (proved === undefined) throw invalidLogin();
    refuseLocked(proved.member, settings.brand().supportEmail);
    return await signIn.start(proved, origin);
  }
}
