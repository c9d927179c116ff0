import { armyBranches, dutyStatuses, ranks } from "../../vocabulary.ts";
import { industryLabel, notShown, regionLabel, topicLabels } from "../labels.ts";
import type { ShownProfile } from "../people.ts";
import { countBy, type Table } from "../tables.ts";
import type { Statistic } from "./statistic.ts";

interface Property {
  readonly id: string;
  readonly title: string;
  readonly valueOf: (profile: ShownProfile) => string | readonly string[];
  readonly labelOf?: (value: string) => string;
  /** Values in order; others follow in the order of their labels. */
  readonly order?: readonly string[];
}

/** Counts of what members see in the directory. */
export const profiles: Statistic = {
  about: "what profiles in the directory show",
  title: "What the directory shows",
  createFold: () => ({
    close({ profiles, topics }) {
      const ids = topics.map(({ id }) => id);
      const properties: readonly Property[] = [
        { id: "class-year", title: "Class year", valueOf: ({ classYear }) => classYear },
        {
          id: "branch",
          title: "Branch",
          valueOf: ({ branch }) => branch,
          order: armyBranches,
        },
        { id: "rank", title: "Rank", valueOf: ({ rank }) => rank, order: ranks },
        {
          id: "duty-status",
          title: "Duty status",
          valueOf: ({ dutyStatus }) => dutyStatus,
          order: dutyStatuses,
        },
        {
          id: "industry",
          title: "Industry",
          valueOf: ({ industry }) => industry,
          labelOf: industryLabel,
        },
        {
          id: "region",
          title: "Region",
          valueOf: ({ region }) => region,
          labelOf: regionLabel,
        },
        {
          id: "topic",
          title: "Help topic",
          valueOf: ({ topics }) => topics.length === 0 ? "" : topics,
          labelOf: topicLabels(topics),
          order: ids,
        },
      ];
      return properties.map((property) => tableOf(profiles, property));
    },
  }),
};

function tableOf(profiles: readonly ShownProfile[], property: Property): Table {
  const { id, title, valueOf, labelOf = (value) => value, order = [] } = property;
  const counts = countBy(profiles, valueOf);
  const others = counts.values().filter((value) => value !== "" && !order.includes(value))
    .toSorted((one, other) => labelOf(one) < labelOf(other) ? -1 : 1);
  const values = [...order.filter((value) => counts.of(value) > 0), ...others];
  const rows = values.map((value) => ({ label: labelOf(value), figures: [counts.of(value)] }));
  const hidden = counts.of("");
  return {
    id: `profiles-by-${id}`,
    title,
    about: "Profiles in the directory at the end of the cycle, by what they show to members.",
    heading: title,
    columns: [{ label: "Profiles", means: `Profiles in the directory that show it.` }],
    rows: [
      ...rows,
      ...hidden === 0 ? [] : [{ label: notShown, figures: [hidden] }],
      { label: "In the directory", figures: [profiles.length], isTotal: true },
    ],
    charts: [{ kind: "bars", series: [0] }],
  };
}
