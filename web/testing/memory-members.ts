import { Refusal } from "../../events/errors.ts";
import { decide } from "../../events/members/decide.ts";
import { evolve, type Member, recordIn } from "../../events/members/evolve.ts";
import type { Members } from "../../events/members/handle.ts";
import type { MemberRecord } from "../../events/members/record.ts";
import type { MemberTable } from "../../events/read/members.ts";
import type { SignedIn } from "../../api/auth/origin.ts";
import { Problem } from "../../api/problems.ts";

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

  const execute: Members["execute"] = async (memberId, command) => {
    let member: Member = { status: "present", record: find(memberId) };
    const events = decide(member, command, new Date(now));
    for (const event of events) member = evolve(member, { memberId, atMs: Date.parse(now), event });
    const record = recordIn(member);
    if (record !== undefined && events.length > 0) members.set(memberId, record);
    return record;
  };

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

  return { members, now, find, change, execute, signIn, table };
}

/** A part of which only this is there: pages of the rest are tested over the real product. */
export function only<T extends object>(given: Partial<NoInfer<T>> = {}): T {
  return new Proxy(given, { get: (part, name) => Reflect.get(part, name) ?? notThere }) as T;
}

async function notThere(): Promise<never> {
  throw new Problem(404, "Not found");
}
