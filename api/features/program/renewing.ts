import { Refusal } from "../../../events/errors.ts";
import type { InvitationCommand, RenewalWay } from "../../../events/invitations/invitation.ts";
import type { Cause } from "../../../events/log/event-log.ts";
import type { Members } from "../../../events/members/handle.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import type { Database } from "../../../events/database.ts";
import { newToken } from "../../auth/secret-token.ts";
import type { Tokens } from "../../auth/tokens.ts";
import { mailEveryMs, nextMailAt } from "../invitations/states.ts";
import { draft } from "../../mail/letters/messages.ts";

interface RenewingDependencies {
  readonly members: Pick<Members, "execute">;
  readonly tokens: Pick<Tokens, "issue">;
  readonly database: Pick<Database, "read">;
  readonly now: () => Date;
}

type Invitee = Pick<MemberRecord, "memberId" | "email" | "firstName">;

const reminderNumbers: Partial<Record<RenewalWay, 1 | 2>> = {
  "first-reminder": 1,
  "second-reminder": 2,
};

const byTime: Cause = { actorId: "system", correlationId: "time" };

/** Mails another link to invited people, recorded together with its event: each is mailed once. */
export function createRenewing(
  { members, tokens, database, now }: RenewingDependencies,
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

  async function oneASecond<T>(
    people: readonly T[],
    work: (one: T, notBeforeMs: number) => Promise<boolean>,
  ): Promise<number> {
    const startMs = (await nextMailAt(database, now())).getTime();
    let count = 0;
    for (const one of people) {
      if (await unlessErased(work(one, startMs + count * mailEveryMs))) count += 1;
    }
    return count;
  }

  return {
    /** @throws {Refusal} When they have answered. */
    async mail(member: Invitee, cause: Cause): Promise<void> {
      await renew(member, { way: "mail" }, cause);
    },
    /** One a second, except people mailed after `since`. Returns how many were mailed. */
    mailAll(people: readonly Invitee[], since: Date, cause: Cause): Promise<number> {
      const renewal = { way: "mail", unlessMailedSince: since.toISOString() } as const;
      return oneASecond(people, (one, notBeforeMs) => renew(one, renewal, cause, notBeforeMs));
    },
    /** Sends automatic reminders, and returns how many. */
    remindAll: (people: readonly (readonly [Invitee, RenewalWay])[]): Promise<number> =>
      oneASecond(people, ([one, way], notBeforeMs) => renew(one, { way }, byTime, notBeforeMs)),
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
