/**
 * The long torture: `npm run torture -- --help`.
 *
 * @module
 */
import { parseArgs } from "node:util";
import { createRandom } from "../../events/bench/random.ts";
import { openTorture } from "./kill.ts";
import { nameOf, points } from "./steps.ts";
import { addTo, formatTable, type Tally } from "./tally.ts";

const help =
  `Kill the product with SIGKILL at named points of its work, start it again on what is left,
and look whether every acknowledged change is there once and nothing that was deleted comes back.

  npm run torture                                      ten rounds of all points
  npm run torture -- --rounds 100                      until someone stops it, nearly
  npm run torture -- --points erasure,outbox           points with these words in their names
  npm run torture -- --seed 7                          people do, and points come, in the same order
  npm run torture -- --list                            the names of all points

Each round has a data folder of its own. Progress is on stderr, the table on stdout. Ends with exit
code 1 when something was not as it must be; the folder is then kept, and its path printed.`;

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "10" },
    points: { type: "string", default: "" },
    seed: { type: "string" },
    list: { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false },
  },
});
const rounds = Number(values.rounds);
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const words = values.points.split(",").map((word) => word.trim());
const chosen = points.filter((point) => words.some((word) => nameOf(point).includes(word)));

if (values.help) end(help, 0);
if (values.list) end(points.map(nameOf).join("\n"), 0);
if (!Number.isInteger(rounds) || rounds < 1) end(`--rounds: a whole number from 1\n\n${help}`, 1);
if (!Number.isInteger(seed)) end(`--seed: a whole number\n\n${help}`, 1);
if (chosen.length === 0) end(`--points: no point is called so; --list names them\n\n${help}`, 1);

console.error(`Seed ${seed}, ${rounds} rounds of ${chosen.length} points`);
const tallies = new Map<string, Tally>();
const failures: string[] = [];
const startedAtMs = performance.now();
let roundsDone = 0;
// Whoever stops it wants to know what came of it until then.
Deno.addSignalListener("SIGINT", conclude);
for (let round = 1; round <= rounds; round++) {
  const torture = await openTorture(seed + round);
  const { world } = torture;
  for (const [at, point] of shuffled(seed + round).entries()) {
    const before = world.failures.length;
    const checked = await torture.killAt(point);
    const failed = world.failures.slice(before);
    addTo(tallies, nameOf(point), { kills: 1, checked, failures: failed.length });
    progress(`Round ${round} of ${rounds}: ${at + 1} of ${chosen.length} points, ${nameOf(point)}`);
    for (const failure of failed) console.error(`\n${failure}`);
  }
  const before = world.failures.length;
  await torture.end();
  const failed = world.failures.slice(before);
  addTo(tallies, "verify and rebuild", { kills: 0, checked: 0, failures: failed.length });
  for (const failure of failed) console.error(`\n${failure}`);
  if (world.failures.length > 0) console.error(`\nKept: ${world.folder}`);
  failures.push(...world.failures);
  await torture.close();
  roundsDone = round;
}
conclude();

/** The chosen points in an order that comes of the seed. */
function shuffled(order: number) {
  const random = createRandom(order);
  return chosen.map((point) => ({ point, at: random.below(2 ** 31) }))
    .sort((one, other) => one.at - other.at)
    .map(({ point }) => point);
}

function conclude(): never {
  progress("");
  const minutes = (performance.now() - startedAtMs) / 60_000;
  console.log(formatTable(tallies));
  console.log(`\nSeed ${seed}, ${roundsDone} rounds to the end, ${minutes.toFixed(1)} minutes`);
  for (const failure of failures) console.log(failure);
  const isWell = [...tallies.values()].every((tally) => tally.failures === 0);
  Deno.exit(isWell ? 0 : 1);
}

function progress(text: string): void {
  if (!Deno.stderr.isTerminal()) return;
  Deno.stderr.writeSync(new TextEncoder().encode(`\r${text.padEnd(78)}`));
}

function end(text: string, code: 0 | 1): never {
  (code === 0 ? console.log : console.error)(text);
  Deno.exit(code);
}
