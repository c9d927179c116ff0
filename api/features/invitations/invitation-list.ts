import { words } from "../../../search/text.ts";
import {
  type InvitationQuery,
  type InvitationShown,
  invitationsShown,
} from "../../contract/invitations.ts";
import type { MemberTable } from "../../../events/read/members.ts";
import type { Declined, DeclinedInvitations } from "./declined.ts";
import type { InvitationStates } from "./states.ts";
import type { Invited, Roster } from "../program/roster.ts";
import { nameFilter, pageOf } from "../../answers/found-by-name.ts";

/** Minimum time between the last mail and a reminder. */
const silentForMs = 7 * 24 * 60 * 60 * 1000;

type Entry =
  & { readonly shown: InvitationShown; readonly names: readonly string[] }
  & ({ readonly invited: Invited } | { readonly declined: Declined });

export type InvitationList = ReturnType<typeof createInvitationList>;

interface InvitationListParts {
  readonly roster: Pick<Roster, "invited">;
  readonly members: Pick<MemberTable, "byIds">;
  readonly states: Pick<InvitationStates, "all" | "links">;
  readonly declined: Pick<DeclinedInvitations, "all">;
  readonly now: () => Date;
}

export function createInvitationList(
  { roster, members: table, states, declined, now }: InvitationListParts,
) {
  async function readEntries(): Promise<Entry[]> {
    const [invited, stateOf, declinedBy] = await Promise.all([
      roster.invited(),
      states.all(),
      declined.all(),
    ]);
    const shownOf = ({ memberId, invitation }: Invited): InvitationShown => {
      if (invitation.isAnswered) return "joined";
      if (invitation.isBounced) return "bounced";
      return stateOf.get(memberId)?.isOpened ? "opened" : "waiting";
    };
    return [
      ...invited.map((one) => ({ invited: one, shown: shownOf(one), names: one.names })),
      ...declinedBy.map((one) => ({
        declined: one,
        shown: "declined" as const,
        names: words(`${one.firstName} ${one.lastName}`),
      })),
    ];
  }

  async function peopleOf(entries: readonly Entry[]) {
    const invited = entries.flatMap((entry) => "invited" in entry ? [entry.invited] : []);
    const [links, members] = await Promise.all([
      states.links(invited),
      table.byIds(invited.map(({ memberId }) => memberId)),
    ]);
    return entries.flatMap((entry) => {
      if ("declined" in entry) {
        const { on, ...person } = entry.declined;
        const at = `${on}T00:00:00.000Z`;
        return [{ ...person, shown: entry.shown, at, link: null, isMuted: false }];
      }
      const { memberId: id, createdAt: at, invitation: { isMuted } } = entry.invited;
      const member = members.get(id);
      if (member === undefined) return [];
      const { firstName, lastName, email } = member;
      const link = entry.shown === "joined" ? null : links.get(id) ?? null;
      return [{ id, firstName, lastName, email, shown: entry.shown, at, link, isMuted }];
    });
  }

  return {
    /** Latest invitations first; by default those without an answer. */
    async page({ search, show, page: wanted }: InvitationQuery) {
      const entries = await readEntries();
      const hasName = nameFilter(search);
      const found = entries.filter((entry) =>
        (show === undefined
          ? entry.shown !== "joined" && entry.shown !== "declined"
          : entry.shown === show) && hasName(entry)
      );
      const { shown, ...place } = pageOf(found, wanted);
      return {
        people: await peopleOf(shown),
        counts: Object.fromEntries(invitationsShown.map((name) => [
          name,
          entries.filter((entry) => entry.shown === name).length,
        ])) as Record<InvitationShown, number>,
        /** People without mail for a week, who may be reminded. */
        silent: entries.filter((entry) => "invited" in entry && isSilent(entry.invited)).length,
        ...place,
      };
    },
    /** People without mail for a week, who may be reminded. */
    silent: async (): Promise<readonly Invited[]> => (await roster.invited()).filter(isSilent),
  };

  function isSilent({ invitation }: Invited): boolean {
    const { isAnswered, isBounced, isMuted, mailedAt } = invitation;
    return !isAnswered && !isBounced && !isMuted &&
      Date.parse(mailedAt) <= now().getTime() - silentForMs;
  }
}
