import { armyBranches } from "../../vocabulary.ts";
import { industryLabel, notShown, regionLabel } from "../labels.ts";
import { helpersIn } from "../people.ts";
import { columnsOf, countBy, type Table } from "../tables.ts";
import type { Closing, Statistic } from "./statistic.ts";

export const coverage: Statistic = {
  about: "which branches and regions alumni cover",
  title: "Who covers what",
  tables: (closing) => [
    tableOf(closing, "branch", (branch) => branch || notShown, "branches", armyBranches),
    tableOf(closing, "region", regionLabel, "regions"),
    tableOf(closing, "industry", industryLabel),
  ],
};

/** @param asked Name under which requests are counted by it. */
function tableOf(
  { profiles, all }: Closing,
  name: "branch" | "region" | "industry",
  labelOf: (value: string) => string,
  asked?: "branches" | "regions",
  always: readonly string[] = [],
): Table {
  const helpers = countBy(helpersIn(profiles), (profile) => profile[name]);
  const cadets = countBy(profiles.filter(({ role }) => role === "cadet"), (one) => one[name]);
  const demand = asked === undefined ? [] : all.under(asked);
  const rows = [...new Set([...always, ...helpers.names(), ...cadets.names(), ...demand])]
    .map((value) => ({
      label: labelOf(value),
      figures: [
        helpers.of(value),
        cadets.of(value),
        ...asked === undefined ? [] : [all.of(`${asked}/${value}`)],
      ],
    }));
  const rank = (label: string) => label === notShown ? Infinity : 0;
  return {
    id: `coverage-by-${name}`,
    title: `By ${name}`,
    about: `As the directory shows the ${name}. What the fewest alumni cover comes first.`,
    heading: `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    columns: columnsOf({
      "Alumni who can help":
        "Alumni whose profile is in the directory and names a help topic, at the end of the cycle.",
      "Cadets": "Cadets whose profile is in the directory, at the end of the cycle.",
      ...asked !== undefined && {
        "Asked": "Requests in the cycle, by what the asker could see of the person they asked.",
      },
    }, { "Alumni who can help": "Alumni" }),
    rows: rows.toSorted((one, other) =>
      rank(one.label) - rank(other.label) ||
      (one.figures[0] ?? 0) - (other.figures[0] ?? 0) ||
      (other.figures[2] ?? 0) - (one.figures[2] ?? 0) ||
      (one.label < other.label ? -1 : 1)
    ),
    charts: [{ kind: "bars", series: asked === undefined ? [0, 1] : [0, 2] }],
  };
}
