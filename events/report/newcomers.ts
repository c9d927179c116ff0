import { createColumns } from "./columns.ts";
import type { LoggedEvent } from "./event-reader.ts";
import { type Facts, noRole, notSaid } from "./facts.ts";
import type { Roster } from "./roster.ts";

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

  return {
    /** By place: newcomers in their order, from 0. */
    columns,
    get size() {
      return newcomers.size;
    },
    /** The member's number of a newcomer. */
    memberAt: (place: number) => (first ?? 0) + place,
    /** Learns what happened in the cycle, just before the roster does. */
    observe({ type, member, atMs, facts }: LoggedEvent, roster: Roster) {
      first ??= roster.size;
      const place = member - first;
      if (place < 0) return;
      newcomers.reach(place);
      const at = Math.floor(atMs / 1000);
      switch (type) {
        case "MemberRegistered":
          columns.registeredAt[place] = at;
          noteRole(place, facts, at);
          return;
        case "RoleSelected":
          noteRole(place, facts, at);
          return;
        case "ProfileCreated":
          if (columns.profileAt[place] === 0) columns.profileAt[place] = at;
          if (columns.visibleAt[place] !== 0) return;
          columns.visibleAt[place] = at;
          justCreated.place = place;
          justCreated.atMs = atMs;
          return;
        case "ProfileShown":
          if (columns.visibleAt[place] === 0) columns.visibleAt[place] = at;
          return;
        case "ProfileHidden":
          if (justCreated.place === place && justCreated.atMs === atMs) {
            columns.visibleAt[place] = 0;
          }
          return;
        case "ProfileChanged":
        case "ProfileDeleted":
        case "MemberErased":
        case "AccountDetailsChanged":
        case "EmailVerified":
        case "PasswordReset":
        case "PrivacyChanged":
        case "ProfileImageChanged":
          return;
      }
    },
    /** Forgets them: the next cycle has its own. */
    startOver() {
      newcomers.clear();
      first = undefined;
      justCreated.place = -1;
    },
  };
}
