import {
  armyBranches,
  dutyStatuses,
  ranks,
  type Role,
  roles,
  roleTraits,
} from "../../vocabulary.ts";
import type { CycleGraph } from "../suppression/count-graph.ts";
import { countMonths, countRows } from "./list.ts";
import { crossColumns, type CrossCounts, crossCounts, crossRows } from "./crosstab.ts";
import type { MemberGroups } from "../replay/member-groups.ts";
import { type Closing, createMonthCounts, type Fold, type Statistic } from "./statistic.ts";
import { notGiven, type Table } from "../tables.ts";

const noRoleYet = "No role yet";
/** Terms of service such as 2005-2007, and years that are none. */
const otherYears = "Other";

export interface CohortCounts {
  /** Members and profiles by role. */
  readonly byRole: ReadonlyMap<string, { members: number; profiles: number }>;
  readonly yearAndBranch: CrossCounts;
  readonly dutyAndRank: CrossCounts;
  /** Cadets who became alumni, by month of the cycle. */
  readonly graduates: readonly (readonly number[])[];
}

/** Who the members are at the end of the cycle, and the cadets who became alumni in it. */
export const cohorts: Statistic<CohortCounts> = {
  name: "cohorts",
  title: "Who the members are",
  createFold: createCohortFold,
  tables: (counts, graph, closing) => [
    roleTable(counts, graph),
    crossTable(graph, counts.yearAndBranch, {
      id: "cohorts-by-class-year-and-branch",
      title: "By class year and branch",
      heading: "Class year",
      names: ["classYear", "branch"],
      rows: [...years(counts.yearAndBranch.rows), otherYears],
      columns: armyBranches,
    }),
    crossTable(graph, counts.dutyAndRank, {
      id: "cohorts-by-duty-status-and-rank",
      title: "By duty status and rank",
      heading: "Duty status",
      names: ["dutyStatus", "rank"],
      rows: [...dutyStatuses, notGiven],
      columns: ranks,
    }),
    graduateTable(counts, graph, closing),
  ],
  highlights: (_, graph) => [
    { label: "Members at the end", figure: graph.find("members") },
    ...roles.map((role) => ({
      label: roleTraits[role].plural,
      figure: graph.find(`members/role=${role}`),
    })),
    { label: "Profiles at the end", figure: graph.find("profiles") },
    { label: "Cadets who became alumni", figure: graph.find("graduates") },
  ],
};

function createCohortFold(months: number): Fold<CohortCounts> {
  const graduates = createMonthCounts(months, 1);
  return {
    observers: {
      RoleSelected({ role, previousRole }, _, month) {
        if (role() === "alumni" && previousRole() === "cadet") graduates.add(month, 0);
      },
    },
    close: (groups, { index }) => ({
      ...countMembers(groups),
      graduates: graduates.ofCycle(index),
    }),
  };
}

function countMembers({ members, profiles }: MemberGroups): Omit<CohortCounts, "graduates"> {
  const [ofMembers, ofProfiles] = [members.countByRole(), profiles.countByRole()];
  const withRole = (role: Role | null) => ({
    members: ofMembers.get(role) ?? 0,
    profiles: ofProfiles.get(role) ?? 0,
  });
  const yearAndBranch = profiles.countPairs("classYear", "branch");
  const dutyAndRank = profiles.countPairs("dutyStatus", "rank");
  return {
    byRole: new Map([
      ...roles.map((role) => [role, withRole(role)] as const),
      [noRoleYet, withRole(null)],
    ]),
    yearAndBranch: crossCounts(yearAndBranch.map(([years, branch, count]) => [
      classYearOf(years),
      branch ?? notGiven,
      count,
    ])),
    dutyAndRank: crossCounts(dutyAndRank.map(([status, rank, count]) => [
      status ?? notGiven,
      rank ?? notGiven,
      count,
    ])),
  };
}

export function classYearOf(years: string | null): string {
  return years !== null && /^\d{4}$/.test(years) ? years : otherYears;
}

function years(seen: ReadonlySet<string>): string[] {
  return [...seen].filter((year) => year !== otherYears).sort();
}

function roleTable({ byRole }: CohortCounts, graph: CycleGraph): Table {
  const members = { label: "Members", name: "members", isHeadline: true };
  const profiles = {
    label: "With a profile",
    short: "Profile",
    name: "profiles",
    isHeadline: true,
  };
  const rowsOf = (kind: "members" | "profiles") =>
    [...byRole].map(([role, counts]) => ({
      label: role,
      name: `role=${role === noRoleYet ? "none" : role}`,
      values: [counts[kind]],
    }));
  // Nobody creates a profile before choosing a role: a count that is always 0 would be no secret.
  const withProfile = countRows(
    graph,
    [profiles],
    rowsOf("profiles").filter(({ label }) => label !== noRoleYet),
  );
  return {
    id: "cohorts-by-role",
    title: "By role",
    about: "Members at the end of the cycle, erased ones left out, and those with a profile.",
    heading: "Role",
    columns: [members, profiles],
    rows: countRows(graph, [members], rowsOf("members")).map((row) => {
      const beside = withProfile.find(({ label }) => label === row.label);
      return { ...row, figures: [...row.figures, ...(beside?.figures ?? [])] };
    }),
    charts: [{ kind: "columns", series: [0, 1] }],
  };
}

interface CrossOptions {
  readonly id: string;
  readonly title: string;
  readonly heading: string;
  readonly names: readonly [row: string, column: string];
  /** All values that there can be, in order; those that nobody has are left out. */
  readonly rows: readonly string[];
  readonly columns: readonly string[];
}

function crossTable(graph: CycleGraph, counts: CrossCounts, options: CrossOptions): Table {
  const { id, title, heading, names: [rowName, columnName] } = options;
  const rows = inOrder(options.rows, counts.rows);
  const columns = inOrder(options.columns, counts.columns);
  return {
    id,
    title,
    about: "Members with a profile at the end of the cycle.",
    heading,
    columns: crossColumns(columns),
    rows: crossRows(counts, { rowName, columnName, rows, columns, total: "profiles" }, graph),
    charts: [
      { kind: "heat", series: columns.map((_, at) => at) },
      { kind: "columns", series: [columns.length] },
      { kind: "bars", series: columns.map((_, at) => at), ofTotal: true },
    ],
  };
}

/** The values that were seen, in the order of the list, and after it those that it does not have. */
function inOrder(list: readonly string[], seen: ReadonlySet<string>): string[] {
  const unknown = [...seen].filter((value) => !list.includes(value)).sort();
  return [...list.filter((value) => seen.has(value)), ...unknown];
}

function graduateTable({ graduates }: CohortCounts, graph: CycleGraph, { cycle }: Closing): Table {
  const columns = [{
    label: "Cadets who became alumni",
    short: "Cadet to alumni",
    name: "graduates",
    isHeadline: true,
  }];
  return {
    id: "cohorts-graduates",
    title: "Cadets who became alumni",
    about: "Changes of role from cadet to alumni in the cycle, by month.",
    heading: "Month",
    columns,
    rows: countMonths(graph, columns, cycle, graduates),
    charts: [{ kind: "columns", series: [0] }],
  };
}
