import { type Role, roles } from "../../vocabulary.ts";
import { createNewcomers, type Newcomers } from "../replay/newcomers.ts";
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
    // Subtracting gives the count of those who stopped between two steps: it is held back like any other.
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
    close(_, closing, roster) {
      const counts = countSteps(newcomers, roster, closing);
      newcomers.startOver();
      return counts;
    },
  };
}

function countSteps(newcomers: Newcomers, roster: Roster, { cycle }: Closing): FunnelCounts {
  const { steps: { registeredAt } } = newcomers;
  const size = newcomers.size();
  const list = () => new Uint32Array(size);
  const room = {
    everyone: list(),
    byRole: list(),
    toRole: list(),
    toProfile: list(),
    toVisible: list(),
  };
  const groupOf = createGrouping(newcomers, roster, room);
  // In the order in which they registered.
  for (let place = 0; place < size; place++) room.everyone[place] = place;
  let place = 0;
  const firstOf = [...cycle.months.map(({ startMs }) => startMs), cycle.endMs].map((startMs) => {
    while (place < size && (registeredAt[place] ?? 0) < startMs / 1000) place += 1;
    return place;
  });
  const inMonth = (month: number) => room.everyone.subarray(firstOf[month], firstOf[month + 1]);
  const byRole = newcomers.listByRole(roster, room.byRole);
  const withRole = (role: Role) => byRole.get(role) ?? new Uint32Array(0);
  const counts = {
    all: groupOf(room.everyone),
    byMonth: cycle.months.map((_, month) => groupOf(inMonth(month))),
    byRole: new Map(roles.map((role) => [role, groupOf(withRole(role))])),
    outcomes: countOutcomes(newcomers, roster, byRole),
  };
  // Megabytes for each cycle of a large log, if they were left to the garbage collector.
  for (const { buffer } of Object.values(room)) buffer.transfer(0);
  return counts;
}

/** Counts of what became of newcomers, by their names in the count graph. */
function countOutcomes(
  newcomers: Newcomers,
  roster: Roster,
  byRole: ReadonlyMap<Role | null, Uint32Array>,
): ReadonlyMap<string, number> {
  return new Map(
    [...byRole].flatMap(([role, places]) =>
      outcomesOf(places, newcomers, roster).flatMap((byOutcome, step) =>
        byOutcome.map((count, outcome): [string, number] => [
          outcomeOf(steps[step] ?? "registered", outcomes[outcome] ?? "erased", role ?? "none"),
          count,
        ])
      )
    ),
  );
}

/** How many ended at each step with each outcome. A loop by itself: see the decisions. */
function outcomesOf(
  places: Uint32Array,
  { steps: { registeredAt, roleAt, profileAt, visibleAt }, memberAt }: Newcomers,
  roster: Roster,
): number[][] {
  const counts = steps.map(() => outcomes.map(() => 0));
  for (let at = 0; at < places.length; at++) {
    const place = places[at] ?? 0;
    if (registeredAt[place] === 0) continue;
    const member = memberAt(place);
    const hasProfile = roster.hasProfile(member);
    let step = 0;
    if (roleAt[place] !== 0) step = 1;
    if (step === 1 && profileAt[place] !== 0) step = 2;
    if (step === 2 && visibleAt[place] !== 0) step = hasProfile ? 4 : 3;
    const outcome = hasProfile ? 2 : Number(roster.isThere(member));
    const byOutcome = counts[step];
    if (byOutcome !== undefined) byOutcome[outcome] = (byOutcome[outcome] ?? 0) + 1;
  }
  return counts;
}

/** Seconds between steps; of one group after the other, which take most of what a large cycle takes. */
type Delays = Readonly<Record<"toRole" | "toProfile" | "toVisible", Uint32Array>>;

/** How far newcomers of a group came, and how fast. */
function createGrouping({ steps: at, memberAt }: Newcomers, roster: Roster, room: Delays) {
  const { registeredAt, roleAt, profileAt, visibleAt } = at;
  const { toRole, toProfile, toVisible } = room;

  /** A loop by itself: see the decisions. Returns how many took each step. */
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
      there += Number(roster.hasProfile(memberAt(place)));
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
