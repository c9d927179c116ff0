import type { MemberRecord } from "../../../events/members/record.ts";
import type { NewPasswords } from "../../auth/new-password.ts";
import type { Origin, SignedIn } from "../../auth/origin.ts";
import type { LinkOwners } from "../../auth/owner-of-link.ts";
import type * as contract from "../../contract/account.ts";
import { Problem } from "../../contract/problem.ts";
import type { Confirmation } from "./confirmation.ts";
import type { PasswordChange } from "./password-change.ts";

interface PasswordResetParts {
  readonly links: LinkOwners;
  readonly newPasswords: NewPasswords;
  readonly passwordChange: Pick<PasswordChange, "record">;
  readonly confirmation: Pick<Confirmation, "commandsFor">;
}

/** New passwords by a link. */
export class PasswordReset {
  constructor(private readonly parts: PasswordResetParts) {}

  /** The owner of a link that works now. Changes nothing. */
  async find(token: string): Promise<MemberRecord | undefined> {
    return (await this.#find(token))?.member;
  }

  /**
   * A link from the mailbox confirms its address, too.
   * @returns The browser's new token, and the member's username. @throws {Problem} 400 when the token isn't valid.
   */
  async complete(
    { token, newPassword }: contract.ResetPassword,
    origin: Origin,
    signal?: AbortSignal,
  ): Promise<Pick<SignedIn, "browserToken"> & Pick<MemberRecord, "username">> {
    const { newPasswords, passwordChange, confirmation } = this.parts;
    // Hashing is expensive, so the token is checked first.
    const { member: owner } = await this.#require(token);
    const { memberId } = owner;
    const password = await newPasswords.check(newPassword, owner, "newPassword");
    const passwordHash = await newPasswords.hash(password, { memberId }, signal);
    // The address may have changed since the link was read.
    const { member, isMailed } = await this.#require(token);
    const proof = { kind: "reset-password", token } as const;
    const commands = [
      { type: "RecordPasswordReset" },
      ...isMailed ? confirmation.commandsFor(member) : [],
    ] as const;
    const change = { memberId, passwordHash, proof, commands, refusal: invalidToken };
    const browserToken = await passwordChange.record(change, origin);
    return { browserToken, username: member.username };
  }

  async #find(token: string) {
    const mailedTo = await this.parts.links.of("reset-password", token);
    if (mailedTo !== undefined) return { member: mailedTo, isMailed: true };
    const member = await this.parts.links.ofOperatorLink(token);
    return member && { member, isMailed: false };
  }

  async #require(token: string) {
    const found = await this.#find(token);
    if (found === undefined) throw invalidToken();
    return found;
  }
}

function invalidToken(): Problem {
  return new Problem(400, "Invalid or expired reset token");
}
