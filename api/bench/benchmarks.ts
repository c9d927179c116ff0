/**
 * The benchmarks in order, each with how its figures become lines of one table, and what they have to be.
 *
 * @module
 */
import type { Results as ReplayResults } from "../../events/bench/results.ts";
import type { Figures as SearchFigures } from "../../search/bench/measure.ts";
import type { Figures as LoadFigures } from "./cannon.ts";
import type { SavingFigures } from "./saving.ts";

/** One measured thing. */
export interface Line {
  readonly what: string;
  /** As it is read: with its unit. */
  readonly figure: string;
  /** What is compared with the target; by itself, or with a peer of the same run. */
  readonly value: number;
  readonly target?: { readonly least: number } | { readonly most: number };
}

export interface Benchmark {
  readonly name: string;
  readonly script: string;
  readonly flags?: readonly string[];
  readonly args: readonly string[];
  /** With all sizes. */
  readonly fullArgs: readonly string[];
  /** From what it prints with `--json`. */
  lines(printed: unknown): Line[];
}

interface Ratio {
  readonly ratio: number;
}

interface LoadResults {
  readonly results: readonly (Ratio & { readonly name: string; readonly product: LoadFigures })[];
  readonly saving: Pick<SavingFigures, "saves" | "ratio" | "reads">;
}

interface Start {
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly residentBytes: number;
}

/** At least so much of bare Hono, by the name of a kind of request. */
const leastOfBare: Readonly<Record<string, number>> = {
  landing: 0.4,
  "directory page": 0.3,
  "new directory page": 0.07,
  "profile page": 0.05,
};
/**
 * How long a start may take, in seconds, with so many profiles. 100,000 is the size to work at: a start builds the index
 * of all of them, as a file of it would keep what people have hidden since.
 */
export const startSeconds: Readonly<Record<number, number>> = { 10_000: 1.5, 100_000: 10 };
const startMegabytes: Readonly<Record<number, number>> = { 10_000: 260, 100_000: 450 };
const findMs: Readonly<Record<number, number>> = { 10_000: 1, 100_000: 4 };

export const benchmarks: readonly Benchmark[] = [
  {
    name: "search",
    script: "search/bench/main.ts",
    flags: ["--v8-flags=--expose-gc"],
    args: ["--profiles", "10k"],
    fullArgs: ["--profiles", "10k,100k"],
    lines: (printed) =>
      (printed as readonly (SearchFigures & { engine: string })[]).map((
        { engine, profiles, find: { p50, p99 } },
      ) => ({
        what: `find, ${engine}, ${count(profiles)} profiles`,
        figure: `p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms`,
        value: p99,
        ...(engine === "embedded" && mostOf(findMs[profiles])),
      })),
  },
  {
    name: "replay",
    script: "events/bench/replay.ts",
    args: ["--events", "200k"],
    fullArgs: ["--events", "1m"],
    lines(printed) {
      const { replay, append, saves, rebuild } = printed as ReplayResults;
      return [
        {
          what: "report on a cycle beside a scan of its rows",
          figure: `${count(replay.replay)} events/s`,
          value: replay.replay / replay.scanAsRows,
          target: { least: 0.5 },
        },
        {
          what: "durable append beside a bare batch",
          figure: `${count(append.append)} events/s`,
          value: append.append / append.bare,
          target: { least: 0.6 },
        },
        {
          what: "a person's 5,000th save beside an early one",
          figure: `${saves.late.toFixed(1)} ms`,
          value: saves.late / saves.early,
          target: { most: 1.3 },
        },
        {
          what: "rebuild of read tables",
          figure: `${count(rebuild.rebuild)} events/s`,
          value: rebuild.rebuild,
          target: { least: 25_000 },
        },
      ];
    },
  },
  {
    name: "http",
    script: "api/bench/http.ts",
    args: ["--rounds", "3", "--requests", "2000"],
    fullArgs: [],
    lines: (printed) =>
      (printed as readonly (Ratio & { workload: string; directory: LoadFigures })[])
        .map(({ workload, directory, ratio }) => ({
          what: `directory API, ${workload}, in one process, beside bare Hono`,
          figure: `${count(directory.requestsPerSecond)}/s`,
          value: ratio,
        })),
  },
  {
    name: "load",
    script: "api/bench/load.ts",
    args: ["--seconds", "4", "--talks", "0"],
    fullArgs: [],
    lines(printed) {
      const { results, saving: { saves, ratio, reads } } = printed as LoadResults;
      const figureOf = ({ requestsPerSecond, p99 }: LoadFigures) =>
        `${count(requestsPerSecond)}/s, p99 ${p99.toFixed(1)} ms`;
      return [
        ...results.map(({ name, product, ratio }) => ({
          what: `${name} beside bare Hono`,
          figure: figureOf(product),
          value: ratio,
          ...leastOf(leastOfBare[name]),
        })),
        {
          what: "saves of all beside bare durable appends",
          figure: figureOf(saves),
          value: ratio,
          target: { least: 0.25 },
        },
        {
          what: "p99 of reads beside saves, beside reads alone",
          figure: `${reads.besideSaves.p99.toFixed(1)} ms`,
          value: reads.besideSaves.p99Ratio,
          target: { most: 1.5 },
        },
      ];
    },
  },
  {
    name: "start",
    script: "api/bench/start.ts",
    args: ["--profiles", "10k"],
    fullArgs: ["--profiles", "10k,100k"],
    lines: (printed) =>
      (printed as readonly { profiles: number; first: Start; cold: Start }[])
        .flatMap(({ profiles, first, cold }): Line[] => [
          {
            what: `first start, ${count(profiles)} profiles`,
            figure: `${first.seconds.toFixed(2)} s`,
            value: first.seconds,
          },
          {
            what: `restart, ${count(profiles)} profiles`,
            figure: `${cold.seconds.toFixed(2)} s, ${cold.cpuSeconds.toFixed(2)} s of processor`,
            value: cold.seconds,
            ...mostOf(startSeconds[profiles]),
          },
          {
            what: `resident after a restart, ${count(profiles)} profiles`,
            figure: `${megabytes(cold.residentBytes).toFixed(0)} MB`,
            value: megabytes(cold.residentBytes),
            ...mostOf(startMegabytes[profiles]),
          },
        ]),
  },
];

/** A row of the table: what, its figure, what it is beside its target, and whether it held. */
export function rowOf({ what, figure, value, target }: Line): string {
  const limit = target === undefined
    ? ""
    : "least" in target
    ? `at least ${target.least.toLocaleString("en-US")}`
    : `at most ${target.most.toLocaleString("en-US")}`;
  const shown = value >= 1000 ? count(value) : value.toFixed(value < 1 ? 3 : 2);
  return `| ${[what, figure, shown, limit, verdictOf({ value, target })].join(" | ")} |`;
}

/** Whether a line is what it has to be; empty for one without a target. */
export function verdictOf({ value, target }: Pick<Line, "value" | "target">): string {
  if (target === undefined) return "";
  const holds = "least" in target ? value >= target.least : value <= target.most;
  return holds ? "held" : "**fell short**";
}

const count = (value: number) => Math.round(value).toLocaleString("en-US");
const megabytes = (bytes: number) => bytes / 1e6;

function mostOf(most: number | undefined): Pick<Line, "target"> {
  return most === undefined ? {} : { target: { most } };
}

function leastOf(least: number | undefined): Pick<Line, "target"> {
  return least === undefined ? {} : { target: { least } };
}
