/**
 * Lets people use the built product for a long time, and watches whether its memory stays:
 *
 *     npm run bench:soak -- --minutes 30
 *
 * Reads, searches with ever new texts, logins, and saves, over `--connections` connections; a line
 * every minute. The first third warms up. Memory is flat when its median over the last third is at
 * most a tenth above its median over the second: of what is resident, and of the heap in use. It ends
 * with 1 when it is not, or when an answer was a fault. `--json` prints the figures only.
 *
 * @module
 */
import { parseArgs } from "node:util";
import { parseCount } from "../../search/bench/counts.ts";
import { fire, type Shot } from "./cannon.ts";
import { type BenchMember, startBenchProduct } from "./product.ts";
import { isFlat, type Sample, thirds } from "./flat.ts";
import { makeWorkloads } from "./workloads.ts";

const { values: options } = parseArgs({
  options: {
    profiles: { type: "string", default: "10k" },
    seed: { type: "string", default: "1" },
    connections: { type: "string", default: "8" },
    minutes: { type: "string", default: "30" },
    json: { type: "boolean", default: false },
  },
});
const minutes = Number(options.minutes);
const seed = Number(options.seed);
const say = (line: string) => options.json || console.log(line);
const mb = (bytes: number) => (bytes / 2 ** 20).toFixed(0).padStart(5);

const product = await startBenchProduct(parseCount(options.profiles), seed);
const { origin, usernames } = product;
say(`${options.profiles} profiles, ${options.connections} connections, ${minutes} minutes`);
say("minute   resident MB   heap MB   requests/s   p99 ms");
const members: BenchMember[] = [];
for (const username of usernames.slice(0, 32)) members.push(await product.signIn(username));
const visible = await product.visibleTo(members[0]!);

const samples: Sample[] = [];
const statuses: Record<string, number> = {};
for (let minute = 1; minute <= minutes; minute++) {
  const used = fire(origin, mixOf(minute), {
    connections: Number(options.connections),
    seconds: 60,
  });
  // While it works: what is in use between two collections is part of it.
  const during: Sample[] = [];
  for (let at = 0; at < 11; at++) {
    await new Promise((resolve) => setTimeout(resolve, 5000));
    during.push(await product.memory());
  }
  const figures = await used;
  samples.push(...during);
  for (const [status, count] of Object.entries(figures.statuses)) {
    statuses[status] = (statuses[status] ?? 0) + count;
  }
  const { rssBytes, heapBytes } = during.at(-1)!;
  const { requestsPerSecond, p99 } = figures;
  say(
    `${String(minute).padStart(6)}   ${mb(rssBytes).padStart(11)}   ${
      mb(heapBytes).padStart(7)
    }   ` +
      `${requestsPerSecond.toFixed(0).padStart(10)}   ${p99.toFixed(1).padStart(6)}`,
  );
}
await product.stop();

const resident = thirds(samples.map(({ rssBytes }) => rssBytes));
const heap = thirds(samples.map(({ heapBytes }) => heapBytes));
const faults = Object.entries(statuses).filter(([status]) =>
  Number(status) >= 500 || status === "0"
);
const flat = isFlat(resident) && isFlat(heap);
if (options.json) console.log(JSON.stringify({ resident, heap, flat, statuses, samples }));
say(`resident MB, median of each third: ${resident.map(mb).join("")}`);
say(`heap MB, median of each third:     ${heap.map(mb).join("")}`);
say(
  `answers: ${
    Object.entries(statuses).map(([status, count]) => `${count} × ${status}`).join(", ")
  }`,
);
say(flat ? "flat" : "NOT flat: the last third is more than a tenth above the second");
Deno.exit(flat && faults.length === 0 ? 0 : 1);

/** Mostly reading, some searching for what nobody searched for before, a login and a save. */
function mixOf(minute: number): readonly Shot[] {
  const made = makeWorkloads({ origin, members, usernames, visible, seed: seed + minute });
  return [
    ...made.landing,
    ...made["directory page"],
    ...made["directory API"],
    ...made.profile,
    ...made["directory API, mixed"].slice(0, 100),
    ...made.login.slice(0, 1),
    ...made["profile save"].slice(0, 4),
  ];
}
