import type { MemberRecord } from "../../../events/members/record.ts";
import type { Origin, SignedIn } from "../../auth/origin.ts";
import { newToken } from "../../auth/secret-token.ts";
import type * as contract from "../../contract/account.ts";
import { ignoreOutage } from "../../node/outages.ts";
import { Problem } from "../../contract/problem.ts";
import { mailWayIn } from "./mail-way-in.ts";
import { ownerOfLink, ownerOfOperatorLink } from "../../auth/owner-of-link.ts";
import { recordConfirmation } from "./verify-email.ts";
import { type AccountParts, recordChange } from "./record-change.ts";
import { passwordNotice, requireGoodPassword } from "../../auth/new-password.ts";

export class PasswordReset {
  constructor(private readonly parts: AccountParts) {}

  /**
   * Mails a reset link; takes the same time without an account. `devToken` in development only. `isSent` is false
   * where no mail leaves this site, whoever asks.
   * @throws {Problem} 429 after too many requests from this network address.
   */
  async request(
    { email }: contract.ForgotPassword,
    origin: Origin,
  ): Promise<{ readonly isSent: boolean; readonly devToken?: string }> {
    const { limits, background, showsDevToken, outgoing } = this.parts;
    await limits.resetRequest(origin.ip);
    const token = newToken();
    if (showsDevToken) {
      // The answer has the link, so it must work already.
      await mailWayIn(this.parts, email, { asked: "reset", token });
      return { isSent: true, devToken: token };
    }
    // After the answer, so that its time doesn't reveal whether there is an account.
    background.start("reset mail", () => mailWayIn(this.parts, email, { asked: "reset", token }));
    return { isSent: !(await outgoing.current()).isFolder };
  }

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
    const { passwords, credentials, limits, knownBrowsers } = this.parts;
    // Hashing is expensive, so the token is checked first.
    const { member: owner } = await this.#require(token);
    const { memberId } = owner;
    const names = this.parts.settings.names();
    const password = await requireGoodPassword(newPassword, owner, names, "newPassword");
    const passwordHash = await passwords.hash(password, { memberId }, signal);
    // The address may have changed since the link was read.
    const { member, isMailed } = await this.#require(token);
    const account = { memberId, passwordHash };
    const proof = { kind: "reset-password", token } as const;
    if (!await credentials.setPassword({ ...account, requestId: origin.requestId, proof })) {
      throw invalidToken();
    }
    // The password is set. On a full disk the rest is recorded later, as after a crash.
    await limits.passwordSet(memberId).catch(ignoreOutage);
    const command = { type: "RecordPasswordReset" } as const;
    await recordChange(this.parts, memberId, command, origin, passwordNotice).catch(ignoreOutage);
    if (isMailed) await recordConfirmation(this.parts, member, origin);
    return { browserToken: knownBrowsers.issue(account), username: member.username };
  }

  async #find(token: string) {
    const mailedTo = await ownerOfLink(this.parts, "reset-password", token);
    if (mailedTo !== undefined) return { member: mailedTo, isMailed: true };
    const member = await ownerOfOperatorLink(this.parts, token);
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
