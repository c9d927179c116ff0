import { setImmediate as nextTurn } from "node:timers/promises";
import { isAdmitted, isStaff } from "../../events/program/admission.ts";
import type { MemberRecord } from "../../events/members/record.ts";
import type { MemberTable } from "../../events/read/members.ts";
import { compareText, nameKey, queryWords, words } from "../../search/text.ts";
import type { RosterPage, RosterPerson, RosterQuery } from "../contract/program.ts";

const batch = 500;
export const rosterPageSize = 50;

interface Entry {
  readonly person: RosterPerson;
  readonly key: string;
  readonly names: readonly string[];
}

/**
 * Roster: everybody by name, from their accounts alone, for the program's staff. Made when it is asked for first, and
 * followed from there; it takes about 300 bytes a member.
 */
export function createRoster(table: Pick<MemberTable, "changedSince">) {
  const entries = new Map<string, Entry>();
  let sorted: Entry[] | undefined;
  let position = -1;
  let following: Promise<void> | undefined;

  async function follow(): Promise<void> {
    for (;;) {
      const changed = await table.changedSince(position, batch);
      for (const { memberId, member } of changed) {
        if (member === undefined) entries.delete(memberId);
        else entries.set(memberId, entryOf(member));
      }
      if (changed.length > 0) sorted = undefined;
      position = changed.at(-1)?.position ?? position;
      if (changed.length < batch) return;
      await nextTurn();
    }
  }

  /** @param invited Those who have not answered an invitation. */
  return async function find(
    query: RosterQuery,
    invited: ReadonlySet<string>,
  ): Promise<RosterPage> {
    following ??= follow().finally(() => (following = undefined));
    await following;
    sorted ??= [...entries.values()].sort((one, other) => compareText(one.key, other.key));
    const wanted = queryWords(query.search);
    const found = sorted.filter((entry) => fits(entry, query, wanted, invited));
    const last = Math.max(1, Math.ceil(found.length / rosterPageSize));
    const page = Math.min(Math.max(1, query.page), last);
    const first = (page - 1) * rosterPageSize;
    const people = found.slice(first, first + rosterPageSize).map(({ person }) => ({
      ...person,
      state: stateOf(person, invited),
    }));
    return { people, total: found.length, page, pages: last };
  };
}

function fits(
  { person, names }: Entry,
  { role, state }: RosterQuery,
  wanted: readonly string[],
  invited: ReadonlySet<string>,
): boolean {
  if (role !== undefined && (person.role ?? "none") !== role) return false;
  if (state === "asking closed") {
    if (!person.isAskingClosed) return false;
  } else if (state !== undefined && stateOf(person, invited) !== state) return false;
  return wanted.every((word) => names.some((name) => name.startsWith(word)));
}

function stateOf(person: RosterPerson, invited: ReadonlySet<string>): RosterPerson["state"] {
  return invited.has(person.id) ? "invited" : person.state;
}

function entryOf(member: MemberRecord): Entry {
  const { firstName, lastName } = member;
  return {
    person: rosterPersonOf(member),
    key: nameKey(firstName, lastName),
    names: words(`${firstName} ${lastName}`),
  };
}

/** What staff reads of a member, whatever their profile says. */
export function rosterPersonOf(member: MemberRecord): RosterPerson {
  const { memberId: id, firstName, lastName, role, admission, isAskingClosed } = member;
  const state = isAdmitted(member) ? "in" : admission?.state === "refused" ? "refused" : "waiting";
  return { id, firstName, lastName, role, state, isStaff: isStaff(member), isAskingClosed };
}
