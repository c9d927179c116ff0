import { roles } from "../../vocabulary.ts";
import { noRole, roleCodes } from "../replay/facts.ts";
import { createNewcomers, type Newcomers } from "./newcomers.ts";
import type { Roster } from "../replay/roster.ts";
import { type Closing, type Fold, median, type Statistic } from "./statistic.ts";
import type { CycleGraph } from "../suppression/count-graph.ts";
import { capital } from "./list.ts";
import type { Figure, RowOf, Table } from "../tables.ts";

const outcomes: readonly Outcome[] = ["erased", "without a profile", "with a profile"];
/** The steps in order; each is taken by some of those who took the one before. */
const steps = ["registered", "role", "profile", "visible", "there"] as const;
const stepColumns = [
  { label: "Registered" },
  { label: "Role chosen", short: "Role" },
  { label: "Profile created", short: "Profile" },
  { label: "Visible" },
  { label: "Still there" },
];
const delayColumns = [
  { label: "Median days to role", short: "Days: role" },
  { label: "Days from role to profile", short: "profile" },
  { label: "Days from profile to visible", short: "visible" },
];

/** How many took each step, and the median of days that each took between them. */
interface Group {
  readonly counts: readonly number[];
  readonly medianDays: readonly (number | null)[];
}

export interface FunnelCounts {
  readonly all: Group;
  readonly byMonth: readonly Group[];
  readonly byRole: ReadonlyMap<string, Group>;
  /** What became of them, by their last step and role. */
  readonly outcomes: ReadonlyMap<string, number>;
}

/** Name of a count: those who took a step and not the next, of all, of a month or of a role. */
export const stoppedAt = (step: string, name: string) => `funnel/${step}/${name}/stopped`;

/** Where those are at the end who came no further than a step. */
export type Outcome = "erased" | "without a profile" | "with a profile";
export const outcomeOf = (step: string, outcome: Outcome, role: string) =>
  `funnel/${step}/${role}/${outcome}`;

/** How far those came who registered in the cycle. */
export const funnel: Statistic<FunnelCounts> = {
  name: "funnel",
  title: "From registration to a visible profile",
  createFold: createFunnelFold,
  tables: ({ all, byMonth, byRole, outcomes }, graph, { cycle }) => {
    const total = rowOf(graph, "Total", "all", all, 0, 2);
    const months = cycle.months.map(({ label }, month) =>
      rowOf(graph, label, label, byMonth[month] ?? nobody)
    );
    const byMonthTable: Table = {
      id: "funnel-by-month",
      title: "By month of registration",
      about: "Members who registered in the cycle, and how many of them took each further step " +
        "before its end. Days are medians over those who took both steps.",
      heading: "Month",
      columns: [...stepColumns, ...delayColumns],
      rows: [...months, { ...total, isTotal: true }],
      charts: [{ kind: "bars", series: [0, 1, 2, 3, 4], ofTotal: true }],
    };
    for (const step of steps) {
      const parts = cycle.months.map(({ label }) => `funnel/${step}/${label}`);
      graph.sum(`funnel/${step}/all`, parts);
    }
    const later = steps.slice(1);
    const byRoleTable: Table = {
      id: "funnel-by-role",
      title: "By role",
      about: "The same members by the role they have at the end of the cycle, or had last.",
      heading: "Role",
      columns: [...stepColumns.slice(1), ...delayColumns],
      rows: [
        ...roles.map((role) => rowOf(graph, role, role, byRole.get(role) ?? nobody, 1, 1)),
        { ...total, isTotal: true, figures: total.figures.slice(1) },
      ],
      charts: [{ kind: "columns", series: [0, 1, 2, 3] }],
    };
    for (const step of later) {
      graph.sum(`funnel/${step}/all`, roles.map((role) => `funnel/${step}/${role}`));
    }
    // Who stopped between two steps is a count of people, whoever subtracts: held back as one.
    for (const [at, step] of later.entries()) {
      const [before = ""] = steps.slice(at);
      for (const name of ["all", ...cycle.months.map(({ label }) => label), ...roles]) {
        if (at === 0 && roles.some((role) => role === name)) continue;
        const others = { name: stoppedAt(before, name), isSecret: true };
        graph.contains(`funnel/${before}/${name}`, [`funnel/${step}/${name}`], others);
      }
    }
    for (const [name, count] of outcomes) graph.unprinted(name, count);
    return [byMonthTable, byRoleTable];
  },
  highlights: (_, graph) =>
    steps.map((step, at) => ({
      label: stepColumns[at]?.label ?? step,
      figure: graph.find(`funnel/${step}/all`),
    })),
};

function createFunnelFold(): Fold<FunnelCounts> {
  const newcomers = createNewcomers();
  return {
    observers: newcomers.observers,
    close(roster, closing) {
      const counts = countSteps(newcomers, roster, closing);
      newcomers.startOver();
      return counts;
    },
  };
}

function countSteps(newcomers: Newcomers, { columns }: Roster, { cycle }: Closing): FunnelCounts {
  const { columns: { registeredAt }, size } = newcomers;
  const list = () => new Uint32Array(size);
  const room = {
    everyone: list(),
    byRole: list(),
    toRole: list(),
    toProfile: list(),
    toVisible: list(),
  };
  const groupOf = createGrouping(newcomers, columns.hasProfile, room);
  // In the order in which they registered.
  for (let place = 0; place < size; place++) room.everyone[place] = place;
  let place = 0;
  const firstOf = [...cycle.months.map(({ startMs }) => startMs), cycle.endMs].map((startMs) => {
    while (place < size && (registeredAt[place] ?? 0) < startMs / 1000) place += 1;
    return place;
  });
  const inMonth = (month: number) => room.everyone.subarray(firstOf[month], firstOf[month + 1]);
  const withRole = sortByRole(newcomers, columns.role, room.byRole);
  const counts = {
    all: groupOf(room.everyone),
    byMonth: cycle.months.map((_, month) => groupOf(inMonth(month))),
    byRole: new Map(roles.map((role) => [role, groupOf(withRole(roleCodes.of(role)))])),
    outcomes: countOutcomes(newcomers, columns),
  };
  // Megabytes for each cycle of a large log, if they were left to the garbage collector.
  for (const { buffer } of Object.values(room)) buffer.transfer(0);
  return counts;
}

