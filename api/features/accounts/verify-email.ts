import type { Statement } from "../../../events/store/database.ts";
import { DatabaseNotWritable } from "../../../events/store/database-errors.ts";
import type { MailAbout } from "../../../events/members/handle.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import type { MemberTable } from "../../../events/read/members.ts";
import { newToken } from "../../auth/secret-token.ts";
import type { Tokens } from "../../auth/tokens.ts";
import { isPublicOrigin } from "../../config/loopback.ts";
import { tokenLink } from "../../mail/templates/letterhead.ts";
import { draft } from "../../mail/templates/messages.ts";
import type { MailLimits } from "../../mail/outbox/mail-limits.ts";
import type { Outgoing } from "../../mail/outgoing.ts";
import { Problem } from "../../contract/problem.ts";

export interface VerificationLink {
  readonly mail: MailAbout;
  /** Stores the link with the change. */
  readonly issuing: Statement;
  /** Ends links for earlier addresses. After `issuing`. */
  readonly endingOlder: Statement;
}

interface EmailVerificationParts {
  readonly tables: { readonly members: Pick<MemberTable, "byId"> };
  readonly tokens: Pick<Tokens, "endOlder" | "endingOlder" | "issue" | "issuing">;
  readonly limits: Pick<MailLimits, "registrationMail" | "verificationMail">;
  readonly outgoing: Outgoing;
}

/** Verifies email addresses: a mailed token proves that an address belongs to its member. */
export class EmailVerification {
  constructor(private readonly parts: EmailVerificationParts) {}

  /**
   * Sends at most one mail an hour to a mailbox. This is decided when it is sent, so no answer
   * reveals it.
   */
  async firstLinkFor(memberId: string, email: string): Promise<VerificationLink> {
    await this.parts.limits.registrationMail(memberId);
    return linkTo(this.parts.tokens, memberId, email, "confirm-registration");
  }

  /** `giveBack` uncounts a mail whose change was refused. @throws {Problem} 429 after too many. */
  async linkFor(memberId: string, email: string) {
    const giveBack = await this.parts.limits.verificationMail({ memberId, email });
    return { giveBack, ...linkTo(this.parts.tokens, memberId, email) };
  }

  /** Mails another link, unless the address is verified. 429 after too many. */
  async resend(memberId: string): Promise<void> {
    const { tables, limits, tokens, outgoing: { queue, wake } } = this.parts;
    const member = await tables.members.byId(memberId);
    if (member === undefined) throw new Problem(401, "Not authenticated");
    if (member.emailVerified) return;
    await limits.verificationMail({ memberId, email: member.email });
    const token = await issue(tokens, memberId, member.email);
    await queue.add(memberId, mailOf(member, token));
    await tokens.endOlder("verify-email", token);
    wake();
  }

  /**
   * Returns a link to show on the page when none can be mailed. Only on a loopback address, which
   * no one else can reach.
   */
  async localLink({ memberId, email }: MemberRecord): Promise<string | undefined> {
    const { outgoing, tokens } = this.parts;
    const { appOrigin } = outgoing.letterhead;
    if (isPublicOrigin(appOrigin) || !(await outgoing.current()).isFolder) return undefined;
    try {
      return tokenLink({ appOrigin }, "/verify-email", await issue(tokens, memberId, email));
    } catch (error) {
      // On a full disk the page goes on without it.
      if (error instanceof DatabaseNotWritable) return undefined;
      throw error;
    }
  }
}

/** Issues a link regardless of earlier mails. */
function linkTo(
  tokens: Pick<Tokens, "issuing" | "endingOlder">,
  memberId: string,
  email: string,
  kind?: "confirm-registration",
): VerificationLink {
  const token = newToken();
  return {
    mail: ({ after }) => after.email === email ? [mailOf(after, token, kind)] : [],
    issuing: tokens.issuing("verify-email", token, memberId, email),
    endingOlder: tokens.endingOlder("verify-email", token),
  };
}

async function issue(tokens: Pick<Tokens, "issue">, memberId: string, email: string) {
  const token = newToken();
  await tokens.issue("verify-email", token, memberId, email);
  return token;
}

function mailOf(
  { email, firstName }: MemberRecord,
  token: string,
  kind: "verify-email" | "confirm-registration" = "verify-email",
) {
  return draft(kind, { to: email, firstName, token });
}
