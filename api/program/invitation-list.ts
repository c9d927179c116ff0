import { queryWords, words } from "../../search/text.ts";
import type { Shared } from "../composition/shared.ts";
import {
  type InvitationPage,
  type InvitationQuery,
  type InvitationShown,
  invitationsShown,
  type InvitedPerson,
} from "../contract/invitations.ts";
import type { Declined } from "../invitations/declined.ts";
import { readLinkStates } from "../invitations/states.ts";
import type { Invited } from "./roster.ts";

/** People are not reminded sooner than this after the last mail. */
const silentForMs = 7 * 24 * 60 * 60 * 1000;
const pageSize = 50;

type Entry =
  & { readonly shown: InvitationShown; readonly names: readonly string[] }
  & ({ readonly invited: Invited } | { readonly declined: Declined });

export type InvitationList = ReturnType<typeof createInvitationList>;

export function createInvitationList({ roster, table, vault, states, declined, now }: Shared) {
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

  async function peopleOf(entries: readonly Entry[]): Promise<InvitedPerson[]> {
    const invited = entries.flatMap((entry) => "invited" in entry ? [entry.invited] : []);
    const [links, members] = await Promise.all([
      readLinkStates(vault, now(), invited),
      table.byIds(invited.map(({ memberId }) => memberId)),
    ]);
    return entries.flatMap((entry): InvitedPerson[] => {
      if ("declined" in entry) {
        const { on, ...person } = entry.declined;
        return [{ ...person, shown: "declined", at: `${on}T00:00:00.000Z`, link: null }];
      }
      const { memberId: id, createdAt: at } = entry.invited;
      const member = members.get(id);
      if (member === undefined) return [];
      const { firstName, lastName, email } = member;
      const link = entry.shown === "joined" ? null : links.get(id) ?? null;
      return [{ id, firstName, lastName, email, shown: entry.shown, at, link }];
    });
  }

  return {
    async page({ search, show, page: wanted }: InvitationQuery): Promise<InvitationPage> {
      const entries = await readEntries();
      const asked = queryWords(search);
      const found = entries.filter(({ shown, names }) =>
        (show === undefined ? shown !== "joined" && shown !== "declined" : shown === show) &&
        asked.every((word) => names.some((name) => name.startsWith(word)))
      );
      const pages = Math.max(1, Math.ceil(found.length / pageSize));
      const page = Math.min(Math.max(1, wanted), pages);
      const first = (page - 1) * pageSize;
      return {
        people: await peopleOf(found.slice(first, first + pageSize)),
        counts: Object.fromEntries(invitationsShown.map((name) => [
          name,
          entries.filter(({ shown }) => shown === name).length,
        ])) as InvitationPage["counts"],
        silent: entries.filter((entry) => "invited" in entry && isSilent(entry.invited)).length,
        total: found.length,
        page,
        pages,
      };
    },
    /** People who were mailed nothing for a week, and may be reminded. */
    silent: async (): Promise<readonly Invited[]> => (await roster.invited()).filter(isSilent),
  };

  function isSilent({ invitation: { isAnswered, isBounced, mailedAt } }: Invited): boolean {
    return !isAnswered && !isBounced && Date.parse(mailedAt) <= now().getTime() - silentForMs;
  }
}
