import { figureIn } from "./find-figure.ts";
import type { CountedCycle } from "./replay.ts";
import type { Table } from "./tables.ts";

/** Figures of a whole cycle: table, column, and row if it isn't the total. */
const headlines: readonly (readonly [
  label: string,
  id: string,
  column: string,
  row?: string,
])[] = [
  ["Members", "people-by-role", "Members"],
  ["Cadets", "people-by-role", "Members", "Cadets"],
  ["Alumni", "people-by-role", "Members", "Alumni"],
  ["Cadre", "people-by-role", "Members", "Cadre"],
  ["Registered", "people-by-month", "Registered"],
  ["Left", "people-by-month", "Left"],
  ["Cadets who became alumni", "people-by-month", "Became alumni"],
  ["Profiles in the directory", "retention-visibility", "Profiles", "In the directory"],
  ["Requests for help", "requests-by-month", "Asked"],
  ["Requests accepted", "requests-by-month", "Accepted"],
  ["Requests expired", "requests-by-month", "Expired"],
  ["People who asked", "requests-by-role", "People who asked"],
  ["People who got help", "requests-by-role", "Got help"],
  ["Said that it helped", "requests-helped", "Answers", "Yes"],
];

/** A cycle compared with those before it. */
export function summaryTable(cycles: readonly CountedCycle[]): Table {
  return {
    id: "summary",
    title: "At a glance",
    about: "Each cycle up to its end; this one up to the time of the report.",
    heading: "Figure",
    columns: cycles.map(({ cycle }) => ({
      label: `Cycle ${cycle.name}`,
      means: `Figures of cycle ${cycle.name}.`,
    })),
    rows: headlines.map(([label, id, column, row]) => ({
      label,
      figures: cycles.map((cycle) => figureIn(cycle, id, column, row)),
    })),
  };
}
