import type { Cause } from "../../../events/store/event-log.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import type { MemberTable } from "../../../events/read/members.ts";
import type { Outgoing } from "../../mail/outgoing.ts";
import type { Background } from "../../node/background.ts";
import type { InvitationList } from "./invitation-list.ts";
import type { Renewing } from "./renewing.ts";
import type { InvitationStates } from "./states.ts";

interface RemindSilentParts {
  readonly list: Pick<InvitationList, "silent">;
  readonly members: Pick<MemberTable, "byIds">;
  readonly states: Pick<InvitationStates, "unsent">;
  readonly renewing: Pick<Renewing, "mailAll">;
  readonly background: Pick<Background, "start">;
  readonly outgoing: Pick<Outgoing, "wake">;
}

/** People reminded before the page answers. */
const remindedAtOnce = 300;

export type RemindSilent = ReturnType<typeof createRemindSilent>;

/**
 * Reminds all people without mail for a week. @returns `following` for those reminded in the
 * background.
 */
export function createRemindSilent(
  { list, members, states, renewing, background, outgoing }: RemindSilentParts,
) {
  return async (
    cause: Cause,
  ): Promise<{ readonly queued: number; readonly following: number }> => {
    const silent = (await list.silent()).map((each) => each.memberId);
    const unsent = await states.unsent(silent);
    const people = [...(await members.byIds(silent.filter((id) => !unsent.has(id)))).values()];
    // If two staff press the button at once, one of them mails each person.
    const remind = async (some: readonly MemberRecord[]) => {
      const queued = await renewing.mailAll(some, cause);
      outgoing.wake();
      return queued;
    };
    const queued = await remind(people.slice(0, remindedAtOnce));
    const rest = people.slice(remindedAtOnce);
    // If the process stops before these are queued, pressing again reminds them.
    if (rest.length > 0) background.start("reminders", async () => void await remind(rest));
    return { queued, following: rest.length };
  };
}
