/**
 * Measures the built product as a process, each kind of request beside a bare Hono route that
 * returns the same bytes, and the directory while logins flood in:
 *
 *     npm run bench:load -- --profiles 10k --seconds 10 --connections 32
 *
 * `--seed 2` makes other people and requests, `--json` prints the figures only, and `--gzip` asks for
 * compressed answers, as browsers do, and `--flood-only` leaves out all but the flood. Client and
 * servers share this machine: ratios say more than figures.
 *
 * @module
 */
import { parseArgs } from "node:util";
import { parseCount } from "../../search/bench/counts.ts";
import { startBareServer } from "./bare.ts";
import { fire, lineOf, type Shot } from "./cannon.ts";
import { floodLines, measureFlood } from "./flood.ts";
import { type BenchMember, startBenchProduct } from "./product.ts";
import { makeFlood, makeWorkloads } from "./workloads.ts";

const { values: options } = parseArgs({
  options: {
    profiles: { type: "string", default: "10k" },
    seed: { type: "string", default: "1" },
    connections: { type: "string", default: "32" },
    seconds: { type: "string", default: "10" },
    gzip: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    "flood-only": { type: "boolean", default: false },
  },
});
const connections = Number(options.connections);
const seconds = Number(options.seconds);
const seed = Number(options.seed);
const say = (line: string) => options.json || console.log(line);

const product = await startBenchProduct(parseCount(options.profiles), seed);
const { origin, usernames } = product;
say(`${options.profiles} profiles, ${connections} connections, ${seconds} s each, seed ${seed}`);
const members: BenchMember[] = [];
for (const username of usernames.slice(0, 16)) members.push(await product.signIn(username));

const results = [];
const visible = await product.visibleTo(members[0]!);
const workloads = makeWorkloads({ origin, members, usernames, visible, seed });
const byThemselves = options["flood-only"] ? {} : workloads;
for (const [name, plain] of Object.entries(byThemselves) as [string, readonly Shot[]][]) {
  const shots = options.gzip ? plain.map(gzipped) : plain;
  const bare = await startBareServer(origin, shots);
  await fire(origin, shots, { connections, seconds: 2 });
  await fire(bare.origin, shots, { connections, seconds: 2 });
  const measured = await fire(origin, shots, { connections, seconds });
  const bareHono = await fire(bare.origin, shots, { connections, seconds });
  await bare.stop();
  const ratio = measured.requestsPerSecond / bareHono.requestsPerSecond;
  results.push({ name, product: measured, bareHono, ratio });
  say(`${name}: ${ratio.toFixed(3)} of bare Hono`);
  say(`  product    ${lineOf(measured)}`);
  say(`  bare Hono  ${lineOf(bareHono)}`);
}

const flood = await measureFlood({
  origin,
  readers: workloads["directory API"],
  logins: makeFlood({ origin, usernames, seed }),
  seconds,
});
for (const line of floodLines(flood)) say(line);
if (options.json) console.log(JSON.stringify({ results, flood }));
await product.stop();
Deno.exit(0);

function gzipped(shot: Shot): Shot {
  return { ...shot, headers: { ...shot.headers, "Accept-Encoding": "gzip" } };
}
