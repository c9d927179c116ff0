import { dayMs } from "../../log/day.ts";
import { roles } from "../../vocabulary.ts";
import { joinSmallGroups } from "../rule-of-five.ts";
import { type Column, countBy, monthRows, noCounts, type Table, totalOf } from "../tables.ts";
import { roleLabel } from "./people.ts";
import type { Closing, Statistic } from "./statistic.ts";

const ages = [
  { label: "Under 3 months", short: "< 3 mo", fromDays: 0 },
  { label: "3 to 6 months", short: "3-6 mo", fromDays: 90 },
  { label: "6 to 12 months", short: "6-12 mo", fromDays: 180 },
  { label: "1 to 2 years", short: "1-2 yr", fromDays: 365 },
  { label: "Over 2 years", short: "> 2 yr", fromDays: 730 },
] as const;

const ageColumns: readonly Column[] = [
  { label: "Profiles", means: "Profiles at the end of the cycle, hidden ones too." },
  ...ages.map(({ label, short }) => ({
    label,
    short,
    means: `Profiles that were created or last changed ${label.toLowerCase()} before the end.`,
  })),
];

const changeColumns: readonly Column[] = [
  { label: "Created", means: "Profiles that were created in the month." },
  { label: "Changed", means: "Changes to what profiles say, in the month." },
];

/** How fresh profiles are. */
export const freshness: Statistic = {
  about: "how fresh profiles are",
  title: "How fresh profiles are",
  createFold() {
    const months = noCounts(changeColumns.length);
    const count = (column: number) => (_event: unknown, _person: unknown, month: number) => {
      const row = months[month];
      if (row !== undefined) row[column] = (row[column] ?? 0) + 1;
    };
    return {
      observers: { ProfileCreated: count(0), ProfileChanged: count(1) },
      close: (closing) => [
        ageTable(closing),
        {
          id: "freshness-by-month",
          title: "Changes by month",
          about: "By month of the cycle.",
          heading: "Month",
          columns: changeColumns,
          rows: monthRows(closing.cycle, closing.atMs, months),
          charts: [{ kind: "columns", series: [0, 1] }],
        },
      ],
    };
  },
};

function ageTable({ people, atMs }: Closing): Table {
  const ageOf = (changedAtMs: number) => {
    const days = (atMs - changedAtMs) / dayMs;
    return (ages.findLast(({ fromDays }) => days >= fromDays) ?? ages[0]).label;
  };
  const groups = roles.map((role) => {
    const counts = countBy(
      people.values(),
      (one) => one.role === role && one.profile ? ageOf(one.profile.changedAtMs) : undefined,
    );
    const profiles = counts.total();
    const figures = [profiles, ...ages.map(({ label }) => counts.of(label))];
    return { names: [roleLabel(role)], people: profiles, figures };
  });
  return {
    id: "freshness-by-age",
    title: "Age of profiles",
    about: "Profiles at the end of the cycle by the time since their last change. Groups have " +
      "five profiles or more.",
    heading: "Role",
    columns: ageColumns,
    rows: [...joinSmallGroups(groups), totalOf(groups.map(({ figures }) => figures))],
    charts: [{ kind: "bars", series: [1, 2, 3, 4, 5], ofTotal: true }],
  };
}
