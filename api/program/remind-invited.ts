import type { MailQueue } from "../../events/members/mail-queue.ts";
import type { MemberTable } from "../../events/read/members.ts";
import type { InvitationStates } from "../invitations/states.ts";
import type { Mail } from "../mail/mail.ts";
import { invitationKinds } from "../mail/setup/mail-state.ts";
import type { Renewing } from "./renewing.ts";
import type { Invited, Roster } from "./roster.ts";

export interface RemindInvitedDependencies {
  readonly roster: Pick<Roster, "invited">;
  readonly table: Pick<MemberTable, "byIds">;
  readonly states: Pick<InvitationStates, "all">;
  readonly mailQueue: Pick<MailQueue, "ofMember">;
  readonly renewing: Pick<Renewing, "remindAll">;
  readonly currentMail: () => Promise<Pick<Mail, "isFolder">>;
  /** Whether staff want it. */
  readonly sendsReminders: () => boolean;
  readonly wakeSender: () => void;
  readonly now: () => Date;
}

const dayMs = 24 * 60 * 60 * 1000;
/**
 * After how many days without an answer, counted from the last mail: 10 and 30 days after the invitation. One that has
 * waited much longer, such as from before this was there, stays as it is.
 */
const dueAfter = [
  { fromMs: 10 * dayMs, toMs: 40 * dayMs },
  { fromMs: 20 * dayMs, toMs: 60 * dayMs },
] as const;
const mostAtOnce = 100;

/**
 * Reminds who has not answered an invitation, twice at most. Any number of nodes may run it: that somebody was reminded
 * is recorded with the mail, or not at all.
 */
export async function remindInvited(deps: RemindInvitedDependencies): Promise<void> {
  const { roster, table, mailQueue, renewing, now } = deps;
  // Invitations that wait for a mail server are no silence.
  if (!deps.sendsReminders() || (await deps.currentMail()).isFolder) return;
  const [invited, states] = await Promise.all([roster.invited(), deps.states.all()]);
  const isDue = ({ memberId, invitation }: Invited) => {
    const { isAnswered, isBounced, reminders, mailedAt } = invitation;
    if (isAnswered || isBounced || reminders === 2) return false;
    const sentMs = states.get(memberId)?.sentAt?.getTime() ?? 0;
    const silentMs = now().getTime() - Math.max(Date.parse(mailedAt), sentMs);
    const { fromMs, toMs } = dueAfter[reminders];
    return fromMs <= silentMs && silentMs < toMs;
  };
  const due: Invited[] = [];
  for (const one of invited.filter(isDue)) {
    if (due.length === mostAtOnce) break;
    const waiting = await Promise.all(
      invitationKinds.map((kind) => mailQueue.ofMember(one.memberId, kind)),
    );
    if (waiting.flat().length === 0) due.push(one);
  }
  if (due.length === 0) return;
  const people = await table.byIds(due.map(({ memberId }) => memberId));
  const count = await renewing.remindAll(due.flatMap(({ memberId, invitation }) => {
    const member = people.get(memberId);
    return member === undefined ? [] : [[member, invitation.reminders === 0 ? 1 : 2] as const];
  }));
  if (count > 0) deps.wakeSender();
}
