import { type ContactView, findSurge, hourMs, type Surge } from "../../../events/contacts/surge.ts";
import { dayOf } from "../../../events/contacts/reveals.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import { isAdmitted, isStaff } from "../../../events/program/admission.ts";
import type { MemberTable } from "../../../events/read/members.ts";
import type { RevealTable } from "../../../events/read/reveals.ts";
import type { KnownMembers } from "../contacts/known-members.ts";
import type { ContactSurge } from "../../contract/program.ts";

/** Surges: many contact views in an hour by accounts unknown to program and mentors. */
export type Surges = ReturnType<typeof createSurges>;

interface SurgesDependencies {
  readonly tables: {
    readonly members: Pick<MemberTable, "byIds">;
    readonly reveals: Pick<RevealTable, "since">;
  };
  readonly knownMembers: Pick<KnownMembers, "isKnown">;
  readonly now: () => Date;
}

const dayMs = 24 * hourMs;
/** How long staff see a surge without acting on it. */
const shownMs = 7 * dayMs;

export function createSurges(deps: SurgesDependencies) {
  const { tables: { members, reveals }, knownMembers, now } = deps;

  async function viewsSince(sinceMs: number): Promise<ContactView[]> {
    const views = await reveals.since(dayOf(new Date(sinceMs)));
    return views.flatMap(({ day, ...view }) => {
      const { atMs } = view;
      // Views by deleted accounts are shown for a day only: there is no account to refuse.
      const isEnded = view.viewerId === null &&
        (day !== dayOf(new Date(atMs)) || atMs < now().getTime() - dayMs);
      return atMs < sinceMs || isEnded ? [] : [view];
    });
  }

  /** Approved accounts that neither the program nor a mentor knows. */
  async function newAccounts(views: readonly ContactView[]): Promise<Map<string, MemberRecord>> {
    const found = await members.byIds([
      ...new Set(views.flatMap(({ viewerId }) => viewerId ?? [])),
    ]);
    const fresh = new Map<string, MemberRecord>();
    for (const [memberId, member] of found) {
      if (!isAdmitted(member) || isStaff(member)) continue;
      if (!await knownMembers.isKnown(member)) fresh.set(memberId, member);
    }
    return fresh;
  }

  async function surgeSince(sinceMs: number) {
    const views = await viewsSince(sinceMs);
    // Accounts are only read if there are enough views.
    if (findSurge(views) === undefined) return undefined;
    const accounts = await newAccounts(views);
    const surge = findSurge(
      views.filter(({ viewerId }) => viewerId === null || accounts.has(viewerId)),
    );
    return surge && viewOf(surge, accounts);
  }

  return {
    /** The largest recent surge whose accounts staff have neither refused nor accepted. */
    latest: async (): Promise<ContactSurge | null> =>
      await surgeSince(now().getTime() - shownMs) ?? null,
    /** Accounts of a surge, without accounts that viewed later. */
    async accountsOf({ from, to }: Pick<ContactSurge, "from" | "to">): Promise<readonly string[]> {
      const views = (await viewsSince(now().getTime() - shownMs))
        .filter(({ position }) => position >= from && position <= to);
      const endMs = (views[0]?.atMs ?? 0) + hourMs;
      return [...(await newAccounts(views.filter(({ atMs }) => atMs <= endMs))).keys()];
    },
    now: async (): Promise<ContactSurge | undefined> => await surgeSince(now().getTime() - hourMs),
  };
}

function viewOf(
  { people, byViewer, byDeleted, from, to, atMs }: Surge,
  members: ReadonlyMap<string, MemberRecord>,
): ContactSurge {
  const accounts = [...byViewer].flatMap(([memberId, people]) => {
    const member = members.get(memberId);
    if (member === undefined) return [];
    const { firstName, lastName, role, createdAt } = member;
    return [{ id: memberId, firstName, lastName, role, registeredAt: createdAt, people }];
  });
  return { people, accounts, byDeleted, from, to, at: new Date(atMs).toISOString() };
}

interface SurgeNumbers {
  /** People whose contacts were viewed. */
  readonly people: number;
  /** New accounts that viewed them, without deleted ones. */
  readonly accounts: number;
  /** People whose contacts were viewed by accounts that are now deleted. */
  readonly byDeleted: number;
}

/** For example "120 people's contacts were looked at in an hour by 14 new accounts". */
export function surgeText({ people, accounts, byDeleted }: SurgeNumbers): string {
  const whose = people === 1 ? "1 person's" : `${people} people's`;
  const by = [
    ...accounts > 0 || byDeleted === 0 ? [accountsText(accounts)] : [],
    ...byDeleted > 0 ? ["accounts that were deleted right after"] : [],
  ];
  return `${whose} contacts were looked at in an hour by ${by.join(" and ")}`;
}

function accountsText(count: number): string {
  return count === 1 ? "1 new account" : `${count} new accounts`;
}
