/**
 * `npm run bench` measures each subject three times, with a peer or the bare platform in the same run, and prints a
 * table of medians. `npm run bench -- find start` measures only these subjects, and `--runs=1` measures once. `npm
 * run bench -- peers` compares the product with other servers; `--seconds=4` sets how long each task is measured.
 *
 * @module
 */
import { mkdtemp, rm } from "node:fs/promises";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { measureAppend } from "../../events/bench/append.ts";
import type { Line } from "../../events/bench/line.ts";
import { measureReport } from "../../events/bench/report.ts";
import { measureBackup } from "./backup.ts";
import { measurePeers } from "./peers/measure.ts";
import { measureFind } from "./find.ts";
import { measureRequests } from "./requests.ts";
import { measureStart } from "./start.ts";

const subjects: Readonly<Record<string, (folder: string) => Promise<readonly Line[]>>> = {
  find: measureFind,
  append: measureAppend,
  report: measureReport,
  backup: measureBackup,
  start: measureStart,
  requests: measureRequests,
};

const { runs = "3", seconds = "4", ...others } = Object.fromEntries(
  Deno.args.filter((arg) => arg.startsWith("--")).map((arg) => arg.slice(2).split("=")),
);
const names = Deno.args.filter((arg) => !arg.startsWith("--"));
const arePeers = names.join() === "peers";
const unknown = names.find((name) => !arePeers && !(name in subjects)) ?? Object.keys(others)[0];
if (unknown !== undefined || !(Number(runs) >= 1) || !(Number(seconds) >= 1)) {
  const all = Object.keys(subjects).join(", ");
  console.error(
    `npm run bench -- [--runs=3] [subject …]: ${all}; or npm run bench -- peers [--seconds=4]`,
  );
  Deno.exit(2);
}
const [cpu] = cpus();
console.log(
  `${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores (${cpu?.model.trim()}), ` +
    `load before ${loadavg()[0]?.toFixed(1)}, Deno ${Deno.version.deno}, ` +
    (arePeers ? `seconds: ${seconds}\n` : `runs: ${runs}\n`),
);
const folder = await mkdtemp(join(tmpdir(), "alumni-bench-"));
try {
  if (arePeers) await measurePeers(folder, Number(seconds));
  else await measureSubjects();
} finally {
  await rm(folder, { recursive: true, force: true });
}
Deno.exit(0);

async function measureSubjects(): Promise<void> {
  console.log(
    "| what | figure | processor | by clock | beside | lowest to highest | has to be | |\n" +
      "| --- | --- | --- | --- | --- | --- | --- | --- |",
  );
  for (const [name, measure] of Object.entries(subjects)) {
    if (names.length > 0 && !names.includes(name)) continue;
    const lines: Line[] = [];
    for (let run = 0; run < Number(runs); run++) {
      lines.push(...await measure(await mkdtemp(join(folder, "of-"))));
    }
    for (const same of Map.groupBy(lines, ({ what }) => what).values()) console.log(rowOf(same));
  }
}

/** The median of several runs, with the spread of the others. */
function rowOf(runs: readonly Line[]): string {
  const sorted = runs.toSorted((one, other) => one.value - other.value);
  const { what, figure, processorMs, byClock, value, target } = sorted[runs.length >> 1]!;
  const shown = (value: number | undefined) => value?.toFixed(value < 10 ? 2 : 0) ?? "";
  const spread = `${shown(sorted[0]?.value)} to ${shown(sorted.at(-1)?.value)}`;
  const isLeast = "least" in target;
  const limit = isLeast ? `at least ${target.least}` : `at most ${target.most}`;
  const isMet = isLeast ? value >= target.least : value <= target.most;
  const processor = processorMs === undefined ? "" : `${processorMs.toFixed(2)} ms`;
  const cells = [what, figure, processor, shown(byClock), shown(value), spread, limit];
  return `| ${cells.join(" | ")} | ${isMet ? "met" : "**missed**"} |`;
}
