import { armyBranches } from "../../vocabulary.ts";
import { industryLabel, notShown, regionLabel } from "../labels.ts";
import { helpersIn, type ShownProfile } from "../people.ts";
import { valuesUnder } from "../request-days.ts";
import { type Column, countBy, type Table } from "../tables.ts";
import type { Closing, Statistic } from "./statistic.ts";
import { helperMeans } from "./topics.ts";

const helperColumn: Column = { label: "Alumni who can help", short: "Alumni", means: helperMeans };
const cadetColumn: Column = {
  label: "Cadets",
  means: "Cadets whose profile is in the directory, at the end of the cycle.",
};
const askedColumn: Column = {
  label: "Asked",
  means: "Requests in the cycle, by what the asker could see of the person they asked.",
};

/** Branches, regions and industries that alumni cover. */
export const coverage: Statistic = {
  about: "which branches and regions alumni cover",
  title: "Who covers what",
  createFold: () => ({
    close: (closing) => [
      tableOf(closing, {
        name: "branch",
        valueOf: ({ branch }) => branch,
        asked: "branches",
        always: armyBranches,
        labelOf: (branch) => branch || notShown,
      }),
      tableOf(closing, {
        name: "region",
        valueOf: ({ region }) => region,
        asked: "regions",
        labelOf: regionLabel,
      }),
      tableOf(closing, {
        name: "industry",
        valueOf: ({ industry }) => industry,
        labelOf: industryLabel,
      }),
    ],
  }),
};

interface Property {
  readonly name: "branch" | "region" | "industry";
  readonly valueOf: (profile: ShownProfile) => string;
  /** Name under which requests are counted by it. */
  readonly asked?: "branches" | "regions";
  /** Values that always have a row. */
  readonly always?: readonly string[];
  readonly labelOf: (value: string) => string;
}

function tableOf(
  { profiles, requests: { all } }: Closing,
  { name, valueOf, asked, always = [], labelOf }: Property,
): Table {
  const helpers = countBy(helpersIn(profiles), valueOf);
  const cadets = countBy(profiles.filter(({ role }) => role === "cadet"), valueOf);
  const demand = asked === undefined ? [] : valuesUnder(all, asked);
  const values = new Set([...always, ...helpers.values(), ...cadets.values(), ...demand]);
  const rows = [...values].map((value) => ({
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
    columns: [helperColumn, cadetColumn, ...asked === undefined ? [] : [askedColumn]],
    rows: rows.toSorted((one, other) =>
      rank(one.label) - rank(other.label) ||
      (one.figures[0] ?? 0) - (other.figures[0] ?? 0) ||
      (other.figures[2] ?? 0) - (one.figures[2] ?? 0) ||
      (one.label < other.label ? -1 : 1)
    ),
    charts: [{ kind: "bars", series: asked === undefined ? [0, 1] : [0, 2] }],
  };
}
