import { createColumns } from "../replay/columns.ts";
import type { LoggedEvent } from "../replay/event-reader.ts";
import { type Facts, noRole, notSaid } from "../replay/facts.ts";
import type { Observer } from "./statistic.ts";

/** Seconds since 1970 at which a step was taken first; 0 is never. */
const kinds = {
  registeredAt: Uint32Array,
  roleAt: Uint32Array,
  profileAt: Uint32Array,
  visibleAt: Uint32Array,
} as const;

export type Newcomers = ReturnType<typeof createNewcomers>;

/**
 * When those who registered in a cycle took their steps. Nothing is kept of a cycle that is over: in a
 * large log they are a small part of all members.
 */
export function createNewcomers() {
  const newcomers = createColumns(kinds);
  const { columns } = newcomers;
  /** The number of the cycle's first newcomer: a member's number says who came before whom. */
  let first: number | undefined;
  /** A profile that its first commit hides was never visible: both events have one time. */
  const justCreated = { place: -1, atMs: -1 };

  function noteRole(place: number, { role }: Facts, at: number) {
    if (role !== notSaid && role !== noRole && columns.roleAt[place] === 0) {
      columns.roleAt[place] = at;
    }
  }

  /** Notes what a newcomer did, and at which second. Those who came before the cycle are none. */
  function ofNewcomers(note: (place: number, at: number, event: LoggedEvent) => void): Observer {
    return (event, roster) => {
      first ??= roster.size;
      const place = event.member - first;
      if (place < 0) return;
      newcomers.reach(place);
      note(place, Math.floor(event.atMs / 1000), event);
    };
  }

  return {
    /** By place: newcomers in their order, from 0. */
    columns,
    get size() {
      return newcomers.size;
    },
    /** The member's number of a newcomer. */
    memberAt: (place: number) => (first ?? 0) + place,
    observers: {
      MemberRegistered: ofNewcomers((place, at, { facts }) => {
        columns.registeredAt[place] = at;
        noteRole(place, facts, at);
      }),
      RoleSelected: ofNewcomers((place, at, { facts }) => noteRole(place, facts, at)),
      ProfileCreated: ofNewcomers((place, at, { atMs }) => {
        if (columns.profileAt[place] === 0) columns.profileAt[place] = at;
        if (columns.visibleAt[place] !== 0) return;
        columns.visibleAt[place] = at;
        justCreated.place = place;
        justCreated.atMs = atMs;
      }),
      ProfileShown: ofNewcomers((place, at) => {
        if (columns.visibleAt[place] === 0) columns.visibleAt[place] = at;
      }),
      ProfileHidden: ofNewcomers((place, _, { atMs }) => {
        if (justCreated.place === place && justCreated.atMs === atMs) columns.visibleAt[place] = 0;
      }),
    },
    /** Forgets them: the next cycle has its own. */
    startOver() {
      newcomers.clear();
      first = undefined;
      justCreated.place = -1;
    },
  };
}
