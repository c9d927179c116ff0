import { type Wait, waits } from "../../connections/words.ts";
import { type Column, totalOf } from "../tables.ts";
import type { Statistic } from "./statistic.ts";

const columns: readonly Column[] = [
  { label: "Accepted", means: "Requests that were accepted in the cycle." },
  { label: "Declined", means: "Requests that were declined in the cycle." },
];

const labels: Readonly<Record<Wait, string>> = {
  1: "1 day or less",
  3: "2 or 3 days",
  7: "4 to 7 days",
  14: "8 to 14 days",
  longer: "Over 14 days",
};

/** How fast requests are answered. */
export const speed: Statistic = {
  about: "how fast requests are answered",
  title: "How fast answers come",
  isCompared: true,
  createFold: () => ({
    close({ requests: { all } }) {
      const rows = waits.map((wait) => ({
        label: labels[wait],
        figures: [all.of(`accepted/${wait}`), all.of(`declined/${wait}`)],
      }));
      return [{
        id: "speed-answers",
        title: "How long answers took",
        about: "Answers in the cycle, not counting time spent waiting for the asker.",
        heading: "Time to answer",
        columns,
        rows: [...rows, totalOf(rows.map(({ figures }) => figures))],
        charts: [{ kind: "bars", series: [0, 1] }],
      }];
    },
  }),
};
