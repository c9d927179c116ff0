import { createAnswers } from "./answers.ts";
import { nextStepsOf } from "./next-steps.ts";
import type { CountedCycle } from "./replay.ts";
import type { Audience, Report } from "./report.ts";
import { shareTable } from "./share.ts";
import { type StatisticName, statisticNames, statistics } from "./statistics/statistics.ts";
import { summaryTable } from "./summary.ts";
import type { Table } from "./tables.ts";

/** Content of a report on the last of these cycles, compared with those before it. */
export function contentOf(
  cycles: readonly CountedCycle[],
  { statistic, audience }: {
    readonly statistic: StatisticName | "cycle";
    readonly audience: Audience;
  },
): Pick<Report, "statistic" | "audience" | "answers" | "nextSteps" | "sections"> {
  const [before, current] = [cycles.at(-2), cycles.at(-1)];
  const tablesOf = (tables: readonly Table[] = []) =>
    audience === "share" ? tables.map(shareTable) : tables;
  const sectionOf = (name: StatisticName) => ({
    name,
    title: statistics[name].title,
    tables: tablesOf(current?.tables[name]),
  });
  if (current === undefined || statistic !== "cycle") {
    const sections = current === undefined || statistic === "cycle" ? [] : [sectionOf(statistic)];
    return { statistic, audience, answers: [], nextSteps: [], sections };
  }
  const summary = {
    name: "summary",
    title: "At a glance",
    tables: tablesOf([summaryTable(cycles)]),
  } as const;
  return {
    statistic,
    audience,
    answers: createAnswers(current, before, audience),
    nextSteps: audience === "share" ? [] : nextStepsOf(current),
    sections: [summary, ...statisticNames.map(sectionOf)],
  };
}
