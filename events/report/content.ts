import { createAnswers } from "./answers.ts";
import { nextStepsOf } from "./next-steps.ts";
import type { CountedCycle } from "./replay.ts";
import type { Audience, Report } from "./report.ts";
import { type StatisticName, statisticNames, statistics } from "./statistics/statistics.ts";
import { figureIn, shareTable, type Table } from "./tables.ts";

export function contentOf(
  cycles: readonly CountedCycle[],
  { statistic, audience }: {
    readonly statistic: StatisticName | "cycle";
    readonly audience: Audience;
  },
): Pick<Report, "statistic" | "audience" | "answers" | "nextSteps" | "sections"> {
  const tables = cycles.at(-1)?.tables;
  const sectionOf = <N extends Report["sections"][number]["name"]>(
    name: N,
    title: string,
    all: readonly Table[],
  ) => ({ name, title, tables: audience === "share" ? all.map(shareTable) : all });
  const statisticSection = (name: StatisticName) =>
    sectionOf(name, statistics[name].title, tables?.[name] ?? []);
  const about = { statistic, audience };
  if (tables === undefined) return { ...about, answers: [], nextSteps: [], sections: [] };
  if (statistic !== "cycle") {
    return { ...about, answers: [], nextSteps: [], sections: [statisticSection(statistic)] };
  }
  return {
    ...about,
    answers: createAnswers(tables, cycles.at(-2)?.tables, audience),
    nextSteps: audience === "share" ? [] : nextStepsOf(tables),
    sections: [
      sectionOf("summary", "At a glance", [summaryTable(cycles)]),
      ...statisticNames.map(statisticSection),
    ],
  };
}

const headlines: Readonly<Record<string, readonly [id: string, column: string, row?: string]>> = {
  "Commissioned": ["commissioned-by-branch", "Commissioned"],
  "Commissioned a year before": ["commissioned-stayed", "A year ago"],
  "Of them, still in the directory": ["commissioned-stayed", "Still in the directory"],
  "Members": ["people-by-role", "Members"],
  "Cadets": ["people-by-role", "Members", "Cadets"],
  "Alumni": ["people-by-role", "Members", "Alumni"],
  "Cadre": ["people-by-role", "Members", "Cadre"],
  "Registered": ["people-by-month", "Registered"],
  "Left": ["people-by-month", "Left"],
  "Cadets who became alumni": ["people-by-month", "Became alumni"],
  "Profiles in the directory": ["retention-visibility", "Profiles", "In the directory"],
  "Requests for help": ["requests-by-month", "Asked"],
  "Requests accepted": ["requests-by-month", "Accepted"],
  "Requests expired": ["requests-by-month", "Expired"],
  "People who asked": ["requests-by-role", "People who asked"],
  "People who got help": ["requests-by-role", "Got help"],
  "Questions to alumni": ["requests-questions", "Asked", "To alumni"],
  "Questions answered within 7 days": [
    "requests-questions",
    "Answered within 7 days",
    "To alumni",
  ],
  "Said that it helped": ["requests-helped", "Answers", "Yes"],
};

function summaryTable(cycles: readonly CountedCycle[]): Table {
  return {
    id: "summary",
    title: "At a glance",
    about: "Each cycle up to its end; this one up to the time of the report.",
    heading: "Figure",
    columns: cycles.map(({ cycle }) => ({
      label: `Cycle ${cycle.name}`,
      means: `Figures of cycle ${cycle.name}.`,
    })),
    rows: Object.entries(headlines).map(([label, which]) => ({
      label,
      figures: cycles.map(({ tables }) => figureIn(tables, ...which)),
    })),
  };
}
