import { setImmediate as nextTurn } from "node:timers/promises";
import { type Invitation, isPending } from "../../../events/invitations/invitation.ts";
import { hasDied, isAdmitted, isStaff, isSuspended } from "../../../events/program/admission.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import type { MemberTable } from "../../../events/read/members.ts";
import { compareText, nameKey, words } from "../../../search/text.ts";
import { nameFilter, pageOf } from "../../answers/found-by-name.ts";
import type { RosterQuery } from "../../contract/program.ts";
import { shownPerson } from "./shown-people.ts";

const batch = 500;

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

/** All members by name, for staff. Read when first needed, then following changes. */
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
    async find(query: RosterQuery) {
      const hasName = nameFilter(query.search);
      const found = (await inOrder()).filter((entry) => fits(entry, query) && hasName(entry));
      const { shown, ...place } = pageOf(found, query.page);
      return { people: shown.map(({ person }) => person), ...place };
    },
    async countInvited(): Promise<{ readonly ever: number }> {
      return { ever: (await inOrder()).filter(({ invited }) => invited !== undefined).length };
    },
    async invited(): Promise<readonly Invited[]> {
      return (await inOrder()).flatMap(({ invited }) => invited ?? [])
        .sort((one, other) => other.createdAt.localeCompare(one.createdAt));
    },
  };
}

export type RosterPage = Awaited<ReturnType<Roster["find"]>>;

function fits({ person }: Entry, { role, state }: RosterQuery): boolean {
  if (role !== undefined && (person.role ?? "none") !== role) return false;
  if (state === "asking closed") return person.isAskingClosed;
  return state === undefined || person.state === state;
}

function entryOf(member: MemberRecord): Entry {
  const { firstName, lastName, memberId, createdAt } = member;
  // No one waits for the answer of someone who died.
  const invitation = hasDied(member) ? null : member.invitation;
  const names = words(`${firstName} ${lastName}`);
  return {
    person: rosterPersonOf(member),
    invited: invitation ? { memberId, createdAt, invitation, names } : undefined,
    key: nameKey(firstName, lastName),
    names,
  };
}

/** A person's account, whatever their profile shows. */
export type RosterPerson = ReturnType<typeof rosterPersonOf>;

export function rosterPersonOf(member: MemberRecord) {
  const state = hasDied(member)
    ? "died"
    : isSuspended(member)
    ? "suspended"
    : isPending(member)
    ? "invited"
    : accessIn(member);
  const { isAskingClosed } = member;
  return { ...shownPerson(member), state, isStaff: isStaff(member), isAskingClosed } as const;
}

/** Whether a member is in, waits for approval, or was refused. */
export function accessIn(member: Pick<MemberRecord, "admission">): "in" | "waiting" | "refused" {
  if (isAdmitted(member)) return "in";
  return member.admission?.state === "refused" ? "refused" : "waiting";
}
