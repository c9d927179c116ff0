import { setImmediate as nextTurn } from "node:timers/promises";
import { type Invitation, isPending } from "../../events/invitations/invitation.ts";
import { isAdmitted, isStaff, isSuspended } from "../../events/program/admission.ts";
import type { MemberRecord } from "../../events/members/record.ts";
import type { MemberTable } from "../../events/read/members.ts";
import { compareText, nameKey, queryWords, words } from "../../search/text.ts";
import type { RosterPage, RosterPerson, RosterQuery } from "../contract/program.ts";

const batch = 500;
const rosterPageSize = 50;

interface Entry {
  readonly person: RosterPerson;
  readonly key: string;
  readonly names: readonly string[];
  readonly invited: Invited | undefined;
}

export interface Invited extends Pick<MemberRecord, "memberId" | "createdAt"> {
  readonly invitation: Invitation;
  readonly names: readonly string[];
}

export type Roster = ReturnType<typeof createRoster>;

/** Roster: all members by name, for staff. It is read when it is first needed and then follows changes. */
export function createRoster({ table }: { readonly table: Pick<MemberTable, "changedSince"> }) {
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

  async function inOrder(): Promise<readonly Entry[]> {
    following ??= follow().finally(() => (following = undefined));
    await following;
    sorted ??= [...entries.values()].sort((one, other) => compareText(one.key, other.key));
    return sorted;
  }

  return {
    async find(query: RosterQuery): Promise<RosterPage> {
      const wanted = queryWords(query.search);
      const found = (await inOrder()).filter((entry) => fits(entry, query, wanted));
      const last = Math.max(1, Math.ceil(found.length / rosterPageSize));
      const page = Math.min(Math.max(1, query.page), last);
      const first = (page - 1) * rosterPageSize;
      const people = found.slice(first, first + rosterPageSize).map(({ person }) => person);
      return { people, total: found.length, page, pages: last };
    },
    async countInvited(): Promise<{ readonly ever: number; readonly unanswered: number }> {
      const invited = (await inOrder()).flatMap((entry) => entry.invited ?? []);
      const unanswered = invited.filter(({ invitation }) => !invitation.isAnswered).length;
      return { ever: invited.length, unanswered };
    },
    async invited(): Promise<readonly Invited[]> {
      return (await inOrder()).flatMap(({ invited }) => invited ?? [])
        .sort((one, other) => other.createdAt.localeCompare(one.createdAt));
    },
  };
}

function fits(
  { person, names }: Entry,
  { role, state }: RosterQuery,
  wanted: readonly string[],
): boolean {
  if (role !== undefined && (person.role ?? "none") !== role) return false;
  if (state === "asking closed" && !person.isAskingClosed) return false;
  if (state !== undefined && state !== "asking closed" && person.state !== state) return false;
  return wanted.every((word) => names.some((name) => name.startsWith(word)));
}

function entryOf(member: MemberRecord): Entry {
  const { firstName, lastName, memberId, createdAt, invitation } = member;
  const names = words(`${firstName} ${lastName}`);
  return {
    person: rosterPersonOf(member),
    invited: invitation ? { memberId, createdAt, invitation, names } : undefined,
    key: nameKey(firstName, lastName),
    names,
  };
}

export function rosterPersonOf(member: MemberRecord): RosterPerson {
  const { memberId: id, firstName, lastName, role, isAskingClosed } = member;
  const state = isSuspended(member) ? "suspended" : isPending(member) ? "invited" : doorOf(member);
  return { id, firstName, lastName, role, state, isStaff: isStaff(member), isAskingClosed };
}

/** Whether a member is in, waits for approval, or was refused. */
export function doorOf(member: Pick<MemberRecord, "admission">): "in" | "waiting" | "refused" {
  if (isAdmitted(member)) return "in";
  return member.admission?.state === "refused" ? "refused" : "waiting";
}
