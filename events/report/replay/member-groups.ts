/**
 * Groups of members, which statistics narrow and count by plain values. A group is a mask, 1 for each
 * member in it: loops then add it up instead of branching, and each of them is a function by itself (see
 * decisions).
 *
 * @module
 */
import type { Role } from "../../vocabulary.ts";
import type { Codes } from "./codes.ts";
import { type FactCodes, roleCodes } from "./facts.ts";
import type { MemberColumns } from "./member-columns.ts";

/** What a profile says; `null` where it does not, and for members without a profile. */
export type ProfileProperty =
  | "classYear"
  | "rank"
  | "branch"
  | "dutyStatus"
  | "industry"
  | "region";

/** Seconds in a list of the caller's, one role's after the other's. */
export interface Changes {
  readonly all: Uint32Array<ArrayBuffer>;
  /** Each is a part of the list. */
  readonly byRole: ReadonlyMap<Role | null, Uint32Array>;
}

/** Members who did something, by number: 1 for each. */
export interface Marks {
  readonly mask: Uint8Array;
  size(): number;
}

/** Members by whether they take requests, which for who never said so follows from the role. */
export interface MentoringCounts {
  readonly taking: number;
  /** Who take requests, but not now. */
  readonly paused: number;
  readonly notTaking: number;
}

/** How many have a pair of values. */
export type PairCount = readonly [one: string | null, other: string | null, count: number];

export interface MemberGroup {
  size(): number;
  withRole(role: Role): MemberGroup;
  /** Those whose profile others can see. */
  visible(): MemberGroup;
  /** Those whose profile names a help topic. */
  withTopics(): MemberGroup;
  /** Those who are marked. */
  marked(marks: Marks): MemberGroup;
  /** How many of them say what about requests for help, at a time. */
  countMentoring(atMs: number): MentoringCounts;
  /** How many have each role; `null` is no role yet. */
  countByRole(): ReadonlyMap<Role | null, number>;
  /** How many have each value, with a 0 for what only others have; in the order of first occurrence. */
  countBy(property: ProfileProperty): ReadonlyMap<string | null, number>;
  /** How many have each pair of values, without zeros. */
  countPairs(one: ProfileProperty, other: ProfileProperty): PairCount[];
  /** How many name each help topic, with a 0 for what only others name. */
  countTopics(): ReadonlyMap<string, number>;
  /** When their profiles were created or changed last, in seconds since 1970, by role and of all. */
  changedAt(): Changes;
}

/** Members of one point of the log. Groups end with `close`, which gives their memory back at once. */
export function createMemberGroups(columns: MemberColumns, codes: FactCodes, members: number) {
  const memory: ArrayBuffer[] = [];

  function narrowed(narrow: (to: Uint8Array) => void): MemberGroup {
    const mask = new Uint8Array(members);
    memory.push(mask.buffer);
    narrow(mask);
    return groupOf(mask);
  }

  function groupOf(mask: Uint8Array): MemberGroup {
    const { hasProfile } = columns;
    return {
      size: () => sumOf(mask),
      withRole: (role) => narrowed((to) => keepEqual(mask, columns.role, roleCodes.of(role), to)),
      visible: () => narrowed((to) => keepEqual(mask, columns.isVisible, 1, to)),
      withTopics: () => narrowed((to) => keepNonZero(mask, columns.topics, to)),
      marked: (marks) => narrowed((to) => keepMarked(mask, marks, to)),
      countMentoring: (atMs) => countMentoring(mask, columns, pausesOf(codes.pausedUntil, atMs)),
      countByRole() {
        const counts = new Uint32Array(roleCodes.values.length);
        addCodes(counts, mask, columns.role);
        return new Map(roleCodes.values.map((role, code) => [role, counts[code] ?? 0]));
      },
      countBy(property) {
        const { values } = codes[property];
        const counts = new Uint32Array(values.length);
        addValues(counts, mask, columns[property], hasProfile);
        return new Map(values.map((value, code) => [value, counts[code] ?? 0]));
      },
      countPairs(one, other) {
        const [ones, others] = [codes[one], codes[other]];
        const counts = new Uint32Array(ones.values.length * others.values.length);
        addPairs(counts, mask, [columns[one], columns[other]], others.values.length, hasProfile);
        return pairsOf(counts, ones, others);
      },
      countTopics() {
        const { values } = codes.topic;
        const counts = new Uint32Array(values.length);
        addTopics(counts, mask, columns.topics, hasProfile);
        return new Map(values.map((topic, bit) => [topic, counts[bit] ?? 0]));
      },
      changedAt() {
        const counts = new Uint32Array(roleCodes.values.length);
        addCodes(counts, mask, columns.role);
        const ends: number[] = [];
        for (const count of counts) ends.push((ends.at(-1) ?? 0) + count);
        const all = new Uint32Array(ends.at(-1) ?? 0);
        const starts = [0, ...ends];
        list(all, Uint32Array.from(starts), mask, columns);
        return {
          all,
          byRole: new Map(roleCodes.values.map((role, code) => [
            role,
            all.subarray(starts[code], starts[code + 1]),
          ])),
        };
      },
    };
  }

  return {
    /** From registration to erasure. */
    members: groupOf(columns.isThere.subarray(0, members)),
    /** Members with a profile. */
    profiles: groupOf(columns.hasProfile.subarray(0, members)),
    close() {
      for (const buffer of memory) buffer.transfer(0);
    },
  };
}

