import { helpedAnswers, waits } from "../../connections/words.ts";
import { armyBranches, roles } from "../../vocabulary.ts";
import type { CycleGraph } from "../suppression/count-graph.ts";
import { type CountFigure, notGiven, type RowOf, type Table } from "../tables.ts";
import { labelsOf } from "../topics.ts";
import { type ConnectionCounts, createConnectionFold, requestSteps } from "./connection-counts.ts";
import { type CountColumn, countMonths, countRows } from "./list.ts";
import type { Closing, Statistic } from "./statistic.ts";
import { helperColumn } from "./supply.ts";

const [asked, accepted, declined] = requestSteps;

/** Requests for help: what is asked for, and what becomes of it. */
export const connections: Statistic<ConnectionCounts> = {
  name: "connections",
  title: "Requests for help, and what became of them",
  createFold: createConnectionFold,
  tables: (counts, graph, closing) => [
    monthTable(counts, graph, closing),
    roleTable(counts, graph),
    waitTable(counts, graph),
    reachTable(counts, graph),
    topicTable(counts, graph, closing),
    demandTable(counts, graph, "branch"),
    demandTable(counts, graph, "region"),
    mentorTable(counts, graph),
    helpedTable(counts, graph),
  ],
  highlights: (_, graph) => [
    { label: "Requests for help", figure: graph.find(asked.name) },
    { label: "Requests accepted", figure: graph.find(accepted.name) },
    { label: "Cadets who asked", figure: graph.find("askers") },
    { label: "Feedback that it helped", figure: graph.find("feedback/helped=yes") },
  ],
};

function monthTable(
  { byMonth, open }: ConnectionCounts,
  graph: CycleGraph,
  { cycle }: Closing,
): Table {
  const rows = countMonths(graph, requestSteps, cycle, byMonth);
  const ends = cycle.months.map(({ label }, at) =>
    graph.count(`requests/open/${label}`, open[at] ?? 0, { weight: 1 })
  );
  return {
    id: "connections-by-month",
    title: "By month",
    about: "What happened in each month, whenever it was asked; and how many requests had no " +
      "answer at its end.",
    heading: "Month",
    columns: [...requestSteps, { label: "Open at the end", short: "Open" }],
    rows: rows.map((row, at) => ({
      ...row,
      figures: [...row.figures, (ends[at] ?? ends.at(-1)) as CountFigure],
    })),
    charts: [{ kind: "columns", series: [0, 1, 2, 3, 4] }],
  };
}

function roleTable({ byRole }: ConnectionCounts, graph: CycleGraph): Table {
  return {
    id: "connections-by-role",
    title: "By role",
    about: "Requests by the role of who asked, also those that were withdrawn or expired; " +
      "answers by the role of who gave them.",
    heading: "Role",
    columns: requestSteps,
    rows: countRows(
      graph,
      requestSteps,
      roles.map((role) => ({
        label: role,
        name: `role=${role}`,
        values: byRole.get(role) ?? [],
      })),
    ),
  };
}

function waitTable({ byWait }: ConnectionCounts, graph: CycleGraph): Table {
  const columns = [accepted, declined];
  return {
    id: "connections-answers",
    title: "How long an answer took",
    about: "Response time, not counting time spent waiting for the cadet.",
    heading: "Answered within",
    columns,
    rows: countRows(
      graph,
      columns,
      waits.map((wait) => ({
        label: wait === "longer" ? "Longer" : wait === "1" ? "1 day" : `${wait} days`,
        name: `waited=${wait}`,
        values: [byWait.accepted.get(wait) ?? 0, byWait.declined.get(wait) ?? 0],
      })),
    ),
    charts: [{ kind: "bars", series: [0, 1] }],
  };
}

function reachTable({ askers, reached }: ConnectionCounts, graph: CycleGraph): Table {
  const columns = [
    { label: "Cadets who asked", short: "Asked", name: "askers", isHeadline: true },
    { label: "Known to have talked", short: "Talked", name: "reached" },
  ];
  const years = [...askers.keys()].sort((one, other) =>
    Number(one === notGiven) - Number(other === notGiven) || one.localeCompare(other)
  );
  const rows = countRows(
    graph,
    columns,
    years.map((year) => ({
      label: year,
      name: `classYear=${year}`,
      values: [askers.get(year) ?? 0, reached.get(year) ?? 0],
    })),
  );
  for (const year of ["", ...years.map((one) => `/classYear=${one}`)]) {
    graph.contains(`askers${year}`, [`reached${year}`], { isSecret: true });
    const profiles = `profiles${year}`;
    if (year !== "" && graph.valueOf(profiles) !== undefined) {
      graph.atMost([`askers${year}`], [profiles]);
    }
  }
  return {
    id: "connections-reach",
    title: "Whom it reached",
    about: "Cadets at the end of the cycle who asked in it, by class year, and how many of " +
      "them had a request accepted in this cycle.",
    heading: "Class year",
    columns,
    rows,
    charts: [{ kind: "columns", series: [0, 1] }],
  };
}

