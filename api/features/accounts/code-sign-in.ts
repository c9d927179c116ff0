import { isPending } from "../../../events/invitations/invitation.ts";
import type { Database } from "../../../events/store/database.ts";
import type { AccessLog } from "../../auth/access-log.ts";
import type { Credentials } from "../../auth/credentials.ts";
import type { EndingAccess } from "../../auth/end-access.ts";
import type { Origin, SignedIn } from "../../auth/origin.ts";
import type { StoredPasskeys } from "../../auth/passkeys/stored-passkeys.ts";
import type { CodeProofs } from "../../auth/proofs/code.ts";
import { type ProofFor, type Proved, spend } from "../../auth/proofs/proofs.ts";
import { newToken } from "../../auth/secret-token.ts";
import { cantSignIn, type SignIn } from "../../auth/sign-in.ts";
import type { Tokens } from "../../auth/tokens.ts";
import type { EffectiveSettings } from "../../config/effective-settings.ts";
import type { MailedCode } from "../../contract/account.ts";
import type { Confirmation } from "./confirmation.ts";
import { refuseLocked } from "./policies/locked.ts";

interface CodeSignInParts {
  readonly codes: Pick<CodeProofs, "expectedOf" | "require">;
  readonly signIn: Pick<SignIn, "beginning" | "start">;
  readonly accessLog: Pick<AccessLog, "notSignedIn">;
  readonly access: {
    readonly credentials: Pick<Credentials, "removing">;
    readonly passkeys: Pick<StoredPasskeys, "removingAll">;
    readonly ending: EndingAccess;
    readonly tokens: Pick<Tokens, "issuing">;
  };
  readonly confirmation: Pick<Confirmation, "confirm">;
  readonly settings: Pick<EffectiveSettings, "brand">;
  readonly database: Pick<Database, "write">;
}

export type CodeAnswer =
  /** `hasLostPassword` if someone set a password without proving that the address is theirs. */
  | { readonly is: "signed in"; readonly as: SignedIn; readonly hasLostPassword: boolean }
  /** The token of an invitation that they haven't accepted. */
  | { readonly is: "invited"; readonly token: string };

/** Signs in with a mailed code, or leads to an open invitation. */
export class CodeSignIn {
  constructor(private readonly parts: CodeSignInParts) {}

  /** @throws {Problem} 400 for a code that doesn't work; 403 for a locked account. */
  async enter({ code }: MailedCode, origin: Origin): Promise<CodeAnswer> {
    const { codes, accessLog } = this.parts;
    const memberId = await codes.expectedOf(origin);
    return await this.#enter(code, origin)
      .catch(accessLog.notSignedIn({ by: "code", memberId }, origin))
      .catch(cantSignIn);
  }

  async #enter(code: string, origin: Origin): Promise<CodeAnswer> {
    const { codes, signIn, settings } = this.parts;
    const proved = await codes.require(origin, code);
    const { member } = proved;
    refuseLocked(member, settings.brand().supportEmail);
    if (isPending(member)) return { is: "invited", token: await this.#reinvite(proved) };
    if (!member.emailVerified) return await this.#takeOver(proved, origin);
    return { is: "signed in", as: await signIn.start(proved, origin), hasLostPassword: false };
  }

  async #reinvite(proved: Proved<ProofFor<"accept an invitation">>): Promise<string> {
    const { access: { tokens }, database } = this.parts;
    const { memberId, email } = proved.member;
    const token = newToken();
    const issuing = tokens.issuing("invitation", token, memberId, email);
    await spend(proved, (using) => database.write([...using, issuing]));
    return token;
  }

  /**
   * Removes what was set before the address was confirmed, as a new password does: anyone may have
   * registered with it before its owner. The owner signs in by code, and can choose a password.
   */
  async #takeOver({ kind, member, using }: Proved<"code">, origin: Origin): Promise<CodeAnswer> {
    const { access: { credentials, passkeys, ending }, confirmation, signIn } = this.parts;
    const { memberId } = member;
    const session = signIn.beginning(memberId, origin, [kind]);
    await confirmation.confirm(member, async () => [
      ...await using(),
      credentials.removing(memberId),
      passkeys.removingAll(memberId),
      ...await ending(memberId),
      session.statement,
    ], origin);
    const confirmed = { ...member, emailVerified: true };
    return { is: "signed in", as: await session.of(confirmed), hasLostPassword: true };
  }
}
