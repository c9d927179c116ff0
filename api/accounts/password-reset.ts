import type { MemberRecord } from "../../events/members/record.ts";
import type { Origin, SignedIn } from "../auth/origin.ts";
import { newToken } from "../auth/secret-token.ts";
import type * as contract from "../contract/account.ts";
import { draft } from "../mail/letters/messages.ts";
import { Problem } from "../problems.ts";
import { ownerOfLink } from "./owner-of-link.ts";
import { type AccountParts, recordChange } from "./record-change.ts";
import { passwordNotice, requireGoodPassword } from "./policies/new-password.ts";

export class PasswordReset {
  constructor(private readonly parts: AccountParts) {}

  /**
   * Mails a reset link; takes the same time without an account. `devToken` in development only.
   * @throws {Problem} 429 after too many requests from this network address.
   */
  async request(
    { email }: contract.ForgotPassword,
    origin: Origin,
  ): Promise<{ readonly devToken?: string }> {
    const { limits, background, showsDevToken } = this.parts;
    await limits.resetRequest(origin.ip);
    const token = newToken();
    if (showsDevToken) {
      // The answer has the link, so it must work already.
      await this.#mailLink(email, token);
      return { devToken: token };
    }
    // After the answer, so that its time doesn't reveal whether there is an account.
    background.start("reset mail", () => this.#mailLink(email, token));
    return {};
  }

  /** Returns the browser's new token. @throws {Problem} 400 when the token isn't valid. */
  async complete(
    { token, newPassword }: contract.ResetPassword,
    origin: Origin,
    signal?: AbortSignal,
  ): Promise<Pick<SignedIn, "browserToken">> {
    const { passwords, credentials, limits, knownBrowsers } = this.parts;
    // Hashing is expensive, so the token is checked first.
    const owner = await this.#ownerOf(token);
    const { memberId } = owner;
    const rules = this.parts.newPassword;
    const password = await requireGoodPassword(newPassword, owner, rules, "newPassword");
    const passwordHash = await passwords.hash(password, { memberId }, signal);
    // The address may have changed since the link was read.
    await this.#ownerOf(token);
    const account = { memberId, passwordHash };
    const proof = { kind: "reset-password", token } as const;
    if (!await credentials.setPassword({ ...account, requestId: origin.requestId, proof })) {
      throw invalidToken();
    }
    await limits.passwordSet(memberId);
    const command = { type: "RecordPasswordReset" } as const;
    await recordChange(this.parts, memberId, command, origin, passwordNotice);
    return { browserToken: knownBrowsers.issue(account) };
  }

  async #mailLink(email: string, token: string): Promise<void> {
    const { limits, catchUpAll, table, newId, tokens, mailQueue, wakeSender } = this.parts;
    if (!await limits.mayMailReset(email)) return;
    await catchUpAll();
    const member = await table.byEmail(email);
    // The same work for an unknown address: otherwise the load on other requests would reveal it.
    const memberId = member?.memberId ?? newId();
    const { email: to, firstName } = member ?? { email, firstName: "" };
    const letter = draft("reset-password", { to, firstName, token });
    await tokens.issue("reset-password", token, memberId, to);
    await (member === undefined
      ? mailQueue.addDecoy(memberId, letter)
      : mailQueue.add(memberId, letter));
    wakeSender();
  }

  async #ownerOf(token: string): Promise<MemberRecord> {
    const member = await ownerOfLink(this.parts, "reset-password", token);
    if (member === undefined) throw invalidToken();
    return member;
  }
}

function invalidToken(): Problem {
  return new Problem(400, "Invalid or expired reset token");
}
