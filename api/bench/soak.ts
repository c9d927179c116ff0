/**
 * Lets people use the built product for a long time, and watches whether its memory stays:
 * `npm run bench:soak -- --help` says how.
 *
 * The first third warms up. Memory is flat when its median over the last third is at most a tenth
 * above its median over the second: of what is resident, and of the heap in use.
 *
 * @module
 */
import { parseCount, parseSeed, readOptions } from "../../events/bench/options.ts";
import { fire, type Shot } from "./cannon.ts";
import { type BenchMember, startBenchProduct } from "./product.ts";
import { isFlat, type Sample, thirds } from "./flat.ts";
import { makeSaves, makeWorkloads } from "./workloads.ts";

const help = `Use the built product for a long time, and watch whether its memory stays.

  npm run bench:soak -- --minutes 30         reads, ever new searches, logins and saves
  npm run bench:soak -- --profiles 10k       so many made-up people
  npm run bench:soak -- --connections 8      at once
  npm run bench:soak -- --seed 2             other people and requests
  npm run bench:soak -- --json               the figures only

A line every minute. Ends with exit code 1 when memory grew, or when an answer was a fault.`;

const options = readOptions(help, {
  profiles: { type: "string", default: "10k" },
  seed: { type: "string", default: "1" },
  connections: { type: "string", default: "8" },
  minutes: { type: "string", default: "30" },
  json: { type: "boolean", default: false },
}, (given) => ({
  ...given,
  profiles: parseCount(given.profiles),
  seed: parseSeed(given.seed),
  connections: parseCount(given.connections),
  minutes: parseCount(given.minutes),
}));
const { profiles, connections, minutes, seed } = options;
const say = (line: string) => options.json || console.log(line);
const mb = (bytes: number) => (bytes / 2 ** 20).toFixed(0).padStart(5);

const product = await startBenchProduct(profiles, seed);
const { origin, usernames } = product;
say(`${profiles} profiles, ${connections} connections, ${minutes} minutes`);
say("minute   resident MB   heap MB   requests/s   p99 ms");
const members: BenchMember[] = [];
for (const username of usernames.slice(0, 32)) members.push(await product.signIn(username));
const visible = await product.visibleTo(members[0]!);

const samples: Sample[] = [];
const statuses: Record<string, number> = {};
for (let minute = 1; minute <= minutes; minute++) {
  const used = fire(origin, mixOf(minute), {
    connections,
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
    ...makeSaves({ origin, members: members.slice(0, 1) }).slice(0, 4),
  ];
}
