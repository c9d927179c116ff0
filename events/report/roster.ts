/**
 * What the clear facts say about every member at one point of the log. Statistics count in it; it
 * knows members by number only. Columns instead of objects, since there may be millions.
 *
 * @module
 */
import type { MemberEventType } from "../members/events.ts";
import { helpTopics, roles } from "../vocabulary.ts";
import { createCodes } from "./codes.ts";
import { createColumns } from "./columns.ts";
import { createFactsReader, type Facts } from "./facts.ts";

/** One event as a replay shows it. The object is used again for the next one: keep no reference. */
export interface LoggedEvent {
  type: MemberEventType;
  /** The member's number. */
  member: number;
  atMs: number;
  /** Index of its month, counted from the first cycle of the replay. */
  month: number;
  /** JSON, read only where a statistic needs it. */
  factsText: string;
}

/** 0 is nobody's: no role chosen yet. */
export const roleCodes = createCodes([null, ...roles]);
export const noRole = 0;

export type Roster = ReturnType<typeof createRoster>;

export function createRoster() {
  const members = createColumns();
  const codes = {
    classYear: createCodes<string | null>([null]),
    rank: createCodes<string | null>([null]),
    branch: createCodes<string | null>([null]),
    dutyStatus: createCodes<string | null>([null]),
    industry: createCodes<string | null>([null]),
    region: createCodes<string | null>([null]),
    topic: createCodes<string>(helpTopics),
  };
  const readFacts = createFactsReader();
  /** A profile that its first commit hides was never visible: both events have one time. */
  const justCreated = { member: -1, atMs: -1 };

  function learnProfile(member: number, facts: Facts) {
    const { columns } = members;
    if (facts.classYears !== undefined) {
      columns.classYear[member] = codes.classYear.of(facts.classYears);
    }
    if (facts.rank !== undefined) columns.rank[member] = codes.rank.of(facts.rank);
    if (facts.armyBranch !== undefined) columns.branch[member] = codes.branch.of(facts.armyBranch);
    if (facts.dutyStatus !== undefined) {
      columns.dutyStatus[member] = codes.dutyStatus.of(facts.dutyStatus);
    }
    if (facts.industryCode !== undefined) {
      columns.industry[member] = codes.industry.of(facts.industryCode);
    }
    if (facts.regionCode !== undefined) columns.region[member] = codes.region.of(facts.regionCode);
    if (facts.helpTopics !== undefined) columns.topics[member] = topicSet(facts.helpTopics);
  }

  function topicSet(topics: readonly string[]): number {
    let set = 0;
    for (const topic of topics) {
      const code = codes.topic.of(topic);
      if (code > 31) throw new RangeError("The report counts at most 32 help topics");
      set |= 1 << code;
    }
    return set;
  }

  return {
    codes,
    readFacts,
    get columns() {
      return members.columns;
    },
    /** How many members there ever were. */
    get size() {
      return members.size;
    },
    /** Learns what happened. Types that say nothing about statistics change nothing. */
    apply({ type, member, atMs, factsText }: LoggedEvent) {
      members.reach(member);
      const { columns } = members;
      const at = Math.floor(atMs / 1000);
      switch (type) {
        case "MemberRegistered":
          columns.registeredAt[member] = at;
          learnRole(readFacts(factsText), member, at);
          return;
        case "RoleSelected":
          learnRole(readFacts(factsText), member, at);
          return;
        case "ProfileCreated":
          columns.hasProfile[member] = 1;
          columns.isVisible[member] = 1;
          columns.changedAt[member] = at;
          columns.topics[member] = 0;
          if (columns.profileAt[member] === 0) columns.profileAt[member] = at;
          if (columns.visibleAt[member] === 0) {
            columns.visibleAt[member] = at;
            justCreated.member = member;
            justCreated.atMs = atMs;
          }
          learnProfile(member, readFacts(factsText));
          return;
        case "ProfileChanged":
          columns.changedAt[member] = at;
          learnProfile(member, readFacts(factsText));
          return;
        case "ProfileShown":
          columns.isVisible[member] = 1;
          if (columns.visibleAt[member] === 0) columns.visibleAt[member] = at;
          return;
        case "ProfileHidden":
          columns.isVisible[member] = 0;
          if (justCreated.member === member && justCreated.atMs === atMs) {
            columns.visibleAt[member] = 0;
          }
          return;
        case "ProfileDeleted":
          columns.hasProfile[member] = 0;
          columns.isVisible[member] = 0;
          return;
        case "MemberErased":
          columns.isErased[member] = 1;
          columns.hasProfile[member] = 0;
          columns.isVisible[member] = 0;
          return;
        case "AccountDetailsChanged":
        case "EmailVerified":
        case "PasswordReset":
        case "PrivacyChanged":
        case "ProfileImageChanged":
          return;
      }
    },
  };

  function learnRole({ role }: Facts, member: number, at: number) {
    const code = roleCodes.of(role ?? null);
    members.columns.role[member] = code;
    if (code !== noRole && members.columns.roleAt[member] === 0) {
      members.columns.roleAt[member] = at;
    }
  }
}
