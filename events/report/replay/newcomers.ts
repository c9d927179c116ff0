import { createColumns } from "./columns.ts";
import type { CountedEvent } from "./event-reader.ts";
import { noRole, roleCodes } from "./facts.ts";
import type { Roster } from "./roster.ts";
import type { Role } from "../../vocabulary.ts";

/** Seconds since 1970 at which a step was taken first; 0 is never. */
const kinds = {
  registeredAt: Uint32Array,
  roleAt: Uint32Array,
  profileAt: Uint32Array,
  visibleAt: Uint32Array,
} as const;

export type Newcomers = ReturnType<typeof createNewcomers>;

/**
 * Newcomers: when those who registered in a cycle took their steps. Nothing is kept of a cycle that is
 * over: in a large log its newcomers are a small part of all members.
 */
export function createNewcomers() {
  const newcomers = createColumns(kinds);
  const { columns } = newcomers;
  /** The number of the cycle's first newcomer: a member's number says who came before whom. */
  let first: number | undefined;
  /** A profile that its first commit hides was never visible: both events have one time. */
  const justCreated = { place: -1, atMs: -1 };

  function noteRole(place: number, { role }: CountedEvent, at: number) {
    if (columns.roleAt[place] === 0 && role() !== null) columns.roleAt[place] = at;
  }

  /** Notes what a newcomer did, and at which second. Those who came before the cycle are none. */
  function ofNewcomers(note: (place: number, at: number, event: CountedEvent) => void) {
    return (event: CountedEvent, roster: Roster) => {
      first ??= roster.size();
      const place = event.member - first;
      if (place < 0) return;
      newcomers.reach(place);
      note(place, Math.floor(event.atMs / 1000), event);
    };
  }

  return {
    /** By place: newcomers in the order in which they registered, from 0. */
    steps: columns,
    size: () => newcomers.size(),
    /** The member's number of a newcomer. */
    memberAt: (place: number) => (first ?? 0) + place,
    /** Writes the newcomers' places into a list, one role's after the other's. Returns each role's part. */
    listByRole(roster: Roster, list: Uint32Array): ReadonlyMap<Role | null, Uint32Array> {
      const size = newcomers.size();
      return sortByRole(roster.roleColumn().subarray(first, (first ?? 0) + size), list);
    },
    observers: {
      MemberRegistered: ofNewcomers((place, at, event) => {
        columns.registeredAt[place] = at;
        noteRole(place, event, at);
      }),
      RoleSelected: ofNewcomers((place, at, event) => noteRole(place, event, at)),
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

/** A counting sort by the codes of roles. */
function sortByRole(codes: Uint8Array, list: Uint32Array): ReadonlyMap<Role | null, Uint32Array> {
  const { values } = roleCodes;
  const starts = new Uint32Array(values.length + 1);
  for (let place = 0; place < codes.length; place++) {
    const after = (codes[place] ?? noRole) + 1;
    starts[after] = (starts[after] ?? 0) + 1;
  }
  for (let code = 1; code < starts.length; code++) {
    starts[code] = (starts[code] ?? 0) + (starts[code - 1] ?? 0);
  }
  const next = starts.slice();
  for (let place = 0; place < codes.length; place++) {
    const code = codes[place] ?? noRole;
    const at = next[code] ?? 0;
    list[at] = place;
    next[code] = at + 1;
  }
  return new Map(values.map((role, code) => [role, list.subarray(starts[code], starts[code + 1])]));
}
