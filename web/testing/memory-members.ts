import { Refusal } from "../../events/errors.ts";
import type { MemberRecord } from "../../events/members/record.ts";
import type { MemberTable } from "../../events/read/members.ts";
import type { SignedIn } from "../../api/auth/origin.ts";

/** Members without a database: found, changed and signed in by their ids. */
export type MemoryMembers = ReturnType<typeof createMemoryMembers>;

export function createMemoryMembers(given: readonly MemberRecord[], now: string) {
  const members = new Map(given.map((member) => [member.memberId, member]));

  function find(memberId: string): MemberRecord {
    const member = members.get(memberId);
    if (member === undefined) throw new Refusal("member/not-found", "This account does not exist");
    return member;
  }

  function change(memberId: string, changes: Partial<MemberRecord>): MemberRecord {
    const changed = { ...find(memberId), ...changes, updatedAt: now };
    members.set(memberId, changed);
    return changed;
  }

  /** A session, as signing in would make it. */
  function signIn(memberId: string): SignedIn {
    const expiresAt = new Date(Date.parse(now) + 7 * 86_400_000);
    return { member: find(memberId), sessionToken: memberId, expiresAt, browserToken: "known" };
  }

  const table: Pick<MemberTable, "byId" | "byIds"> = {
    byId: async (memberId) => members.get(memberId),
    byIds: async (ids) => {
      const wanted = new Set(ids);
      return new Map([...members].filter(([memberId]) => wanted.has(memberId)));
    },
  };

  return { members, now, find, change, signIn, table };
}
