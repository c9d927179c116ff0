/**
 * Runs all benchmarks in order and writes one table, so that two runs can be laid side by side. `npm run bench
 * -- --help` says how.
 *
 * @module
 */
import { mkdir, writeFile } from "node:fs/promises";
import { cpus, loadavg, totalmem } from "node:os";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { parseSeed, readOptions } from "../../events/bench/options.ts";
import { version } from "../config/version.ts";
import { type Benchmark, benchmarks, rowOf, verdictOf } from "./benchmarks.ts";

const names = benchmarks.map(({ name }) => name);
const help = `Run all benchmarks in order, and write one table of what they measured.

  npm run bench --                          modest sizes: about ten minutes
  npm run bench -- --full                   all sizes, and a log of a million events: hours
  npm run bench -- --only start,load        without the others; all: ${names.join(", ")}
  npm run bench -- --to data/bench/one.md   writes the table there, beside printing it
  npm run bench -- --seed 2                 other people, queries and requests

Nothing else should run meanwhile; what the machine had to do before is in the table.`;

const options = readOptions(help, {
  full: { type: "boolean", default: false },
  only: { type: "string", default: names.join(",") },
  to: { type: "string", default: "data/bench/latest.md" },
  seed: { type: "string", default: "1" },
}, (given) => ({
  ...given,
  only: given.only.split(",").map(knownName),
  seed: parseSeed(given.seed),
}));

const root = fileURLToPath(new URL("../..", import.meta.url));
const [cpu] = cpus();
const load = loadavg()[0] ?? 0;
const table = [
  `Version ${version}, seed ${options.seed}, ${new Date().toISOString().slice(0, 10)}. ` +
  `${cpus().length} cores (${cpu?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GB, ` +
  `${Deno.build.os}, Deno ${Deno.version.deno}; load before ${load.toFixed(1)}` +
  `${load > 0.5 ? ", so the machine was BUSY" : ""}.`,
  "",
  "| what | figure | beside target | target | |",
  "| --- | --- | --- | --- | --- |",
];
const short: string[] = [];
table.forEach((line) => console.log(line));
for (const benchmark of benchmarks.filter(({ name }) => options.only.includes(name))) {
  for (const row of await rowsOf(benchmark)) {
    console.log(row);
    table.push(row);
  }
}
const end = `\n${short.length === 0 ? "Everything held." : `Fell short: ${short.join("; ")}.`}`;
console.log(end);
await mkdir(dirname(options.to), { recursive: true });
await writeFile(options.to, `${[...table, end].join("\n")}\n`);
Deno.exit(0);

async function rowsOf(benchmark: Benchmark): Promise<string[]> {
  const { name, script, flags = [], args, fullArgs } = benchmark;
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "-A", ...flags, script, "--json", "--seed", String(options.seed)],
      ...(options.full ? fullArgs : args),
    ],
    cwd: root,
  }).output();
  const decoder = new TextDecoder();
  if (!success) {
    console.error(decoder.decode(stderr));
    short.push(`${name} ended with a fault`);
    return [`| ${name} | ended with a fault | | | **fell short** |`];
  }
  const lines = benchmark.lines(JSON.parse(decoder.decode(stdout)));
  short.push(...lines.filter((line) => verdictOf(line).includes("short")).map(({ what }) => what));
  return lines.map(rowOf);
}

function knownName(name: string): string {
  if (names.includes(name)) return name;
  throw new Error(`There is no benchmark "${name}": ${names.join(", ")}`);
}
