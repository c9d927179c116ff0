import { Refusal } from "../../../events/errors.ts";
import { isPending } from "../../../events/invitations/invitation.ts";
import type { MemberCommands } from "../../../events/members/handle.ts";
import type { MemberTable } from "../../../events/read/members.ts";
import type { Tokens } from "../../auth/tokens.ts";
import type { Inviters } from "./inviters.ts";
import type { InvitationStates } from "./states.ts";
import type { StopLinks } from "./stop-links.ts";
import type { DueMail } from "../../../events/members/mail-queue.ts";
import { invitationLetters, InvitationLink } from "../../mail/templates/invitation-letters.ts";
import type { LookUpMail, ReadMail } from "../../mail/templates/messages.ts";
import type { MailKind } from "../../mail/outbox/mail-kind.ts";
import { invitationKinds } from "../../mail/setup/mail-state.ts";

const mailServerCause = { actorId: "system", correlationId: "mail" };

interface InvitationMailParts {
  readonly members: Pick<MemberCommands, "execute">;
  readonly tables: { readonly members: Pick<MemberTable, "byId"> };
  readonly states: Pick<InvitationStates, "noteSent">;
  readonly tokens: Pick<Tokens, "issue">;
  readonly stopLinks: Pick<StopLinks, "issue">;
  readonly inviters: Pick<Inviters, "of">;
}

export class InvitationMail implements MailKind {
  constructor(private readonly deps: InvitationMailParts) {}

  /** Drops answered invitations. A link's lifetime starts when its mail is sent. */
  async lookUp(mail: Parameters<LookUpMail>[0]): Promise<"dropped" | ReadMail | undefined> {
    const { kind } = mail;
    if (!isInvitation({ kind })) return undefined;
    const { tables, tokens, stopLinks } = this.deps;
    const read = InvitationLink.safeParse(mail.content);
    if (!read.success) return "dropped";
    const member = await tables.members.byId(mail.memberId);
    if (member === undefined || !isPending(member)) return "dropped";
    // Muted invitations only get mails that the person asked for.
    if (member.invitation?.isMuted && kind !== "invitation-again") return "dropped";
    await tokens.issue("invitation", read.data.token, mail.memberId, member.email);
    const { to, firstName } = read.data;
    const inviter = await this.deps.inviters.of(member);
    const content = { ...read.data, stop: stopLinks.issue(mail.memberId), inviter };
    const { text } = invitationLetters[kind as keyof typeof invitationLetters];
    return {
      to,
      ...inviter && { aboutId: inviter.memberId },
      letter: (head) => ({ firstName, ...text(content, head) }),
    };
  }

  async sent(mail: Pick<DueMail, "kind" | "memberId">): Promise<void> {
    if (isInvitation(mail)) await this.deps.states.noteSent(mail.memberId);
  }

  /** Notes that the mail server knows no such address. */
  async refused(mail: Pick<DueMail, "kind" | "memberId">): Promise<void> {
    if (!isInvitation(mail)) return;
    try {
      await this.deps.members.execute(mail.memberId, { type: "NoteBounce" }, mailServerCause);
    } catch (error) {
      // They were erased while the mail was being sent.
      if (!(error instanceof Refusal)) throw error;
    }
  }
}

function isInvitation({ kind }: Pick<DueMail, "kind">): boolean {
  return (invitationKinds as readonly string[]).includes(kind);
}
