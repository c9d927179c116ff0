import type { Component } from "../../vocabulary.ts";
import type { Commission } from "../commissions.ts";
import { joinSmallGroups } from "../rule-of-five.ts";
import { columnsOf, countBy, type ReportRow, type Table, totalOf, withTotal } from "../tables.ts";
import type { Statistic } from "./statistic.ts";

/** Components in sentences. The Reserve and the Guard are counted together. */
const served: Readonly<Record<Component, string>> = {
  "Active Duty": "Active Duty",
  "Army Reserve": "Reserve or National Guard",
  "National Guard": "Reserve or National Guard",
};
const meaning = "Cadets who confirmed their commission here in the cycle, and didn't undo it. " +
  "Alumni who registered as alumni aren't counted.";

export const commissioned: Statistic = {
  about: "who commissioned, and who stayed in the directory",
  title: "Who commissioned",
  tables: ({ commissions: { confirmed, aYearAgo } }) => [
    {
      id: "commissioned-by-branch",
      title: "By branch",
      about: "Cadets who confirmed their commission in the cycle. Groups have five people or more.",
      heading: "Branch",
      columns: columnsOf({ "Commissioned": meaning }),
      rows: rowsBy(confirmed, ({ branch }) => branch),
      charts: [{ kind: "bars", series: [0] }],
    },
    {
      id: "commissioned-by-component",
      title: "By component",
      about: "The same cadets by where they serve. Groups have five people or more.",
      heading: "Component",
      columns: columnsOf({ "Commissioned": meaning }),
      rows: rowsBy(confirmed, componentOf),
      charts: [{ kind: "bars", series: [0] }],
    },
    stayedTable(aYearAgo),
  ],
};

const componentOf = ({ component }: Commission) => served[component];

/** Largest groups first, so that the small ones join each other. */
function rowsBy(all: readonly Commission[], valueOf: (one: Commission) => string): ReportRow[] {
  const rows = groupsBy(all, valueOf, (some) => [some.length]);
  return rows.length === 0 ? [totalOf([[all.length]])] : withTotal(numbered(rows));
}

/** Twelve months after each confirmation; nothing for fewer than five people. */
function stayedTable(aYearAgo: readonly Commission[]): Table {
  const rows = groupsBy(
    aYearAgo,
    componentOf,
    (some) => [some.length, some.filter(({ hasStayed }) => hasStayed).length],
  );
  return {
    id: "commissioned-stayed",
    title: "Who stayed",
    about:
      "Cadets who commissioned twelve months before, each looked at on that day. Nothing for " +
      "fewer than five people.",
    heading: "Component",
    columns: columnsOf({
      "A year ago":
        "Cadets who confirmed their commission, if the twelve months after it ended in " +
        "this cycle.",
      "Still in the directory":
        "Those of them whose profile other members could see twelve months after they confirmed.",
    }, { "Still in the directory": "Stayed" }),
    rows: rows.length === 0 && aYearAgo.length > 0
      ? []
      : [...rows, totalOf([[0, 0], ...numbered(rows).map(({ figures }) => figures)])],
    charts: [{ kind: "bars", series: [0, 1] }],
  };
}

function groupsBy(
  all: readonly Commission[],
  valueOf: (one: Commission) => string,
  figuresOf: (some: readonly Commission[]) => readonly number[],
): ReportRow[] {
  const counts = countBy(all, valueOf);
  const names = counts.names().toSorted((one, other) =>
    counts.of(other) - counts.of(one) || (one < other ? -1 : 1)
  );
  const groups = names.map((name) => {
    const some = all.filter((one) => valueOf(one) === name);
    return { names: [name], people: some.length, figures: figuresOf(some) };
  });
  return joinSmallGroups(groups, listedGroups);
}

const mostNames = 3;

function listedGroups(names: readonly string[]): string {
  if (names.length > mostNames) return `${names.length} branches together`;
  return new Intl.ListFormat("en-US").format(names);
}

const numbered = (rows: readonly ReportRow[]) =>
  rows.map(({ label, figures }) => ({ label, figures: figures.map(Number) }));
