import { isPending } from "../../events/invitations/invitation.ts";
import type { Members } from "../../events/members/handle.ts";
import type { DueMail } from "../../events/members/mail-queue.ts";
import type { MemberTable } from "../../events/read/members.ts";
import { Refusal } from "../../events/errors.ts";
import type { Tokens } from "../auth/tokens.ts";
import { invitationKinds } from "../mail/setup/mail-state.ts";
import { InvitationLink } from "../mail/letters/invitation-letters.ts";
import type { LookUpMail } from "../mail/letters/messages.ts";
import type { InvitationStates } from "./states.ts";

export interface InvitationMailDependencies {
  readonly members: Pick<Members, "execute">;
  readonly table: Pick<MemberTable, "byId">;
  readonly tokens: Pick<Tokens, "issue">;
  readonly states: Pick<InvitationStates, "noteSent">;
  /** An import beside the service may have prepared them just now. */
  readonly catchUp: () => Promise<void>;
}

/** What the sender of mails has to know of invitations, and tells of them. */
export type InvitationMail = ReturnType<typeof createInvitationMail>;

const byServer = { actorId: "system", correlationId: "mail", causationId: "mail" };

export function createInvitationMail(deps: InvitationMailDependencies) {
  const { members, table, tokens, states, catchUp } = deps;
  const isInvitation = ({ kind }: Pick<DueMail, "kind">) =>
    (invitationKinds as readonly string[]).includes(kind);
  return {
    /**
     * Whether an invitation is still to be sent: `dropped` when it was answered. Its link lives from now on, however
     * long the mail has waited.
     */
    async lookUp(mail: Parameters<LookUpMail>[0]): Promise<"dropped" | undefined> {
      if (!isInvitation(mail)) return undefined;
      const read = InvitationLink.safeParse(mail.content);
      if (!read.success) return "dropped";
      await catchUp();
      const member = await table.byId(mail.memberId);
      if (member === undefined || !isPending(member)) return "dropped";
      await tokens.issue("invitation", read.data.token, mail.memberId, member.email);
      return undefined;
    },
    async sent(mail: Pick<DueMail, "kind" | "memberId">): Promise<void> {
      if (isInvitation(mail)) await states.noteSent(mail.memberId);
    },
    /** The mail server said that there is no such address. */
    async refused(mail: Pick<DueMail, "kind" | "memberId">): Promise<void> {
      if (!isInvitation(mail)) return;
      try {
        await members.execute(mail.memberId, { type: "NoteBounce" }, byServer);
      } catch (error) {
        // They were erased while the mail was on its way.
        if (!(error instanceof Refusal)) throw error;
      }
    },
  };
}
