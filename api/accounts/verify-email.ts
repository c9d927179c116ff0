import type { MailAbout, Members } from "../../events/members/handle.ts";
import type { MailQueue } from "../../events/members/mail-queue.ts";
import type { MemberRecord } from "../../events/members/record.ts";
import type { MemberTable } from "../../events/read/members.ts";
import { newToken } from "../auth/secret-token.ts";
import type { Tokens } from "../auth/tokens.ts";
import type { MailLimits } from "../mail/outbox/mail-limits.ts";
import { draft } from "../mail/letters/messages.ts";
import type { AdmissionRules } from "../config/admissions.ts";
import { domainAmong } from "../../events/program/admission.ts";
import { Problem } from "../problems.ts";

export interface EmailVerificationDependencies {
  readonly table: Pick<MemberTable, "byId">;
  readonly tokens: Tokens;
  readonly limits: Pick<MailLimits, "registrationMail" | "verificationMail">;
  readonly mailQueue: Pick<MailQueue, "add">;
  /** Sends queued mail now. */
  readonly wakeSender: () => void;
  readonly catchUpAll: () => Promise<void>;
  readonly admission: () => AdmissionRules;
}

/** A verification link for a member's future address. */
export interface VerificationLink {
  /** Removes the mail from the rate limit's count, because the change was refused. */
  giveBack(): Promise<void>;
  /** The link's mail, recorded with the change of address. */
  readonly mail: MailAbout;
  /** Ends links for earlier addresses. Called once the change is recorded. */
  endOlder(): Promise<void>;
}

/** Records that an address was verified. */
export type RecordVerified = (
  memberId: string,
  command: Extract<Parameters<Members["execute"]>[1], { type: "VerifyEmail" }>,
) => Promise<unknown>;

export type EmailVerification = ReturnType<typeof createEmailVerification>;

/** Email verification: a mailed token proves that an address belongs to its member. */
export function createEmailVerification(deps: EmailVerificationDependencies) {
  const { table, tokens, limits, mailQueue } = deps;

  return {
    /**
     * The link for a new member. At most one an hour is sent to a mailbox. That is decided when it is sent, so
     * that no answer reveals it.
     */
    async firstLinkFor(memberId: string, email: string): Promise<MailAbout> {
      await limits.registrationMail(memberId);
      const token = await issue(tokens, memberId, email);
      return ({ after }) => [mailOf(after, token, "confirm-registration")];
    },
    /** @throws {Problem} 429 when this recipient or member has had too many. */
    async linkFor(memberId: string, email: string): Promise<VerificationLink> {
      const giveBack = await limits.verificationMail({ memberId, email });
      return { giveBack, ...await issueLink(tokens, memberId, email) };
    },
    /** Mails another link; nothing if the address is verified. */
    async resend(memberId: string): Promise<void> {
      const member = await table.byId(memberId);
      if (member === undefined) throw new Problem(401, "Not authenticated");
      if (member.emailVerified) return;
      await limits.verificationMail({ memberId, email: member.email });
      const token = await issue(tokens, memberId, member.email);
      await mailQueue.add(memberId, mailOf(member, token));
      await tokens.endOlder("verify-email", token);
      deps.wakeSender();
    },
    /**
     * Records the address as verified. The token is used up afterwards: if that is interrupted, it works once
     * more and changes nothing.
     *
     * @throws {Problem} 400 when it is unknown, used, expired, or for another address.
     */
    async verify(token: string, record: RecordVerified): Promise<void> {
      const memberId = await tokens.peek("verify-email", token);
      if (memberId === undefined) throw invalidLink();
      // Another process may have just set the address.
      await deps.catchUpAll();
      const member = await table.byId(memberId);
      if (!member || !await tokens.isBoundTo("verify-email", token, member.email)) {
        throw invalidLink();
      }
      const { email } = member;
      const domain = domainAmong(email, deps.admission().domains);
      await record(memberId, { type: "VerifyEmail", email, domain });
      await tokens.consume("verify-email", token);
    },
  };
}

/** Issues a link regardless of earlier mails. */
export async function issueLink(
  tokens: Pick<Tokens, "issue" | "endOlder">,
  memberId: string,
  email: string,
): Promise<Omit<VerificationLink, "giveBack">> {
  const token = await issue(tokens, memberId, email);
  return {
    mail: ({ after }) => after.email === email ? [mailOf(after, token)] : [],
    endOlder: () => tokens.endOlder("verify-email", token),
  };
}

async function issue(
  tokens: Pick<Tokens, "issue">,
  memberId: string,
  email: string,
): Promise<string> {
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

function invalidLink(): Problem {
  return new Problem(400, "Invalid or expired verification link");
}
