import { armyBranches } from "../../vocabulary.ts";
import type { CycleGraph } from "../suppression/count-graph.ts";
import { type CountColumn, countRows } from "./list.ts";
import type { MemberGroup, MemberGroups, ProfileProperty } from "../replay/member-groups.ts";
import type { Closing, Fold, Statistic } from "./statistic.ts";
import { labelsOf } from "../topics.ts";
import { type Figure, notGiven, type RowOf, type Table } from "../tables.ts";

/** Alumni who can help, and cadets. */
type Pair = [helpers: number, cadets: number];

export interface SupplyCounts {
  readonly helpers: number;
  readonly cadets: number;
  readonly byBranch: ReadonlyMap<string, Pair>;
  readonly byIndustry: ReadonlyMap<string, Pair>;
  readonly byRegion: ReadonlyMap<string, Pair>;
  readonly byTopic: ReadonlyMap<string, Pair>;
}

/** Column of those who can help, here and beside what is asked for. */
export const helperColumn: CountColumn = {
  label: "Alumni who can help",
  short: "Alumni",
  name: "helpers",
  isHeadline: true,
  showsZero: true,
};
const columns: readonly CountColumn[] = [
  helperColumn,
  { label: "Cadets", name: "members/role=cadet", isHeadline: true },
];
const ratio = { label: "Cadets for each of them", short: "Cadets each" };

/** Alumni who can help against cadets, at the end of the cycle. */
export const supply: Statistic<SupplyCounts> = {
  name: "supply",
  title: "Who can help, and whom",
  createFold: (): Fold<SupplyCounts> => ({ close: countSupply }),
  tables: (counts, graph, closing) => {
    const tables = tablesOf(counts, graph, closing);
    relateToProfiles(counts, graph);
    return tables;
  },
  highlights: ({ byTopic }, graph) => [
    { label: "Alumni who can help", figure: graph.find("helpers") },
    {
      label: "Help topics that no one offers",
      // No count of members, and which topics they are can be seen.
      figure: {
        kind: "other",
        value: [...byTopic.values()].filter(([helpers]) => helpers === 0).length,
        of: [],
      },
    },
  ],
};

function tablesOf(counts: SupplyCounts, graph: CycleGraph, closing: Closing): Table[] {
  return [
    topicTable(counts, graph, closing),
    ...([
      ["branch", "By branch", "Branch", counts.byBranch, armyBranches],
      ["industry", "By industry", "Industry", counts.byIndustry, []],
      ["region", "By region", "Region", counts.byRegion, []],
    ] as const).map(([name, title, heading, pairs, always]) =>
      pairTable(graph, { name, title, heading, pairs, always })
    ),
  ];
}

/** Alumni who can help and cadets are among the profiles, and those of a topic among them. */
function relateToProfiles({ byBranch, byTopic }: SupplyCounts, graph: CycleGraph): void {
  const [helpers, cadets] = ["helpers", "members/role=cadet"];
  for (const branch of byBranch.keys()) {
    if (branch === notGiven) continue;
    const parts = [`${helpers}/branch=${branch}`, `${cadets}/branch=${branch}`];
    graph.contains(`profiles/branch=${branch}`, parts, { isSecret: true });
  }
  const topics = [...byTopic.keys()].map((topic) => `topic=${topic}`);
  for (const topic of topics) {
    graph.contains(helpers, [`${helpers}/${topic}`]);
    graph.atMost([`${cadets}/${topic}`], ["profiles/role=cadet"]);
  }
  // Each of them offers one at least.
  graph.atMost([helpers], topics.map((topic) => `${helpers}/${topic}`));
}

/** Alumni who can help. */
export function helpersAmong(profiles: MemberGroup): MemberGroup {
  return profiles.withRole("alumni").visible().withTopics();
}

function countSupply({ members, profiles }: MemberGroups, { topics }: Closing): SupplyCounts {
  const helpers = helpersAmong(profiles);
  const cadets = members.withRole("cadet");
  const by = (property: ProfileProperty) =>
    new Map(pairsOf(helpers.countBy(property), cadets.countBy(property)));
  return {
    helpers: helpers.size(),
    cadets: cadets.size(),
    byBranch: by("branch"),
    byIndustry: by("industry"),
    byRegion: by("region"),
    byTopic: new Map([
      ...topics.map(({ id }): [string, Pair] => [id, [0, 0]]),
      ...pairsOf(helpers.countTopics(), cadets.countTopics()),
    ]),
  };
}

/** Both counts of each value that anyone of them has. */
function pairsOf(
  helpers: ReadonlyMap<string | null, number>,
  cadets: ReadonlyMap<string | null, number>,
): [string, Pair][] {
  return [...helpers]
    .map(([value, count]): [string, Pair] => [value ?? notGiven, [count, cadets.get(value) ?? 0]])
    .filter(([, [helping, asking]]) => helping + asking > 0);
}

function topicTable(
  { byTopic }: SupplyCounts,
  graph: CycleGraph,
  { topics }: Closing,
): Table {
  const labels = labelsOf(topics);
  const rows = [...byTopic].map(([topic, pair]) => ({
    label: labels(topic),
    name: `topic=${topic}`,
    values: pair,
  }));
  return {
    id: "supply-by-topic",
    title: "By help topic",
    about: "Alumni at the end of the cycle whose profile is visible and names the topic, and " +
      "cadets whose profile names it. Topics that no alumni offer come first.",
    heading: "Help topic",
    columns,
    // Most offer several topics, so the rows do not add up to the alumni.
    rows: countRows(graph, columns, rows, { hasTotal: false }),
    charts: [{ kind: "bars", series: [0] }],
    isLeastFirst: true,
  };
}

function pairTable(
  graph: CycleGraph,
  { name, title, heading, pairs, always }: {
    readonly name: string;
    readonly title: string;
    readonly heading: string;
    readonly pairs: ReadonlyMap<string, Pair>;
    /** Values that have a row even if nobody has them. */
    readonly always: readonly string[];
  },
): Table {
  const seen = [...pairs.keys()].filter((value) => value !== notGiven && !always.includes(value));
  const values = [...always, ...seen.sort(), ...(pairs.has(notGiven) ? [notGiven] : [])];
  const rows = countRows(
    graph,
    columns,
    values.map((value) => ({
      label: value.replace("real-estate", "real estate"),
      name: `${name}=${value}`,
      values: pairs.get(value) ?? [],
    })),
  );
  return {
    id: `supply-by-${name}`,
    title,
    about: "Alumni whose profile is visible and names a help topic, and all cadets, at the end " +
      "of the cycle. What no alumni cover comes first.",
    heading,
    columns: [...columns, ratio],
    rows: rows.map((row, at) => withRatio(row, pairs, values[at])),
    charts: [{ kind: "bars", series: [0, 1] }],
    isLeastFirst: true,
  };
}

function withRatio(
  row: RowOf<Figure>,
  pairs: ReadonlyMap<string, Pair>,
  value: string | undefined,
): RowOf<Figure> {
  const all = [...pairs.values()];
  const sum = (side: 0 | 1) => all.reduce((total, pair) => total + pair[side], 0);
  const [helpers, cadets] = value === undefined ? [sum(0), sum(1)] : pairs.get(value) ?? [0, 0];
  const each = helpers === 0 ? null : Math.round((cadets / helpers) * 10) / 10;
  const of = row.figures.filter((figure) => figure.kind === "count");
  return { ...row, figures: [...row.figures, { kind: "other", value: each, of }] };
}
