import { dayMs } from "../../day.ts";
import { roles } from "../../vocabulary.ts";
import { ofRole } from "../people.ts";
import { rowsByRole } from "../rule-of-five.ts";
import { columnsOf, countBy } from "../tables.ts";
import { monthRows, type Statistic } from "./statistic.ts";

const ages = [
  { label: "Under 3 months", short: "< 3 mo", fromDays: 0 },
  { label: "3 to 6 months", short: "3-6 mo", fromDays: 90 },
  { label: "6 to 12 months", short: "6-12 mo", fromDays: 180 },
  { label: "1 to 2 years", short: "1-2 yr", fromDays: 365 },
  { label: "Over 2 years", short: "> 2 yr", fromDays: 730 },
] as const;

export const freshness: Statistic = {
  about: "how fresh profiles are",
  title: "How fresh profiles are",
  tables: (closing) => [
    {
      id: "freshness-by-age",
      title: "Age of profiles",
      about: "Profiles at the end of the cycle by the time since their last change. Groups have " +
        "five profiles or more.",
      heading: "Role",
      columns: [
        ...columnsOf({ "Profiles": "Profiles at the end of the cycle, hidden ones too." }),
        ...ages.map(({ label, short }) => ({
          label,
          short,
          means:
            `Profiles that were created or last changed ${label.toLowerCase()} before the end.`,
        })),
      ],
      rows: rowsByRole((role) => {
        const changed = ofRole(closing.people.values(), role)
          .flatMap(({ profile }) => profile === null ? [] : [profile.changedAtMs]);
        const counts = countBy(changed, (changedAtMs) => {
          const days = (closing.atMs - changedAtMs) / dayMs;
          return (ages.findLast(({ fromDays }) => days >= fromDays) ?? ages[0]).label;
        });
        const figures = [changed.length, ...ages.map(({ label }) => counts.of(label))];
        return { people: changed.length, figures };
      }, roles),
      charts: [{ kind: "bars", series: [1, 2, 3, 4, 5], ofTotal: true }],
    },
    {
      id: "freshness-by-month",
      title: "Changes by month",
      about: "By month of the cycle.",
      heading: "Month",
      columns: columnsOf({
        "Created": "Profiles that were created in the month.",
        "Changed": "Changes to what profiles say, in the month.",
      }),
      rows: monthRows(closing, (counts) => [
        counts.of("ProfileCreated"),
        counts.of("ProfileChanged"),
      ]),
      charts: [{ kind: "columns", series: [0, 1] }],
    },
  ],
};
