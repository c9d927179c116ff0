import { topicLabels } from "../labels.ts";
import { helpersIn } from "../people.ts";
import { valuesUnder } from "../request-days.ts";
import { type Column, countBy } from "../tables.ts";
import type { Statistic } from "./statistic.ts";

export const helperMeans =
  "Alumni whose profile is in the directory and names a help topic, at the end of the cycle.";

const columns: readonly Column[] = [
  {
    label: "Alumni who offer it",
    short: "Offered",
    means: "Alumni whose profile is in the directory and names the topic, at the end of the cycle.",
  },
  { label: "Asked for", means: "Requests in the cycle that name the topic." },
  { label: "Accepted", means: "Accepted requests in the cycle that name the topic." },
];

/** Requested topics, and who offers them. */
export const topics: Statistic = {
  about: "what is asked for, and offered",
  title: "Help topics",
  createFold: () => ({
    close({ profiles, requests: { all }, topics }) {
      const offered = countBy(helpersIn(profiles), (profile) => profile.topics);
      const ids = new Set([
        ...topics.map(({ id }) => id),
        ...offered.values(),
        ...valuesUnder(all, "topics"),
        ...valuesUnder(all, "acceptedTopics"),
      ]);
      const labelOf = topicLabels(topics);
      const rows = [...ids].map((id) => ({
        label: labelOf(id),
        figures: [offered.of(id), all.of(`topics/${id}`), all.of(`acceptedTopics/${id}`)],
      }));
      return [{
        id: "topics-asked-and-offered",
        title: "Asked for and offered",
        about: "A request can name several topics, or none. What most requests name comes first.",
        heading: "Help topic",
        columns,
        rows: rows.toSorted((one, other) => (other.figures[1] ?? 0) - (one.figures[1] ?? 0)),
        charts: [{ kind: "bars", series: [0, 1] }],
      }];
    },
  }),
};
