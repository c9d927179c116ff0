import { type Role, roles } from "../vocabulary.ts";
import type { Columns } from "./columns.ts";
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
  const [from, until] = [cycle.startMs / 1000, cycle.endMs / 1000];
  const registeredAt = (member: number) => columns.registeredAt[member] ?? 0;
  const newcomers: number[] = [];
  for (let member = 0; member < size; member++) {
    if (registeredAt(member) >= from && registeredAt(member) < until) newcomers.push(member);
  }
  const monthOf = (member: number) =>
    cycle.months.findLastIndex(({ startMs }) => startMs <= registeredAt(member) * 1000);
  const having = (role: Role) => {
    const code = roleCodes.of(role);
    return newcomers.filter((member) => columns.role[member] === code);
  };
  return {
    all: groupOf(newcomers, columns),
    byMonth: cycle.months.map((_, month) =>
      groupOf(newcomers.filter((member) => monthOf(member) === month), columns)
    ),
    byRole: new Map(roles.map((role) => [role, groupOf(having(role), columns)])),
  };
}

/** How far these members came, and how fast. */
function groupOf(members: readonly number[], columns: Columns): Group {
  const { registeredAt, roleAt, profileAt, visibleAt, hasProfile } = columns;
  const takenAt = [registeredAt, roleAt, profileAt, visibleAt];
  const counts = steps.map(() => 0);
  const seconds = delayColumns.map(() => new Int32Array(members.length));
  for (const member of members) {
    const missing = takenAt.findIndex((at) => at[member] === 0);
    const reached = missing !== -1 ? missing : steps.length - (hasProfile[member] === 1 ? 0 : 1);
    for (let step = 0; step < reached; step++) {
      const [at, before] = [takenAt[step]?.[member], takenAt[step - 1]?.[member]];
      const taken = counts[step] ?? 0;
      const between = seconds[step - 1];
      if (between !== undefined && at !== undefined) between[taken] = at - (before ?? 0);
      counts[step] = taken + 1;
    }
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