export type MemberGroups = ReturnType<typeof createMemberGroups>;

function sumOf(mask: Uint8Array): number {
  let sum = 0;
  for (let member = 0; member < mask.length; member++) sum += mask[member] ?? 0;
  return sum;
}

type Column = Uint8Array | Uint16Array | Uint32Array;

function keepEqual(mask: Uint8Array, column: Uint8Array, code: number, to: Uint8Array): void {
  for (let member = 0; member < to.length; member++) {
    to[member] = (mask[member] ?? 0) & Number(column[member] === code);
  }
}

function keepNonZero(mask: Uint8Array, column: Uint32Array, to: Uint8Array): void {
  for (let member = 0; member < to.length; member++) {
    to[member] = (mask[member] ?? 0) & Number(column[member] !== 0);
  }
}

function keepMarked(mask: Uint8Array, marks: Marks, to: Uint8Array): void {
  const size = Math.min(to.length, marks.size());
  for (let member = 0; member < size; member++) {
    to[member] = (mask[member] ?? 0) & (marks.mask[member] ?? 0);
  }
}

/** By the code of a pause, whether it is on. A month begins in UTC; the last pause ends when they say so. */
function pausesOf({ values }: Codes<string | null>, atMs: number): readonly boolean[] {
  const month = new Date(atMs).toISOString().slice(0, 7);
  return values.map((until) => until !== null && (until === "resumed" || month < until));
}

function countMentoring(
  mask: Uint8Array,
  { takesRequests, pausedUntil, role }: MemberColumns,
  isOn: readonly boolean[],
): MentoringCounts {
  const cadet = roleCodes.of("cadet");
  let [taking, paused, notTaking] = [0, 0, 0];
  for (let member = 0; member < mask.length; member++) {
    if (mask[member] === 0) continue;
    const said = takesRequests[member] ?? 0;
    const takes = said === 0 ? role[member] !== cadet : said === 2;
    if (!takes) notTaking += 1;
    else if (isOn[pausedUntil[member] ?? 0]) paused += 1;
    else taking += 1;
  }
  return { taking, paused, notTaking };
}

function addCodes(counts: Uint32Array, mask: Uint8Array, column: Uint8Array): void {
  for (let member = 0; member < mask.length; member++) {
    const code = column[member] ?? 0;
    counts[code] = (counts[code] ?? 0) + (mask[member] ?? 0);
  }
}

/** A profile that was deleted leaves its codes behind: without one, the value is that of code 0. */
function addValues(
  counts: Uint32Array,
  mask: Uint8Array,
  column: Column,
  hasProfile: Uint8Array,
): void {
  for (let member = 0; member < mask.length; member++) {
    const code = (column[member] ?? 0) * (hasProfile[member] ?? 0);
    counts[code] = (counts[code] ?? 0) + (mask[member] ?? 0);
  }
}

function addPairs(
  counts: Uint32Array,
  mask: Uint8Array,
  [one, other]: readonly [Column, Column],
  width: number,
  hasProfile: Uint8Array,
): void {
  for (let member = 0; member < mask.length; member++) {
    const at = ((one[member] ?? 0) * width + (other[member] ?? 0)) * (hasProfile[member] ?? 0);
    counts[at] = (counts[at] ?? 0) + (mask[member] ?? 0);
  }
}

function addTopics(
  counts: Uint32Array,
  mask: Uint8Array,
  topics: Uint32Array,
  hasProfile: Uint8Array,
): void {
  for (let member = 0; member < mask.length; member++) {
    const isCounted = (mask[member] ?? 0) & (hasProfile[member] ?? 0);
    // Each turn takes the lowest bit away.
    for (let left = (topics[member] ?? 0) * isCounted; left !== 0; left &= left - 1) {
      const bit = 31 - Math.clz32(left & -left);
      counts[bit] = (counts[bit] ?? 0) + 1;
    }
  }
}

/** Lists the changes of those in the mask, each at the next place of its role. */
function list(
  changes: Uint32Array,
  next: Uint32Array,
  mask: Uint8Array,
  { changedAt, role }: MemberColumns,
): void {
  for (let member = 0; member < mask.length; member++) {
    if (mask[member] === 0) continue;
    const code = role[member] ?? 0;
    const at = next[code] ?? 0;
    changes[at] = changedAt[member] ?? 0;
    next[code] = at + 1;
  }
}

function pairsOf(
  counts: Uint32Array,
  ones: Codes<string | null>,
  others: Codes<string | null>,
): PairCount[] {
  const width = others.values.length;
  return [...counts.entries()].filter(([, count]) => count > 0).map(([at, count]) => [
    ones.valueOf(Math.floor(at / width)),
    others.valueOf(at % width),
    count,
  ]);
}