function topicTable(
  { byTopic, helpers }: ConnectionCounts,
  graph: CycleGraph,
  { topics: known }: Closing,
): Table {
  const labels = labelsOf(known);
  const columns: CountColumn[] = [helperColumn, { ...asked, label: "Asked for" }, accepted];
  const topics = new Set([
    ...known.map(({ id }) => id),
    ...[...helpers.topic].flatMap(([topic, count]) => count > 0 ? [topic] : []),
    ...byTopic.asked.keys(),
    ...byTopic.accepted.keys(),
  ]);
  return {
    id: "connections-by-topic",
    title: "Demand and supply by help topic",
    about: "Alumni at the end of the cycle who offer the topic, requests in it that name it, and " +
      "those that were accepted. Topics that no alumni offer come first.",
    heading: "Help topic",
    columns,
    rows: countRows(
      graph,
      columns,
      [...topics].map((topic) => ({
        label: labels(topic),
        name: `topic=${topic}`,
        values: [
          helpers.topic.get(topic) ?? 0,
          byTopic.asked.get(topic) ?? 0,
          byTopic.accepted.get(topic) ?? 0,
        ],
      })),
      // A request names several topics, or none.
      { hasTotal: false },
    ),
    charts: [{ kind: "bars", series: [0, 1] }],
    isLeastFirst: true,
  };
}

function demandTable(
  { helpers, byBranch, byRegion }: ConnectionCounts,
  graph: CycleGraph,
  property: "branch" | "region",
): Table {
  const columns: CountColumn[] = [helperColumn, asked];
  const demand = property === "branch" ? byBranch : byRegion;
  const supplied = helpers[property];
  const always: readonly string[] = property === "branch" ? armyBranches : [];
  const seen = [...supplied, ...demand].flatMap(([value, count]) => count > 0 ? [value] : []);
  const others = [...new Set(seen)].filter((value) =>
    value !== notGiven && !always.includes(value)
  );
  const values = [...always, ...others.sort(), ...(seen.includes(notGiven) ? [notGiven] : [])];
  return {
    id: `connections-by-${property}`,
    title: `Demand and supply by ${property}`,
    about: `Alumni who can help at the end of the cycle, and requests in it, by the ${property} ` +
      "that others could see in the mentor's profile.",
    heading: property === "branch" ? "Branch" : "Region",
    columns,
    rows: countRows(
      graph,
      columns,
      values.map((value): { label: string; name: string; values: number[] } => ({
        label: value,
        name: `${property}=${value}`,
        values: [supplied.get(value) ?? 0, demand.get(value) ?? 0],
      })),
    ),
    charts: [{ kind: "bars", series: [0, 1] }],
    isLeastFirst: true,
  };
}

function mentorTable({ mentoring }: ConnectionCounts, graph: CycleGraph): Table {
  const columns = [
    { label: "Taking requests", short: "Taking", name: "taking" },
    { label: "Paused", name: "paused" },
    { label: "Not taking any", short: "Not taking", name: "not taking" },
  ];
  const rows: readonly RowOf<CountFigure>[] = countRows(
    graph,
    columns,
    [...mentoring].map(([role, { taking, paused, notTaking }]) => ({
      label: role,
      name: `role=${role}`,
      values: [taking, paused, notTaking],
    })),
  );
  for (const role of roles) {
    graph.sum(`members/role=${role}`, columns.map(({ name }) => `${name}/role=${role}`));
  }
  return {
    id: "connections-mentors",
    title: "Who takes requests",
    about: "Members with a role at the end of the cycle by what they say about requests: alumni " +
      "and cadre take them unless they say otherwise, cadets if they say so.",
    heading: "Role",
    columns,
    rows,
    charts: [{ kind: "columns", series: [0, 1, 2] }],
  };
}

function helpedTable({ helped }: ConnectionCounts, graph: CycleGraph): Table {
  const column = { label: "Feedback", name: "feedback" };
  return {
    id: "connections-helped",
    title: "Whether it helped",
    about: "What askers said in the cycle after a conversation had ended.",
    heading: "Did it help?",
    columns: [column],
    rows: countRows(
      graph,
      [column],
      helpedAnswers.map((answer) => ({
        label: answer,
        name: `helped=${answer}`,
        values: [helped.get(answer) ?? 0],
      })),
    ),
    charts: [{ kind: "bars", series: [0] }],
  };
}
