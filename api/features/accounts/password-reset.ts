import type { MemberRecord } from "../../../events/members/record.ts";
import { isLocked } from "../../../events/program/admission.ts";
import type { AccessLog } from "../../auth/access-log.ts";
import type { NewPasswords } from "../../auth/passwords/new-password.ts";
import type { Origin, SignedIn } from "../../auth/origin.ts";
import type { StoredPasskeys } from "../../auth/passkeys/stored-passkeys.ts";
import { type LinkProofs, refuseLink } from "../../auth/proofs/link.ts";
import type { ProofFor, Proved } from "../../auth/proofs/proofs.ts";
import type { SignIn } from "../../auth/sign-in.ts";
import type * as contract from "../../contract/account.ts";
import type { Confirmation } from "./confirmation.ts";
import type { PasswordChange } from "./password-change.ts";

interface PasswordResetParts {
  readonly links: Pick<LinkProofs, "of" | "ofOperator">;
  readonly newPasswords: NewPasswords;
  readonly passkeys: Pick<StoredPasskeys, "removingAll">;
  readonly passwordChange: Pick<PasswordChange, "save">;
  readonly confirmation: Pick<Confirmation, "commandsFor">;
  readonly signIn: Pick<SignIn, "beginning">;
  readonly accessLog: Pick<AccessLog, "notSignedIn">;
}

type Reset = Pick<SignedIn, "browserToken"> & Pick<MemberRecord, "username"> & {
  /** Set only by the operator's link, whose session counts as twice confirmed. */
  readonly signedIn?: SignedIn;
};

/** Sets new passwords by mailed link. */
export class PasswordReset {
  constructor(private readonly parts: PasswordResetParts) {}

  /** The owner of a link that works now. Changes nothing. */
  async find(token: string): Promise<MemberRecord | undefined> {
    return (await this.#find(token))?.member;
  }

  /**
   * A link from the mailbox confirms its address, too. The operator's link signs in.
   * @returns The browser's new token, and the member's username. @throws {Problem} 400 when the token isn't valid.
   */
  async complete(
    { token, newPassword }: contract.ResetPassword,
    origin: Origin,
    signal?: AbortSignal,
  ): Promise<Reset> {
    const { newPasswords, passkeys, passwordChange, confirmation, signIn, accessLog } = this.parts;
    // Hashing is expensive, so the token is checked first.
    const { member: owner } = await this.#require(token)
      .catch(accessLog.notSignedIn({ by: "link" }, origin));
    const { memberId } = owner;
    const password = await newPasswords.check(newPassword, owner, "newPassword");
    const passwordHash = await newPasswords.hash(password, { memberId }, signal);
    // The address may have changed since the link was read.
    const proved = await this.#require(token);
    const commands = [
      { type: "RecordPasswordReset" },
      ...confirmation.commandsFor(proved),
    ] as const;
    const { kind, member } = proved;
    // Someone may have registered with this address before its owner: remove what they added, too.
    const removing = member.emailVerified ? [] : [passkeys.removingAll(memberId)];
    const using = async () => [...await proved.using(), ...removing];
    const begun = kind === "operator-link" && !isLocked(member)
      ? signIn.beginning(memberId, origin, [kind, "password"])
      : undefined;
    const change = { member, passwordHash, by: [kind], using, commands };
    const browserToken = await passwordChange.save(
      { ...change, session: begun?.statement },
      origin,
    );
    const reset = { browserToken, username: member.username };
    return begun === undefined ? reset : { ...reset, signedIn: await begun.of(member) };
  }

  async #find(token: string): Promise<Proved<ProofFor<"set a password">> | undefined> {
    const { links } = this.parts;
    return await links.of("reset-password", token) ?? await links.ofOperator(token);
  }

  async #require(token: string) {
    return await this.#find(token) ?? refuseLink("reset-password");
  }
}
