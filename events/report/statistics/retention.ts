import { type Role, roles } from "../../vocabulary.ts";
import type { CycleGraph } from "../suppression/count-graph.ts";
import { type CountColumn, countMonths, countRows } from "./list.ts";
import type { MemberGroups } from "../replay/member-groups.ts";
import {
  type Closing,
  createMonthCounts,
  type Fold,
  type Observer,
  type Statistic,
} from "./statistic.ts";
import type { Table } from "../tables.ts";

const columns: readonly CountColumn[] = [
  { label: "Hidden", name: "hidden" },
  { label: "Shown again", short: "Shown", name: "shown" },
  { label: "Profile deleted", short: "Deleted", name: "deleted" },
  { label: "Account erased", short: "Erased", name: "erased" },
];
const kinds = ["ProfileHidden", "ProfileShown", "ProfileDeleted", "MemberErased"] as const;
const roleNames = [...roles, "none"] as const;

export interface RetentionCounts {
  /** How often each of the four happened, by month of the cycle. */
  readonly byMonth: readonly (readonly number[])[];
  /** The same by the role that the member had then. */
  readonly byRole: readonly (readonly number[])[];
  /** Those of the deletions and erasures that each month's stock of profiles goes down by. */
  readonly leavers: readonly (readonly number[])[];
  /** Profiles at the end of the cycle. */
  readonly visible: number;
  readonly hidden: number;
  /** The visible ones by role. */
  readonly visibleByRole: ReadonlyMap<Role | null, number>;
}

/** Who withdrew in the cycle, and who came back. */
export const retention: Statistic<RetentionCounts> = {
  name: "retention",
  title: "Who withdrew, and who came back",
  createFold: createRetentionFold,
  tables: (counts, graph, closing) => [
    ...noteUnprinted(counts, graph, closing),
    monthTable(counts, graph, closing),
    roleTable(counts, graph),
    visibilityTable(counts, graph),
  ],
  highlights: (_, graph) => [
    { label: "Visible profiles at the end", figure: graph.find("profiles/visible") },
    { label: "Hidden profiles at the end", figure: graph.find("profiles/hidden") },
    ...columns.map(({ label, name }) => ({ label, figure: graph.find(name) })),
  ],
};

/** Who left with a profile, and whose was hidden: no table has them, but others are made of them. */
const leavers = ["deleted/hidden", "erased/profile", "erased/hidden"] as const;

/** Writes down what no table has. */
function noteUnprinted(
  { leavers: byMonth, visibleByRole }: RetentionCounts,
  graph: CycleGraph,
  { cycle }: Closing,
): [] {
  for (const [at, { label }] of cycle.months.entries()) {
    for (const [kind, name] of leavers.entries()) {
      graph.unprinted(`${name}/${label}`, byMonth[at]?.[kind] ?? 0);
    }
  }
  for (const role of roles) {
    graph.unprinted(`profiles/visible/role=${role}`, visibleByRole.get(role) ?? 0);
  }
  return [];
}

function createRetentionFold(months: number): Fold<RetentionCounts> {
  const all = createMonthCounts(months, kinds.length);
  const byRole = roleNames.map(() => createMonthCounts(months, kinds.length));
  const left = createMonthCounts(months, leavers.length);
  const observerOf = (kind: number): Observer => ({ member }, roster, month) => {
    all.add(month, kind);
    const isHidden = !roster.isVisible(member);
    if (kind === kinds.indexOf("ProfileDeleted") && isHidden) left.add(month, 0);
    if (kind === kinds.indexOf("MemberErased") && roster.hasProfile(member)) {
      left.add(month, 1);
      if (isHidden) left.add(month, 2);
    }
    byRole[roleNames.indexOf(roster.roleOf(member) ?? "none")]?.add(month, kind);
  };
  return {
    observers: Object.fromEntries(kinds.map((type, kind) => [type, observerOf(kind)])),
    close(groups, { index }) {
      const inCycle = (counts: typeof all, kind: number) =>
        counts.ofCycle(index).reduce((sum, month) => sum + (month[kind] ?? 0), 0);
      return {
        byMonth: all.ofCycle(index),
        byRole: byRole.map((counts) => kinds.map((_, kind) => inCycle(counts, kind))),
        leavers: left.ofCycle(index),
        ...countVisible(groups),
      };
    },
  };
}

function countVisible(
  { profiles }: MemberGroups,
): Pick<RetentionCounts, "visible" | "hidden" | "visibleByRole"> {
  const visibleByRole = profiles.visible().countByRole();
  const visible = [...visibleByRole.values()].reduce((sum, count) => sum + count, 0);
  return { visible, hidden: profiles.size() - visible, visibleByRole };
}

function monthTable({ byMonth }: RetentionCounts, graph: CycleGraph, { cycle }: Closing): Table {
  return {
    id: "retention-by-month",
    title: "By month",
    about: "How often profiles were hidden, shown again and deleted in the cycle, and accounts " +
      "erased. A profile that was created hidden counts as hidden.",
    heading: "Month",
    columns,
    rows: countMonths(graph, columns, cycle, byMonth),
    charts: [{ kind: "columns", series: [0, 1, 2, 3] }],
  };
}

function roleTable({ byRole }: RetentionCounts, graph: CycleGraph): Table {
  return {
    id: "retention-by-role",
    title: "By role",
    about: "The same by the role that the member had then.",
    heading: "Role",
    columns,
    rows: countRows(
      graph,
      columns,
      roleNames.map((role, at) => ({
        label: role === "none" ? "No role yet" : role,
        name: `role=${role}`,
        values: byRole[at] ?? [],
      })),
    ),
  };
}

function visibilityTable({ visible, hidden }: RetentionCounts, graph: CycleGraph): Table {
  const profiles = { label: "Profiles", name: "profiles", isHeadline: true };
  return {
    id: "retention-visibility",
    title: "Profiles at the end of the cycle",
    about: "Profiles that others can see, and those that only their owners see.",
    heading: "Seen by others",
    columns: [profiles],
    rows: countRows(graph, [profiles], [
      { label: "Visible", name: "visible", values: [visible] },
      { label: "Hidden", name: "hidden", values: [hidden] },
    ]),
  };
}
