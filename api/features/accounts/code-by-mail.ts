import { randomUUID } from "node:crypto";
import { normalName } from "../../../events/members/claims.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import type { Database } from "../../../events/store/database.ts";
import type { MemberTable } from "../../../events/read/members.ts";
import type { Origin } from "../../auth/origin.ts";
import { type CodeProofs, newCode } from "../../auth/proofs/code.ts";
import type { RateLimits } from "../../auth/limits/rate-limits.ts";
import { newToken } from "../../auth/secret-token.ts";
import type { SignIn } from "../../auth/sign-in.ts";
import type { AskForCode } from "../../contract/account.ts";
import { draft } from "../../mail/templates/messages.ts";
import type { MailLimits } from "../../mail/outbox/mail-limits.ts";
import type { Outgoing } from "../../mail/outgoing.ts";
import type { Background } from "../../node/background.ts";
import { findByMailName } from "./policies/named-member.ts";

interface CodeByMailParts {
  readonly database: Pick<Database, "write">;
  readonly members: Pick<MemberTable, "byEmail" | "byUsername">;
  readonly codes: Pick<CodeProofs, "issuing" | "issuingDecoy">;
  readonly signIn: Pick<SignIn, "isKnown">;
  readonly limits: Pick<RateLimits, "codeRequest"> & Pick<MailLimits, "mayMailCode">;
  readonly outgoing: Pick<Outgoing, "current" | "queue" | "wake">;
  readonly background: Pick<Background, "start">;
  readonly showsDevToken: boolean;
}

export interface AskedCode {
  /** The browser's cookie. */
  readonly challenge: string;
  /** The code itself, in development only. */
  readonly devCode?: string;
}

interface NewCode {
  readonly challenge: string;
  readonly code: string;
}

interface CodeRecipient {
  readonly member: MemberRecord | undefined;
  readonly to: string;
  readonly mayMail: boolean;
}

const challengeForm = /^[\w-]{43}$/;

/** Mails codes for signing in, and for confirming a member's identity. */
export class CodeByMail {
  constructor(private readonly parts: CodeByMailParts) {}

  /** Whether mail leaves this site. */
  async isPossible(): Promise<boolean> {
    return this.parts.showsDevToken || !(await this.parts.outgoing.current()).isFolder;
  }

  /**
   * Mails a code to the member with this name. The answer, its time and the work after it are the
   * same without such a member, and over the limits.
   * The browser's earlier code works until the new one is mailed.
   * @throws {Problem} 429 after too many requests from this network address.
   */
  async ask(
    { username }: AskForCode,
    origin: Origin,
  ): Promise<AskedCode> {
    const { background, limits, members, showsDevToken, signIn } = this.parts;
    await limits.codeRequest(origin.ip);
    const asked = this.#newCode(origin);
    const mail = async () => {
      const found = await findByMailName(username, members);
      const member = found?.member;
      const whose = member?.memberId ?? `of no one ${normalName(username)}`;
      const isKnown = await signIn.isKnown(origin, member?.memberId ?? "");
      const mayMail = await limits.mayMailCode(whose, isKnown);
      await this.#mail({ member, to: found?.to ?? username, mayMail }, asked);
    };
    // After the answer, so that its time doesn't reveal whether there is an account. In development
    // the page shows the code, so it must work already.
    if (showsDevToken) await mail();
    else background.start("code mail", mail);
    return this.#answer(asked);
  }

  /** Mails a code to a signed-in member. */
  async askAgain(member: MemberRecord, origin: Origin): Promise<AskedCode> {
    const asked = this.#newCode(origin);
    const mayMail = await this.parts.limits.mayMailCode(member.memberId, true);
    await this.#mail({ member, to: member.email, mayMail }, asked);
    return this.#answer(asked);
  }

  #newCode({ challenge = "" }: Origin): NewCode {
    return {
      challenge: challengeForm.test(challenge) ? challenge : newToken(),
      code: newCode(),
    };
  }

  #answer({ challenge, code }: NewCode): AskedCode {
    return { challenge, ...this.parts.showsDevToken && { devCode: code } };
  }

  async #mail(
    { member: found, to, mayMail }: CodeRecipient,
    { challenge, code }: NewCode,
  ): Promise<void> {
    const { codes, database, outgoing: { queue, wake } } = this.parts;
    const member = mayMail ? found : undefined;
    const memberId = member?.memberId ?? randomUUID();
    const issued = { memberId, code, mailedTo: to };
    await database.write([
      mayMail ? codes.issuing(challenge, issued) : codes.issuingDecoy(challenge, issued),
    ]);
    const letter = draft("sign-in-code", {
      to,
      firstName: member?.firstName ?? "",
      code,
    });
    await (member === undefined ? queue.addDecoy(memberId, letter) : queue.add(memberId, letter));
    wake();
  }
}
