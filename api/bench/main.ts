/**
 * Measures each subject once, with a peer or the bare platform in the same run, and prints one table: `npm run bench`.
 * Names of subjects after it (`npm run bench -- find start`) leave out the others.
 *
 * @module
 */
import { mkdtemp, rm } from "node:fs/promises";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { measureAppend } from "../../events/bench/append.ts";
import type { Line } from "../../events/bench/line.ts";
import { measureReport } from "../../events/bench/report.ts";
import { measureFind } from "./find.ts";
import { measureRequests } from "./requests.ts";
import { measureStart } from "./start.ts";

const subjects: Readonly<Record<string, (folder: string) => Promise<readonly Line[]>>> = {
  find: measureFind,
  append: measureAppend,
  report: measureReport,
  start: measureStart,
  requests: measureRequests,
};

const unknown = Deno.args.find((name) => !(name in subjects));
if (unknown !== undefined) {
  console.error(`There is no subject "${unknown}": ${Object.keys(subjects).join(", ")}`);
  Deno.exit(2);
}
console.log(
  `${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores (${
    cpus()[0]?.model.trim()
  }), ` +
    `load before ${loadavg()[0]?.toFixed(1)}, Deno ${Deno.version.deno}\n\n` +
    "| what | figure | beside | has to be | |\n| --- | --- | --- | --- | --- |",
);
const folder = await mkdtemp(join(tmpdir(), "alumni-bench-"));
try {
  for (const [name, measure] of Object.entries(subjects)) {
    if (Deno.args.length > 0 && !Deno.args.includes(name)) continue;
    for (const line of await measure(await mkdtemp(join(folder, "of-")))) console.log(rowOf(line));
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
Deno.exit(0);

function rowOf({ what, figure, value, target }: Line): string {
  const shown = value.toFixed(value < 10 ? 2 : 0);
  const isLeast = "least" in target;
  const limit = isLeast ? `at least ${target.least}` : `at most ${target.most}`;
  const isMet = isLeast ? value >= target.least : value <= target.most;
  return `| ${what} | ${figure} | ${shown} | ${limit} | ${isMet ? "met" : "**missed**"} |`;
}
