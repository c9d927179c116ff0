import { labelsOf } from "../topics.ts";
import { helpedAnswers, waits } from "../../connections/words.ts";
import { armyBranches, type Role, roles } from "../../vocabulary.ts";
import type { CountedEvent } from "../replay/event-reader.ts";
import { createMarks } from "../replay/marks.ts";
import type { MemberGroup, MemberGroups, MentoringCounts } from "../replay/member-groups.ts";
import type { Roster } from "../replay/roster.ts";
import type { CycleGraph } from "../suppression/count-graph.ts";
import { type CountFigure, notGiven, type RowOf, type Table } from "../tables.ts";
import { classYearOf } from "./cohorts.ts";
import { type CountColumn, countMonths, countRows } from "./list.ts";
import {
  type Closing,
  createMonthCounts,
  type Fold,
  type Observer,
  type Statistic,
} from "./statistic.ts";
import { helperColumn, helpersAmong } from "./supply.ts";

/** What can become of a request, and what the count graph calls it. */
export const requestSteps = [
  { label: "Asked", name: "requests", isHeadline: true },
  { label: "Accepted", name: "requests/accepted" },
  { label: "Declined", name: "requests/declined" },
  { label: "Withdrawn", name: "requests/withdrawn" },
  { label: "Expired", name: "requests/expired" },
] as const;
const [asked, accepted, declined] = requestSteps;
type Step = 0 | 1 | 2 | 3 | 4;

/** Counts by a value, in the order in which the values came. */
type Counts = ReadonlyMap<string, number>;

export interface ConnectionCounts {
  /** How often each step was taken, by month of the cycle. */
  readonly byMonth: readonly (readonly number[])[];
  /** Requests without an answer at the end of each month. */
  readonly open: readonly number[];
  /** Steps by the role of whoever took them. */
  readonly byRole: ReadonlyMap<string, readonly number[]>;
  /** Accepted and declined requests by how long they waited. */
  readonly byWait: Readonly<Record<"accepted" | "declined", Counts>>;
  readonly byTopic: Readonly<Record<"asked" | "accepted", Counts>>;
  readonly byBranch: Counts;
  readonly byRegion: Counts;
  readonly helped: Counts;
  /** Cadets at the end who asked, and those of them who are known to have had a conversation. */
  readonly askers: Counts;
  readonly reached: Counts;
  readonly mentoring: ReadonlyMap<Role, MentoringCounts>;
  /** Alumni who can help. */
  readonly helpers: Readonly<Record<"topic" | "branch" | "region", Counts>>;
}

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

function createConnectionFold(months: number): Fold<ConnectionCounts> {
  const steps = createMonthCounts(months, requestSteps.length);
  const askers = createMarks();
  const reached = createMarks();
  let cycle = createCycleCounts();
  let openBefore = 0;

  const take = (step: Step, { member }: CountedEvent, roster: Roster, month: number) => {
    steps.add(month, step);
    cycle.noteRole(roster.roleOf(member), step);
  };
  const stepOf = (step: Step): Observer => (event, roster, month) =>
    take(step, event, roster, month);
  /** What stands in the asker's stream says that they had a conversation. */
  const isReached: Observer = ({ member }) => reached.mark(member);

  return {
    observers: {
      ConnectionRequested(event, roster, month) {
        take(0, event, roster, month);
        askers.mark(event.member);
        note(cycle.branches, event.branch() ?? notGiven);
        note(cycle.regions, event.region() ?? notGiven);
        for (const topic of event.topics()) note(cycle.topics.asked, topic);
      },
      ConnectionAnswered(event, roster, month) {
        const isAccepted = event.isAccepted();
        take(isAccepted ? 1 : 2, event, roster, month);
        note(cycle.waits[isAccepted ? "accepted" : "declined"], event.waited() ?? "longer");
        if (!isAccepted) return;
        for (const topic of event.topics()) note(cycle.topics.accepted, topic);
      },
      ConnectionWithdrawn: stepOf(3),
      ConnectionExpired: stepOf(4),
      ConnectionQuiet: isReached,
      ConnectionEnded(event, roster, month) {
        if (event.endedBy() !== "mentor") isReached(event, roster, month);
      },
      FeedbackGiven(event, roster, month) {
        isReached(event, roster, month);
        note(cycle.helped, event.helped() ?? "no");
      },
    },
    close(groups, { index, atMs }) {
      const byMonth = steps.ofCycle(index);
      const open = byMonth.map(([requests = 0, ...others]) => {
        openBefore += requests - others.reduce((sum, count) => sum + count, 0);
        return Math.max(0, openBefore);
      });
      const cadets = groups.members.withRole("cadet").marked(askers);
      const counts = {
        byMonth,
        open,
        ...cycle.close(),
        askers: countYears(cadets),
        reached: countYears(cadets.marked(reached)),
        // The end is the last moment of the cycle: a pause until the next one is still on.
        mentoring: new Map(
          roles.map((role) =>
            [role, groups.members.withRole(role).countMentoring(atMs - 1)] as const
          ),
        ),
        helpers: countHelpers(groups),
      };
      cycle = createCycleCounts();
      askers.clear();
      reached.clear();
      return counts;
    },
  };
}

/** Counts of one cycle. */
function createCycleCounts() {
  const byRole = new Map<string, number[]>(roles.map((role) => [role, requestSteps.map(() => 0)]));
  const counts = {
    waits: { accepted: new Map<string, number>(), declined: new Map<string, number>() },
    topics: { asked: new Map<string, number>(), accepted: new Map<string, number>() },
    branches: new Map<string, number>(),
    regions: new Map<string, number>(),
    helped: new Map<string, number>(),
  };
  return {
    ...counts,
    noteRole(role: Role | null, step: Step) {
      const ofRole = byRole.get(role ?? "");
      if (ofRole !== undefined) ofRole[step] = (ofRole[step] ?? 0) + 1;
    },
    close: () => ({
      byRole,
      byWait: counts.waits,
      byTopic: counts.topics,
      byBranch: counts.branches,
      byRegion: counts.regions,
      helped: counts.helped,
    }),
  };
}

function note(counts: Map<string, number>, value: string): void {
  counts.set(value, (counts.get(value) ?? 0) + 1);
}

function countYears(group: MemberGroup): Counts {
  const counts = new Map<string, number>();
  for (const [years, count] of group.countBy("classYear")) {
    if (count === 0) continue;
    const year = years === null ? notGiven : classYearOf(years);
    counts.set(year, (counts.get(year) ?? 0) + count);
  }
  return counts;
}

function countHelpers({ profiles }: MemberGroups): ConnectionCounts["helpers"] {
  const helpers = helpersAmong(profiles);
  const named = (counts: ReadonlyMap<string | null, number>) =>
    new Map([...counts].map(([value, count]) => [value ?? notGiven, count]));
  return {
    topic: helpers.countTopics(),
    branch: named(helpers.countBy("branch")),
    region: named(helpers.countBy("region")),
  };
}

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
    about: "Answers by the time that whoever was asked had the word: while a question of theirs " +
      "was open, it did not run.",
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
    about: "Cadets at the end of the cycle who asked in it, by class year, and those of them of " +
      "whom their own events say in this cycle that a request was accepted: no more can be told.",
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
      "that others could see in the profile of whoever was asked.",
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
