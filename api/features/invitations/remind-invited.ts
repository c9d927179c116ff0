import type { MemberTable } from "../../../events/read/members.ts";
import type { Outgoing } from "../../mail/outgoing.ts";
import type { Renewing } from "./renewing.ts";
import type { InvitationStates } from "./states.ts";
import type { Invited, Roster } from "../program/roster.ts";
import type { TimeAway } from "../../../events/time-away.ts";
import { dayMs } from "../../../events/day.ts";

/** Days after the previous mail at which a reminder is sent. */
export const remindAfterDays = [10, 20] as const;
/** Time since the last mail. People who have waited much longer aren't reminded. */
const dueAfter = [
  { fromMs: remindAfterDays[0] * dayMs, toMs: 40 * dayMs },
  { fromMs: remindAfterDays[1] * dayMs, toMs: 60 * dayMs },
] as const;
const batch = 100;

interface RemindInvitedParts {
  readonly roster: Pick<Roster, "invited">;
  readonly members: Pick<MemberTable, "byIds">;
  readonly renewing: Pick<Renewing, "remindAll">;
  readonly states: Pick<InvitationStates, "all" | "unsent">;
  readonly outgoing: Pick<Outgoing, "current" | "wake">;
  readonly away: Pick<TimeAway, "between">;
  readonly now: () => Date;
}

/** Reminds people with an open invitation at most twice. Any number of nodes may run it. */
export async function remindInvited(
  { roster, members, renewing, states, outgoing, away, now }: RemindInvitedParts,
): Promise<void> {
  // Without a mail server, invitations weren't sent yet.
  if ((await outgoing.current()).isFolder) return;
  const [invited, stateOf] = await Promise.all([roster.invited(), states.all()]);
  const isDue = ({ memberId, invitation }: Invited) => {
    const { isAnswered, isBounced, isMuted, reminders, mailedAt } = invitation;
    if (isAnswered || isBounced || isMuted || reminders === 2) return false;
    const sentMs = stateOf.get(memberId)?.sentAt?.getTime() ?? 0;
    const silentMs = away.between(Math.max(Date.parse(mailedAt), sentMs), now().getTime());
    const { fromMs, toMs } = dueAfter[reminders];
    return fromMs <= silentMs && silentMs < toMs;
  };
  const wanted = invited.filter(isDue);
  const unsent = await states.unsent(wanted.map(({ memberId }) => memberId));
  const due = wanted.filter(({ memberId }) => !unsent.has(memberId)).slice(0, batch);
  if (due.length === 0) return;
  const people = await members.byIds(due.map(({ memberId }) => memberId));
  const count = await renewing.remindAll(due.flatMap(({ memberId, invitation }) => {
    const member = people.get(memberId);
    const way = invitation.reminders === 0 ? "first-reminder" : "second-reminder";
    return member === undefined ? [] : [[member, way] as const];
  }));
  if (count > 0) outgoing.wake();
}
