import { roles } from "../vocabulary.ts";
import type { Columns } from "./columns.ts";
import { noRole, roleCodes } from "./facts.ts";
import type { Roster } from "./roster.ts";
import { type Closing, median, type Statistic } from "./statistic.ts";
import type { Book } from "./book.ts";
import { capital } from "./list.ts";
import type { Figure, RowOf, Table } from "./tables.ts";

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
}

/** How far those came who registered in the cycle. */
export const funnel: Statistic<FunnelCounts> = {
  name: "funnel",
  title: "From registration to a visible profile",
  createFold: () => ({ close: countSteps }),
  tables: ({ all, byMonth, byRole }, book, { cycle }) => {
    const total = rowOf(book, "Total", "all", all, 0, 2);
    const months = cycle.months.map(({ label }, month) =>
      rowOf(book, label, label, byMonth[month] ?? nobody)
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
      book.sum(`funnel/${step}/all`, parts);
    }
    const later = steps.slice(1);
    const byRoleTable: Table = {
      id: "funnel-by-role",
      title: "By role",
      about: "The same members by the role they have at the end of the cycle, or had last.",
      heading: "Role",
      columns: [...stepColumns.slice(1), ...delayColumns],
      rows: [
        ...roles.map((role) => rowOf(book, role, role, byRole.get(role) ?? nobody, 1, 1)),
        { ...total, isTotal: true, figures: total.figures.slice(1) },
      ],
      charts: [{ kind: "columns", series: [0, 1, 2, 3] }],
    };
    for (const step of later) {
      book.sum(`funnel/${step}/all`, roles.map((role) => `funnel/${step}/${role}`));
    }
    return [byMonthTable, byRoleTable];
  },
  highlights: (_, book) =>
    steps.map((step, at) => ({
      label: stepColumns[at]?.label ?? step,
      figure: book.find(`funnel/${step}/all`),
    })),
};

function countSteps({ columns, size }: Roster, { cycle }: Closing): FunnelCounts {
  const { registeredAt, role } = columns;
  const [from, until] = [cycle.startMs / 1000, cycle.endMs / 1000];
  const starts = cycle.months.map(({ startMs }) => startMs / 1000);
  const all: number[] = [];
  const byMonth: number[][] = starts.map(() => []);
  const byRole: number[][] = roleCodes.values.map(() => []);
  for (let member = 0; member < size; member++) {
    const at = registeredAt[member] ?? 0;
    if (at < from || at >= until) continue;
    all.push(member);
    byMonth[lastUpTo(at, starts)]?.push(member);
    byRole[role[member] ?? noRole]?.push(member);
  }
  return {
    all: groupOf(all, columns),
    byMonth: byMonth.map((members) => groupOf(members, columns)),
    byRole: new Map(
      roles.map((name) => [name, groupOf(byRole[roleCodes.of(name)] ?? [], columns)]),
    ),
  };
}

/** The place of the last of these times that is not after another one. */
function lastUpTo(at: number, times: readonly number[]): number {
  let place = times.length - 1;
  while (place >= 0 && (times[place] ?? 0) > at) place -= 1;
  return place;
}

/** How far these members came, and how fast. */
function groupOf(members: readonly number[], columns: Columns): Group {
  const { hasProfile } = columns;
  const takenAt = [columns.registeredAt, columns.roleAt, columns.profileAt, columns.visibleAt];
  const counts = steps.map(() => 0);
  const seconds = delayColumns.map(() => new Int32Array(members.length));
  for (const member of members) {
    let before = 0;
    let step = 0;
    for (; step < takenAt.length; step++) {
      const at = takenAt[step]?.[member] ?? 0;
      if (at === 0) break;
      const taken = counts[step] ?? 0;
      const between = seconds[step - 1];
      if (between !== undefined) between[taken] = at - before;
      counts[step] = taken + 1;
      before = at;
    }
    if (step === takenAt.length && hasProfile[member] === 1) counts[step] = (counts[step] ?? 0) + 1;
  }
  const medianDays = seconds.map((values, gap) => {
    const middle = median(values.subarray(0, counts[gap + 1]));
    return middle === null ? null : Math.round((middle / 86_400) * 10) / 10;
  });
  return { counts, medianDays };
}

const nobody: Group = { counts: steps.map(() => 0), medianDays: delayColumns.map(() => null) };

function rowOf(
  book: Book,
  label: string,
  name: string,
  { counts, medianDays }: Group,
  firstStep = 0,
  weight = 0,
): RowOf<Figure> {
  const shown = steps.map((step, index) => ({ step, value: counts[index] ?? 0 })).slice(firstStep);
  const figures = shown.map(({ step, value }) =>
    book.count(`funnel/${step}/${name}`, value, { weight })
  );
  const medians = medianDays.map((value, gap): Figure => {
    const later = figures[gap + 1 - firstStep];
    return { kind: "other", value, of: later === undefined ? [] : [later] };
  });
  return { label: capital(label), figures: [...figures, ...medians] };
}
