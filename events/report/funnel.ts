import type { Cycle } from "./cycle.ts";
import { roles } from "../vocabulary.ts";
import { roleCodes, type Roster } from "./roster.ts";
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
  const { registeredAt, roleAt, profileAt, visibleAt, hasProfile } = columns;
  const takenAt = [registeredAt, roleAt, profileAt, visibleAt];
  const [from, until] = [cycle.startMs / 1000, cycle.endMs / 1000];
  const all = createTally();
  const byMonth = cycle.months.map(createTally);
  const byRole = new Map(roles.map((role) => [roleCodes.of(role), createTally()]));
  for (let member = 0; member < size; member++) {
    const registered = registeredAt[member] ?? 0;
    if (registered === 0 || registered < from || registered >= until) continue;
    const missing = takenAt.findIndex((at) => at[member] === 0);
    const reached = missing !== -1 ? missing : steps.length - (hasProfile[member] === 1 ? 0 : 1);
    const month = byMonth[monthOf(cycle, registered)];
    for (const tally of [all, month, byRole.get(columns.role[member] ?? 0)]) {
      tally?.add(reached, takenAt, member);
    }
  }
  return {
    all: all.group(),
    byMonth: byMonth.map((tally) => tally.group()),
    byRole: new Map(
      [...byRole].map(([role, tally]) => [String(roleCodes.valueOf(role)), tally.group()]),
    ),
  };
}

/** Counts the steps of some members, and the seconds between them. */
function createTally() {
  const counts = steps.map(() => 0);
  const seconds = delayColumns.map((): number[] => []);
  return {
    add(reached: number, takenAt: readonly Uint32Array[], member: number) {
      for (let step = 0; step < reached; step++) {
        counts[step] = (counts[step] ?? 0) + 1;
        const [at, before] = [takenAt[step]?.[member], takenAt[step - 1]?.[member]];
        if (at !== undefined && before !== undefined) seconds[step - 1]?.push(at - before);
      }
    },
    group: (): Group => ({
      counts,
      medianDays: seconds.map((values) => {
        const middle = median(Int32Array.from(values));
        return middle === null ? null : Math.round((middle / 86_400) * 10) / 10;
      }),
    }),
  };
}

const nobody = createTally().group();

function monthOf({ months }: Cycle, at: number): number {
  return months.findLastIndex(({ startMs }) => startMs <= at * 1000);
}

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
