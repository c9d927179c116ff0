import { armyBranches, dutyStatuses, ranks } from "../../vocabulary.ts";
import { industryLabel, notShown, regionLabel } from "../labels.ts";
import type { ShownProfile } from "../people.ts";
import { columnsOf, countBy, type Table } from "../tables.ts";
import type { Statistic } from "./statistic.ts";

interface Property {
  readonly title: string;
  readonly valueOf: (profile: ShownProfile) => string | readonly string[];
  readonly labelOf?: (value: string) => string;
  /** Values in order; others follow in the order of their labels. */
  readonly order?: readonly string[];
}

export const profiles: Statistic = {
  about: "what profiles in the directory show",
  title: "What the directory shows",
  tables({ profiles, topics }) {
    const properties: Readonly<Record<string, Property>> = {
      "class-year": { title: "Class year", valueOf: ({ classYear }) => classYear },
      "branch": { title: "Branch", valueOf: ({ branch }) => branch, order: armyBranches },
      "rank": { title: "Rank", valueOf: ({ rank }) => rank, order: ranks },
      "duty-status": {
        title: "Duty status",
        valueOf: ({ dutyStatus }) => dutyStatus,
        order: dutyStatuses,
      },
      "industry": {
        title: "Industry",
        valueOf: ({ industry }) => industry,
        labelOf: industryLabel,
      },
      "region": { title: "Region", valueOf: ({ region }) => region, labelOf: regionLabel },
      "topic": {
        title: "Help topic",
        valueOf: ({ topics }) => topics.length === 0 ? "" : topics,
        labelOf: (id) => topics.get(id) ?? id,
        order: [...topics.keys()],
      },
    };
    return Object.entries(properties).map(([id, property]) => tableOf(profiles, id, property));
  },
};

function tableOf(profiles: readonly ShownProfile[], id: string, property: Property): Table {
  const { title, valueOf, labelOf = (value) => value, order = [] } = property;
  const counts = countBy(profiles, valueOf);
  const others = counts.names().filter((value) => value !== "" && !order.includes(value))
    .toSorted((one, other) => labelOf(one) < labelOf(other) ? -1 : 1);
  const values = [...order.filter((value) => counts.of(value) > 0), ...others];
  const hidden = counts.of("");
  return {
    id: `profiles-by-${id}`,
    title,
    about: "Profiles in the directory at the end of the cycle, by what they show to members.",
    heading: title,
    columns: columnsOf({ "Profiles": "Profiles in the directory that show it." }),
    rows: [
      ...values.map((value) => ({ label: labelOf(value), figures: [counts.of(value)] })),
      ...hidden === 0 ? [] : [{ label: notShown, figures: [hidden] }],
      { label: "In the directory", figures: [profiles.length], isTotal: true },
    ],
    charts: [{ kind: "bars", series: [0] }],
  };
}
