import { randomUUID } from "node:crypto";
import { isPending } from "../../../events/invitations/invitation.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import type { MemberTable } from "../../../events/read/members.ts";
import type { Origin } from "../../auth/origin.ts";
import type { RateLimits } from "../../auth/limits/rate-limits.ts";
import { newToken } from "../../auth/secret-token.ts";
import type { Tokens } from "../../auth/tokens.ts";
import type * as contract from "../../contract/account.ts";
import { draft } from "../../mail/templates/messages.ts";
import type { MailLimits } from "../../mail/outbox/mail-limits.ts";
import type { Outgoing } from "../../mail/outgoing.ts";
import { findMailbox } from "./policies/named-member.ts";
import type { Background } from "../../node/background.ts";

interface WayInParts {
  readonly members: Pick<MemberTable, "byEmail">;
  readonly tokens: Pick<Tokens, "issue">;
  readonly limits: Pick<RateLimits, "resetRequest"> & Pick<MailLimits, "mayMailReset">;
  readonly outgoing: Pick<Outgoing, "current" | "queue" | "wake">;
  readonly background: Pick<Background, "start">;
  readonly showsDevToken: boolean;
}

/** Sends the mails by which the owner of an address gets into their account. */
export class WayIn {
  constructor(private readonly parts: WayInParts) {}

  /**
   * Mails a reset link; takes the same time without an account. `devToken` is set in development
   * only. `isSent` is false if this site sends no mail.
   * @throws {Problem} 429 after too many requests from this network address.
   */
  async request(
    { email }: contract.ForgotPassword,
    origin: Origin,
  ): Promise<{ readonly isSent: boolean; readonly devToken?: string }> {
    const { limits, background, showsDevToken } = this.parts;
    await limits.resetRequest(origin.ip);
    const token = newToken();
    if (showsDevToken) {
      // The answer contains the link, so it must work already.
      await this.#mail(email, "reset", token);
      return { isSent: true, devToken: token };
    }
    // After the answer, so that its time doesn't reveal whether there is an account.
    background.start("reset mail", () => this.#mail(email, "reset", token));
    return { isSent: await this.#leaves() };
  }

  /** Mails the owner of a taken address, after the answer. @returns Whether this site sends mail. */
  async forTaken(email: string): Promise<boolean> {
    this.parts.background.start("sign-up mail", () => this.#mail(email, "registration"));
    return await this.#leaves();
  }

  async #leaves(): Promise<boolean> {
    return !(await this.parts.outgoing.current()).isFolder;
  }

  /**
   * Mails invited people their invitation, and others a link for a new password. An address without
   * an account costs the same work: the load on other requests would reveal it otherwise.
   */
  async #mail(
    email: string,
    asked: "reset" | "registration",
    token: string = newToken(),
  ): Promise<void> {
    const { limits, members, tokens, outgoing: { queue, wake } } = this.parts;
    if (!await limits.mayMailReset(email)) return;
    const { member, to } = await findMailbox(email, members) ?? { member: undefined, to: email };
    const { memberId, firstName } = member ?? { memberId: randomUUID(), firstName: "" };
    const username = member === undefined ? "" : mailableUsername(member);
    const isInvited = member !== undefined && isPending(member);
    const letter = isInvited
      ? draft("invitation-again", { to, firstName, token })
      : asked === "reset"
      ? draft("reset-password", { to, firstName, username, token })
      : draft("already-registered", { to, firstName, username, token });
    await tokens.issue(isInvited ? "invitation" : "reset-password", token, memberId, to);
    await (member === undefined ? queue.addDecoy(memberId, letter) : queue.add(memberId, letter));
    wake();
  }
}

/**
 * Omits a username that an unconfirmed registrant chose: anyone can register with someone else's
 * address.
 */
function mailableUsername({ username, emailVerified }: MemberRecord): string {
  return emailVerified || /^[\p{L}\p{M}\p{N}_-]+$/u.test(username) ? username : "";
}
