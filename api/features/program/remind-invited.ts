import type { Mailing } from "../../composition/mailing.ts";
import type { Shared } from "../../composition/shared.ts";
import { readUnsent } from "../invitations/states.ts";
import type { Invited } from "./roster.ts";
import { dayMs } from "../../../events/log/day.ts";

/** How many days after the mail before it a reminder is sent. */
export const remindAfterDays = [10, 20] as const;
/** Times after the last mail. People who have waited much longer aren't reminded. */
const dueAfter = [
  { fromMs: remindAfterDays[0] * dayMs, toMs: 40 * dayMs },
  { fromMs: remindAfterDays[1] * dayMs, toMs: 60 * dayMs },
] as const;
const batch = 100;

/** Reminds people with an open invitation at most twice. Any number of nodes may run it. */
export async function remindInvited(
  deps: Shared & Mailing & { readonly sendsReminders: () => boolean },
): Promise<void> {
  const { roster, table, database, renewing, now } = deps;
  // Without a mail server, invitations weren't sent yet.
  if (!deps.sendsReminders() || (await deps.currentMail()).isFolder) return;
  const [invited, states] = await Promise.all([roster.invited(), deps.states.all()]);
  const isDue = ({ memberId, invitation }: Invited) => {
    const { isAnswered, isBounced, isMuted, reminders, mailedAt } = invitation;
    if (isAnswered || isBounced || isMuted || reminders === 2) return false;
    const sentMs = states.get(memberId)?.sentAt?.getTime() ?? 0;
    const silentMs = now().getTime() - Math.max(Date.parse(mailedAt), sentMs);
    const { fromMs, toMs } = dueAfter[reminders];
    return fromMs <= silentMs && silentMs < toMs;
  };
  const wanted = invited.filter(isDue);
  const unsent = await readUnsent(database, wanted.map(({ memberId }) => memberId));
  const due = wanted.filter(({ memberId }) => !unsent.has(memberId)).slice(0, batch);
  if (due.length === 0) return;
  const people = await table.byIds(due.map(({ memberId }) => memberId));
  const count = await renewing.remindAll(due.flatMap(({ memberId, invitation }) => {
    const member = people.get(memberId);
    const way = invitation.reminders === 0 ? "first-reminder" : "second-reminder";
    return member === undefined ? [] : [[member, way] as const];
  }));
  if (count > 0) deps.wakeSender();
}
