import { helpersIn } from "../people.ts";
import { columnsOf, countBy } from "../tables.ts";
import type { Statistic } from "./statistic.ts";

export const topics: Statistic = {
  about: "what is asked for, and offered",
  title: "Help topics",
  tables({ profiles, all, topics }) {
    const offered = countBy(helpersIn(profiles), (profile) => profile.topics);
    const requested = [...all.under("topics"), ...all.under("acceptedTopics")];
    const ids = new Set([...topics.keys(), ...offered.names(), ...requested]);
    const rows = [...ids].map((id) => ({
      label: topics.get(id) ?? id,
      figures: [offered.of(id), all.of(`topics/${id}`), all.of(`acceptedTopics/${id}`)],
    }));
    return [{
      id: "topics-asked-and-offered",
      title: "Asked for and offered",
      about: "A request can name several topics, or none. What most requests name comes first.",
      heading: "Help topic",
      columns: columnsOf({
        "Alumni who offer it":
          "Alumni whose profile is in the directory and names the topic, at the end of the cycle.",
        "Asked for": "Requests in the cycle that name the topic.",
        "Accepted": "Accepted requests in the cycle that name the topic.",
      }, { "Alumni who offer it": "Offered" }),
      rows: rows.toSorted((one, other) => (other.figures[1] ?? 0) - (one.figures[1] ?? 0)),
      charts: [{ kind: "bars", series: [0, 1] }],
    }];
  },
};
