import { type Wait, waits } from "../../connections/vocabulary.ts";
import { columnsOf, withTotal } from "../tables.ts";
import type { Statistic } from "./statistic.ts";

const labels: Readonly<Record<Wait, string>> = {
  1: "1 day or less",
  3: "2 or 3 days",
  7: "4 to 7 days",
  14: "8 to 14 days",
  longer: "Over 14 days",
};

export const speed: Statistic = {
  about: "how fast requests are answered",
  title: "How fast answers come",
  tables: ({ all }) => [{
    id: "speed-answers",
    title: "How long answers took",
    about: "Answers in the cycle, not counting time spent waiting for the asker.",
    heading: "Time to answer",
    columns: columnsOf({
      "Accepted": "Requests that were accepted in the cycle.",
      "Declined": "Requests that were declined in the cycle.",
    }),
    rows: withTotal(waits.map((wait) => ({
      label: labels[wait],
      figures: [all.of(`accepted/${wait}`), all.of(`declined/${wait}`)],
    }))),
    charts: [{ kind: "bars", series: [0, 1] }],
  }],
};
