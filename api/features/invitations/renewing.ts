import { Refusal } from "../../../events/errors.ts";
import type { InvitationCommand, RenewalWay } from "../../../events/invitations/invitation.ts";
import type { Cause } from "../../../events/store/event-log.ts";
import type { MemberCommands } from "../../../events/members/handle.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import { newToken } from "../../auth/secret-token.ts";
import type { Tokens } from "../../auth/tokens.ts";
import type { MailLimits } from "../../mail/outbox/mail-limits.ts";
import { type InvitationStates, mailEveryMs } from "./states.ts";
import { draft } from "../../mail/templates/messages.ts";

interface RenewingDependencies {
  readonly members: Pick<MemberCommands, "carryOut" | "execute">;
  readonly tokens: Pick<Tokens, "issue" | "issuing">;
  readonly states: Pick<InvitationStates, "nextMailAt" | "unsent">;
  readonly limits: Pick<MailLimits, "verificationMail">;
  readonly now: () => Date;
}

type Invitee = Pick<MemberRecord, "memberId" | "email" | "firstName">;

const hourMs = 60 * 60 * 1000;
const reminderNumbers: Partial<Record<RenewalWay, 1 | 2>> = {
  "first-reminder": 1,
  "second-reminder": 2,
};

const timerCause: Cause = { actorId: "system", correlationId: "time" };

export type Renewing = ReturnType<typeof createRenewing>;

/** Mails another link to invited people. The mail is stored with its event, so each is sent once. */
export function createRenewing(
  { members, tokens, states, limits, now }: RenewingDependencies,
) {
  async function renew(
    { memberId, email: to, firstName }: Invitee,
    renewal: Omit<Extract<InvitationCommand, { type: "RenewInvitation" }>, "type">,
    cause: Cause,
    notBeforeMs?: number,
  ): Promise<boolean> {
    const token = newToken();
    const number = reminderNumbers[renewal.way];
    let isMailed = false;
    await members.execute(memberId, { type: "RenewInvitation", ...renewal }, cause, () => {
      isMailed = true;
      const kind = number === undefined ? "invitation" : "invitation-reminder";
      return [draft(kind, { to, firstName, token, ...number && { number } }, notBeforeMs)];
    });
    // Issued again when the mail is sent, so that the link lives long enough.
    if (isMailed) await tokens.issue("invitation", token, memberId, to);
    return isMailed;
  }

  async function scheduleOnePerSecond<T>(
    people: readonly T[],
    work: (one: T, notBeforeMs: number) => Promise<boolean>,
  ): Promise<number> {
    const startMs = (await states.nextMailAt()).getTime();
    let count = 0;
    for (const one of people) {
      if (await unlessErased(work(one, startMs + count * mailEveryMs))) count += 1;
    }
    return count;
  }

  return {
    /**
     * Mails another link; returns `false` while the previous mail still waits to be sent.
     * @throws {Refusal} When they have answered. @throws {Problem} 429 for too many to one person.
     */
    async mail(member: Invitee, cause: Cause): Promise<boolean> {
      const { memberId, email } = member;
      if ((await states.unsent([memberId])).size > 0) return false;
      const undo = await limits.verificationMail({ memberId, email });
      try {
        await renew(member, { way: "mail" }, cause);
      } catch (error) {
        await undo();
        throw error;
      }
      return true;
    },
    /** Mails one a second, except to people mailed in the last hour. Returns how many. */
    mailAll(people: readonly Invitee[], cause: Cause): Promise<number> {
      const since = new Date(now().getTime() - hourMs);
      const renewal = { way: "mail", unlessMailedSince: since.toISOString() } as const;
      return scheduleOnePerSecond(
        people,
        (one, notBeforeMs) => renew(one, renewal, cause, notBeforeMs),
      );
    },
    /** The token of a link that staff pass on. */
    async link({ memberId, email }: Invitee, cause: Cause): Promise<string> {
      const token = newToken();
      const along = async () => [tokens.issuing("invitation", token, memberId, email)];
      // Stored with the event, so that every link has an entry in the history.
      const commands = [{ type: "RenewInvitation", way: "link" }] as const;
      await members.carryOut({ memberId, commands, along }, cause);
      return token;
    },
    /** Sends automatic reminders, and returns how many. */
    remindAll: (people: readonly (readonly [Invitee, RenewalWay])[]): Promise<number> =>
      scheduleOnePerSecond(
        people,
        ([one, way], notBeforeMs) => renew(one, { way }, timerCause, notBeforeMs),
      ),
  };
}

async function unlessErased(work: Promise<boolean>): Promise<boolean> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Refusal && error.code === "member/not-found") return false;
    throw error;
  }
}
