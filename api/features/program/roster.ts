import { type Invitation, isPending } from "../../../events/invitations/invitation.ts";
import { hasDied, isAdmitted, isStaff, isSuspended } from "../../../events/program/admission.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import type { ChangedMember } from "../../../events/read/members.ts";
import { compareText, nameKey, words } from "../../../search/text.ts";
import { nameFilter, pageOf } from "../../answers/found-by-name.ts";
import type { RosterQuery } from "../../contract/program.ts";
import { shownPerson } from "./shown-people.ts";

export interface Invited extends Pick<MemberRecord, "memberId" | "createdAt"> {
  readonly invitation: Invitation;
  readonly names: readonly string[];
}

const noOne: ReadonlySet<string> = new Set();

export type Roster = ReturnType<typeof createRoster>;

/**
 * All members by name, for staff. Beside the search index, this is the only copy of everyone in
 * memory.
 * @param update Applies all changes so far.
 */
export function createRoster({ update }: { readonly update: () => Promise<void> }) {
  const entries = new Map<string, Entry>();
  let sorted: readonly Entry[] | undefined;

  async function inOrder(): Promise<readonly Entry[]> {
    await update();
    sorted ??= [...entries.values()].sort((one, other) => compareText(one.key, other.key));
    return sorted;
  }

  return {
    /** Receives changed members, as the search index does. */
    follow(changed: readonly ChangedMember[]): void {
      for (const { memberId, member } of changed) {
        if (member === undefined) entries.delete(memberId);
        else entries.set(memberId, new Entry(member));
      }
      sorted = undefined;
    },
    /**
     * @param ids Members who ever asked for help, or whose address takes no mail, for states that
     * need them.
     */
    async find(query: RosterQuery, ids: ReadonlySet<string> = noOne) {
      const hasName = nameFilter(query.search);
      const found = (await inOrder())
        .filter((entry) => fits(entry, query, ids) && hasName(entry));
      const { shown, ...place } = pageOf(found, query.page);
      return { people: shown.map(({ person }) => person), ...place };
    },
    /** Number of cadets who could ask for help, and never did. */
    async countNeverAsked(askers: ReadonlySet<string>): Promise<number> {
      const query = { search: "", state: "never asked", page: 1 } as const;
      return (await inOrder()).filter((entry) => fits(entry, query, askers)).length;
    },
    async countInvited(): Promise<{ readonly ever: number }> {
      return { ever: (await inOrder()).filter(({ invitation }) => invitation !== null).length };
    },
    /** Latest first. */
    async invited(): Promise<readonly Invited[]> {
      return (await inOrder()).flatMap(({ person, createdAt, invitation, names }) =>
        invitation === null ? [] : [{ memberId: person.id, createdAt, invitation, names }]
      ).sort((one, other) => other.createdAt.localeCompare(one.createdAt));
    },
  };
}

class Entry {
  readonly person: RosterPerson;
  readonly createdAt: string;
  readonly invitation: Invitation | null;
  /** Whether the member is a cadet who could ask for help. */
  readonly mayAsk: boolean;
  #key: string | undefined;
  #names: readonly string[] | undefined;

  constructor(member: MemberRecord) {
    this.person = rosterPersonOf(member);
    this.createdAt = member.createdAt;
    const { role, programMails, isAskingClosed } = member;
    this.mayAsk = role === "cadet" && programMails.cadetSince !== null && !isAskingClosed;
    // A deceased member doesn't wait for an answer.
    this.invitation = hasDied(member) ? null : member.invitation;
  }

  /** Made on first use, so that a start needn't wait for it. */
  get key(): string {
    return this.#key ??= nameKey(this.person.firstName, this.person.lastName);
  }

  get names(): readonly string[] {
    return this.#names ??= words(`${this.person.firstName} ${this.person.lastName}`);
  }
}

export type RosterPage = Awaited<ReturnType<Roster["find"]>>;

function fits(
  { person, mayAsk }: Entry,
  { role, state }: RosterQuery,
  ids: ReadonlySet<string>,
): boolean {
  if (role !== undefined && (person.role ?? "none") !== role) return false;
  if (state === "never asked") return mayAsk && person.state === "in" && !ids.has(person.id);
  if (state === "no mail") return ids.has(person.id);
  if (state === "asking closed") return person.isAskingClosed;
  return state === undefined || person.state === state;
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

/** Whether a member is approved, waits for approval, or was refused. */
export function accessIn(member: Pick<MemberRecord, "admission">): "in" | "waiting" | "refused" {
  if (isAdmitted(member)) return "in";
  return member.admission?.state === "refused" ? "refused" : "waiting";
}
