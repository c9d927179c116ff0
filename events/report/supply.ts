import { armyBranches, helpTopics } from "../vocabulary.ts";
import type { Book } from "./book.ts";
import { countRows } from "./list.ts";
import { roleCodes, type Roster } from "./roster.ts";
import type { Fold, Statistic } from "./statistic.ts";
import { type Figure, notGiven, type RowOf, type Table } from "./tables.ts";

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

const columns = [
  {
    label: "Alumni who can help",
    short: "Alumni",
    name: "helpers",
    isHeadline: true,
    showsZero: true,
  },
  { label: "Cadets", name: "members/role=cadet", isHeadline: true },
];
const ratio = { label: "Cadets for each of them", short: "Cadets each" };

/** Alumni who can help against cadets, at the end of the cycle. */
export const supply: Statistic<SupplyCounts> = {
  name: "supply",
  title: "Who can help, and whom",
  createFold: (): Fold<SupplyCounts> => ({ close: countSupply }),
  tables: (counts, book) => [
    topicTable(counts, book),
    ...([
      ["branch", "By branch", "Branch", counts.byBranch, armyBranches],
      ["industry", "By industry", "Industry", counts.byIndustry, []],
      ["region", "By region", "Region", counts.byRegion, []],
    ] as const).map(([name, title, heading, pairs, always]) =>
      pairTable(book, { name, title, heading, pairs, always })
    ),
  ],
  highlights: ({ byTopic }, book) => [
    { label: "Alumni who can help", figure: book.find("helpers") },
    {
      label: "Help topics that nobody offers",
      // No count of members, and which topics they are can be seen.
      figure: {
        kind: "other",
        value: [...byTopic.values()].filter(([helpers]) => helpers === 0).length,
        of: [],
      },
    },
  ],
};

function countSupply(roster: Roster): SupplyCounts {
  const { codes, columns: of, size } = roster;
  const counts = {
    helpers: 0,
    cadets: 0,
    byBranch: new Map<string, Pair>(),
    byIndustry: new Map<string, Pair>(),
    byRegion: new Map<string, Pair>(),
    byTopic: new Map<string, Pair>(helpTopics.map((topic) => [topic, [0, 0]])),
  };
  const add = (to: Map<string, Pair>, value: string, side: 0 | 1) => {
    const pair = to.get(value) ?? [0, 0];
    pair[side] += 1;
    to.set(value, pair);
  };
  for (let member = 0; member < size; member++) {
    if (of.isErased[member] === 1 || !of.registeredAt[member]) continue;
    const role = roleCodes.valueOf(of.role[member] ?? 0);
    const topics = of.hasProfile[member] === 1 ? of.topics[member] ?? 0 : 0;
    const isHelper = role === "alumni" && of.isVisible[member] === 1 && topics !== 0;
    if (!isHelper && role !== "cadet") continue;
    const side = isHelper ? 0 : 1;
    counts[isHelper ? "helpers" : "cadets"] += 1;
    const value = (kind: "branch" | "industry" | "region") =>
      of.hasProfile[member] === 1
        ? codes[kind].valueOf(of[kind][member] ?? 0) ?? notGiven
        : notGiven;
    add(counts.byBranch, value("branch"), side);
    add(counts.byIndustry, value("industry"), side);
    add(counts.byRegion, value("region"), side);
    for (const [code, topic] of codes.topic.values.entries()) {
      if (topics & (1 << code)) add(counts.byTopic, topic, side);
    }
  }
  return counts;
}

function topicTable({ byTopic }: SupplyCounts, book: Book): Table {
  const rows = [...byTopic].map(([topic, pair]) => ({
    label: topic,
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
    rows: countRows(book, columns, rows, { hasTotal: false }),
    charts: [{ kind: "bars", series: [0] }],
    isLeastFirst: true,
  };
}

function pairTable(
  book: Book,
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
    book,
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
