import { roles } from "../../vocabulary.ts";
import type { CycleGraph } from "../suppression/count-graph.ts";
import { crossColumns, type CrossCounts, crossCounts, crossRows } from "./crosstab.ts";
import { capital, countMonths } from "./list.ts";
import type { MemberGroups } from "../replay/member-groups.ts";
import { type Closing, createMonthCounts, type Fold, median, type Statistic } from "./statistic.ts";
import type { Table } from "../tables.ts";

/** Ages of profiles; each ends where the next one begins. */
export const ages = [
  { label: "Under 30 days", fromDays: 0 },
  { label: "30 to 89 days", fromDays: 30 },
  { label: "90 to 179 days", fromDays: 90 },
  { label: "180 to 364 days", fromDays: 180 },
  { label: "365 to 729 days", fromDays: 365 },
  { label: "730 days and more", fromDays: 730 },
] as const;

export interface FreshnessCounts {
  /** Profiles by age and role. */
  readonly byAge: CrossCounts;
  readonly medianDays: number | null;
  /** Profiles created, and changes, in each month of the cycle. */
  readonly byMonth: readonly (readonly number[])[];
}

/** How old profiles are at the end of the cycle, and how often they change. */
export const freshness: Statistic<FreshnessCounts> = {
  name: "freshness",
  title: "How fresh profiles are",
  createFold: createFreshnessFold,
  tables: ({ byAge, byMonth }, graph, closing) => [
    ageTable(byAge, graph),
    changeTable(byMonth, graph, closing),
  ],
  highlights: ({ medianDays }, graph) => [
    { label: "Profiles created", figure: graph.find("created") },
    { label: "Changes to profiles", figure: graph.find("changes") },
    {
      label: "Median age of profiles in days",
      // It says how many profiles are younger, so it is printed where that can be seen anyway.
      figure: {
        kind: "other",
        value: medianDays,
        of: ["profiles", ...ages.map(({ label }) => `profiles/age=${label}`)].map(graph.find),
      },
    },
  ],
};

function createFreshnessFold(months: number): Fold<FreshnessCounts> {
  const changes = createMonthCounts(months, 2);
  return {
    observers: {
      ProfileCreated: (_event, _roster, month) => changes.add(month, 0),
      ProfileChanged: (_event, _roster, month) => changes.add(month, 1),
    },
    close: (groups, closing) => ({
      ...countAges(groups, closing),
      byMonth: changes.ofCycle(closing.index),
    }),
  };
}

function countAges(
  { profiles }: MemberGroups,
  { atMs }: Closing,
): Omit<FreshnessCounts, "byMonth"> {
  const latestOf = ages.map(({ fromDays }) => atMs / 1000 - fromDays * 86_400);
  const changes = profiles.changedAt();
  const byAge = crossCounts([...changes.byRole].flatMap(([role, ofRole]) => {
    const counts = countAgesOf(ofRole, latestOf);
    return ages.map(({ label }, age) => [label, role ?? "none", counts[age] ?? 0] as const);
  }));
  const middle = median(changes.all);
  // Megabytes of a large log, if they were left to the garbage collector.
  changes.all.buffer.transfer(0);
  return {
    byAge,
    medianDays: middle === null ? null : Math.round(daysSince(middle, atMs) * 10) / 10,
  };
}

/** How many of the changes are of each age. */
function countAgesOf(changes: Uint32Array, latestOf: readonly number[]): number[] {
  const counts = ages.map(() => 0);
  for (let at = 0; at < changes.length; at++) {
    const age = ageOf(changes[at] ?? 0, latestOf);
    counts[age] = (counts[age] ?? 0) + 1;
  }
  return counts;
}

/** Which of the ages, by the latest change that each can have. */
function ageOf(changedAt: number, latestOf: readonly number[]): number {
  let age = 0;
  while (changedAt <= (latestOf[age + 1] ?? -1)) age += 1;
  return age;
}

function daysSince(seconds: number, atMs: number): number {
  return (atMs / 1000 - seconds) / 86_400;
}

function ageTable(byAge: CrossCounts, graph: CycleGraph): Table {
  return {
    id: "freshness-by-age",
    title: "Age of profiles",
    about: "Profiles at the end of the cycle by the time since they were created or last changed.",
    heading: "Last change",
    columns: crossColumns(roles.map(capital)),
    rows: crossRows(byAge, {
      rowName: "age",
      columnName: "role",
      rows: ages.map(({ label }) => label),
      columns: roles,
      total: "profiles",
    }, graph),
    charts: [{ kind: "columns", series: [0, 1, 2] }],
  };
}

function changeTable(
  byMonth: readonly (readonly number[])[],
  graph: CycleGraph,
  { cycle }: Closing,
): Table {
  const columns = [
    { label: "Profiles created", short: "Created", name: "created", isHeadline: true },
    { label: "Changes", name: "changes", isHeadline: true },
  ];
  return {
    id: "freshness-by-month",
    title: "Changes by month",
    about: "Profiles that were created in the cycle, and changes to what profiles say.",
    heading: "Month",
    columns,
    rows: countMonths(graph, columns, cycle, byMonth),
    charts: [{ kind: "columns", series: [0, 1] }],
  };
}
