/**
 * What the clear facts say about every member at one point of the log. Statistics count in it; it
 * knows members by number only. Columns instead of objects, since there may be millions.
 *
 * @module
 */
import { createColumns } from "./columns.ts";
import type { LoggedEvent } from "./event-reader.ts";
import { type FactCodes, type Facts, noRole, notSaid } from "./facts.ts";

export type Roster = ReturnType<typeof createRoster>;

/** @param codes What the codes in its columns stand for. */
export function createRoster(codes: FactCodes) {
  const members = createColumns();
  /** A profile that its first commit hides was never visible: both events have one time. */
  const justCreated = { member: -1, atMs: -1 };

  function learnRole({ role }: Facts, member: number, at: number) {
    const { columns } = members;
    if (role === notSaid || role === noRole) {
      columns.role[member] = noRole;
      return;
    }
    columns.role[member] = role;
    if (columns.roleAt[member] === 0) columns.roleAt[member] = at;
  }

  function learnProfile(member: number, facts: Facts) {
    const { columns } = members;
    if (facts.classYear !== notSaid) columns.classYear[member] = facts.classYear;
    if (facts.rank !== notSaid) columns.rank[member] = facts.rank;
    if (facts.branch !== notSaid) columns.branch[member] = facts.branch;
    if (facts.dutyStatus !== notSaid) columns.dutyStatus[member] = facts.dutyStatus;
    if (facts.industry !== notSaid) columns.industry[member] = facts.industry;
    if (facts.region !== notSaid) columns.region[member] = facts.region;
    if (facts.topics !== notSaid) columns.topics[member] = facts.topics;
  }

  return {
    codes,
    get columns() {
      return members.columns;
    },
    /** How many members there ever were. */
    get size() {
      return members.size;
    },
    /** Learns what happened. Types that say nothing about statistics change nothing. */
    apply({ type, member, atMs, facts }: LoggedEvent) {
      members.reach(member);
      const { columns } = members;
      const at = Math.floor(atMs / 1000);
      switch (type) {
        case "MemberRegistered":
          columns.registeredAt[member] = at;
          learnRole(facts, member, at);
          return;
        case "RoleSelected":
          learnRole(facts, member, at);
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
          learnProfile(member, facts);
          return;
        case "ProfileChanged":
          columns.changedAt[member] = at;
          learnProfile(member, facts);
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
}
