/**
 * Roster: what the clear facts say about every member at one point of the log. It knows members by number
 * only. Columns instead of objects, since there may be millions; statistics read plain values.
 *
 * @module
 */
import { createColumns } from "./columns.ts";
import type { LoggedEvent } from "./event-reader.ts";
import type { Role } from "../../vocabulary.ts";
import { type FactCodes, type Facts, noRole, notSaid, roleCodes } from "./facts.ts";
import { memberColumns } from "./member-columns.ts";
import { createMemberGroups } from "./member-groups.ts";

/** Members by number, as statistics read them. */
export interface Roster {
  /** How many members there ever were. */
  size(): number;
  /** The last role that was chosen; `null` is none yet. */
  roleOf(member: number): Role | null;
  /** From registration to erasure. */
  isThere(member: number): boolean;
  hasProfile(member: number): boolean;
  isVisible(member: number): boolean;
  /** Codes of roles, for `replay/` itself. */
  roleColumn(): Uint8Array;
}

/** @param codes What the codes in its columns stand for. */
export function createRoster(codes: FactCodes) {
  const members = createColumns(memberColumns);
  const { columns } = members;

  function learnRole(member: number, { role }: Facts) {
    columns.role[member] = role === notSaid ? noRole : role;
  }

  function learnProfile(member: number, facts: Facts, atMs: number) {
    columns.changedAt[member] = Math.floor(atMs / 1000);
    if (facts.classYear !== notSaid) columns.classYear[member] = facts.classYear;
    if (facts.rank !== notSaid) columns.rank[member] = facts.rank;
    if (facts.branch !== notSaid) columns.branch[member] = facts.branch;
    if (facts.dutyStatus !== notSaid) columns.dutyStatus[member] = facts.dutyStatus;
    if (facts.industry !== notSaid) columns.industry[member] = facts.industry;
    if (facts.region !== notSaid) columns.region[member] = facts.region;
    if (facts.topics !== notSaid) columns.topics[member] = facts.topics;
  }

  return {
    size: () => members.size(),
    roleColumn: () => columns.role,
    roleOf: (member: number) => roleCodes.valueOf(columns.role[member] ?? noRole),
    isThere: (member: number) => columns.isThere[member] === 1,
    hasProfile: (member: number) => columns.hasProfile[member] === 1,
    isVisible: (member: number) => columns.isVisible[member] === 1,
    /** Everybody as they are now; read before the next event. */
    groups: () => createMemberGroups(columns, codes, members.size()),
    /** Learns what happened. */
    apply({ type, member, atMs, facts }: LoggedEvent) {
      members.reach(member);
      switch (type) {
        case "MemberRegistered":
          columns.isThere[member] = 1;
          learnRole(member, facts);
          return;
        case "RoleSelected":
          learnRole(member, facts);
          return;
        case "ProfileCreated":
          columns.hasProfile[member] = 1;
          columns.isVisible[member] = 1;
          columns.topics[member] = 0;
          learnProfile(member, facts, atMs);
          return;
        case "ProfileChanged":
          learnProfile(member, facts, atMs);
          return;
        case "MentoringChanged":
          columns.takesRequests[member] = facts.takesRequests + 1;
          columns.pausedUntil[member] = Math.max(0, facts.pausedUntil);
          return;
        case "ProfileShown":
          columns.isVisible[member] = 1;
          return;
        case "ProfileHidden":
          columns.isVisible[member] = 0;
          return;
        case "ProfileDeleted":
          columns.hasProfile[member] = 0;
          columns.isVisible[member] = 0;
          return;
        case "MemberErased":
          columns.isThere[member] = 0;
          columns.hasProfile[member] = 0;
          columns.isVisible[member] = 0;
          return;
      }
    },
  };
}