/** Counts of what became of newcomers, by their names in the count graph. */
function countOutcomes(newcomers: Newcomers, of: Roster["columns"]): ReadonlyMap<string, number> {
  const counts = new Uint32Array(roleCodes.values.length * steps.length * outcomes.length);
  countInto(counts, newcomers, of);
  return new Map(
    [...counts].map((count, at) => {
      const outcome = outcomes[at % outcomes.length] ?? "erased";
      const step = steps[Math.floor(at / outcomes.length) % steps.length] ?? "registered";
      const role = roleCodes.valueOf(Math.floor(at / outcomes.length / steps.length));
      return [outcomeOf(step, outcome, role ?? "none"), count];
    }),
  );
}

/** The loop by itself: see README. */
function countInto(
  counts: Uint32Array,
  { columns: { registeredAt, roleAt, profileAt, visibleAt }, memberAt, size }: Newcomers,
  { role, isThere, hasProfile }: Roster["columns"],
): void {
  for (let place = 0; place < size; place++) {
    if (registeredAt[place] === 0) continue;
    const member = memberAt(place);
    const [isWith, isLeft] = [hasProfile[member] ?? 0, isThere[member] ?? 0];
    let step = 0;
    if (roleAt[place] !== 0) step = 1;
    if (step === 1 && profileAt[place] !== 0) step = 2;
    if (step === 2 && visibleAt[place] !== 0) step = 3 + isWith;
    const at = ((role[member] ?? noRole) * steps.length + step) * outcomes.length + isLeft + isWith;
    counts[at] = (counts[at] ?? 0) + 1;
  }
}

/** Writes the newcomers into a list, one role's after the other's. Returns those of a role's code. */
function sortByRole({ memberAt, size }: Newcomers, roleOf: Uint8Array, places: Uint32Array) {
  const starts = new Uint32Array(roleCodes.values.length + 1);
  for (let place = 0; place < size; place++) {
    const after = (roleOf[memberAt(place)] ?? noRole) + 1;
    starts[after] = (starts[after] ?? 0) + 1;
  }
  for (let role = 1; role < starts.length; role++) {
    starts[role] = (starts[role] ?? 0) + (starts[role - 1] ?? 0);
  }
  const next = starts.slice();
  for (let place = 0; place < size; place++) {
    const role = roleOf[memberAt(place)] ?? noRole;
    const at = next[role] ?? 0;
    places[at] = place;
    next[role] = at + 1;
  }
  return (role: number) => places.subarray(starts[role], starts[role + 1]);
}

/** Seconds between steps; of one group after the other, which take most of what a large cycle takes. */
type Delays = Readonly<Record<"toRole" | "toProfile" | "toVisible", Uint32Array>>;

/** How far newcomers of a group came, and how fast. */
function createGrouping({ columns, memberAt }: Newcomers, hasProfile: Uint8Array, room: Delays) {
  const { registeredAt, roleAt, profileAt, visibleAt } = columns;
  const { toRole, toProfile, toVisible } = room;

  /** The loop by itself: see README. Returns how many took each step. */
  function follow(places: Uint32Array): number[] {
    let [registered, withRole, withProfile, visible, there] = [0, 0, 0, 0, 0];
    for (let at = 0; at < places.length; at++) {
      const place = places[at] ?? 0;
      const registeredSecond = registeredAt[place] ?? 0;
      if (registeredSecond === 0) continue;
      registered += 1;
      const roleSecond = roleAt[place] ?? 0;
      if (roleSecond === 0) continue;
      toRole[withRole++] = roleSecond - registeredSecond;
      const profileSecond = profileAt[place] ?? 0;
      if (profileSecond === 0) continue;
      toProfile[withProfile++] = profileSecond - roleSecond;
      const visibleSecond = visibleAt[place] ?? 0;
      if (visibleSecond === 0) continue;
      toVisible[visible++] = visibleSecond - profileSecond;
      there += hasProfile[memberAt(place)] ?? 0;
    }
    return [registered, withRole, withProfile, visible, there];
  }

  return (places: Uint32Array): Group => {
    const counts = follow(places);
    const medianDays = [toRole, toProfile, toVisible].map((seconds, gap) => {
      const middle = median(seconds.subarray(0, counts[gap + 1]));
      return middle === null ? null : Math.round((middle / 86_400) * 10) / 10;
    });
    return { counts, medianDays };
  };
}

const nobody: Group = { counts: steps.map(() => 0), medianDays: delayColumns.map(() => null) };

function rowOf(
  graph: CycleGraph,
  label: string,
  name: string,
  { counts, medianDays }: Group,
  firstStep = 0,
  weight = 0,
): RowOf<Figure> {
  const shown = steps.map((step, index) => ({ step, value: counts[index] ?? 0 })).slice(firstStep);
  const figures = shown.map(({ step, value }) =>
    graph.count(`funnel/${step}/${name}`, value, { weight })
  );
  const medians = medianDays.map((value, gap): Figure => {
    const later = figures[gap + 1 - firstStep];
    return { kind: "other", value, of: later === undefined ? [] : [later] };
  });
  return { label: capital(label), figures: [...figures, ...medians] };
}
