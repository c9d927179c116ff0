/**
 * Measures the built product as a process, each kind of request beside a bare Hono route that
 * returns the same bytes, and the directory while logins flood in. `npm run bench:load -- --help` says
 * how. Client and servers share this machine: ratios say more than figures.
 *
 * @module
 */
import { parseCount, parseSeed, readOptions } from "../../events/bench/options.ts";
import { startBareServer } from "./bare.ts";
import { conversationLines, measureConversations } from "./conversations.ts";
import { fire, lineOf, type Shot } from "./cannon.ts";
import { floodLines, measureFlood } from "./flood.ts";
import { type BenchMember, type BenchTalk, startBenchProduct } from "./product.ts";
import { measureSaving, savingLines } from "./saving.ts";
import { measureTalking, talkingLines } from "./talking.ts";
import { makeFlood, makeSaves, makeWorkloads } from "./workloads.ts";

const help = `Measure the built product beside a bare Hono route that returns the same bytes.

  npm run bench:load -- --profiles 10k       so many made-up people
  npm run bench:load -- --connections 32     at once
  npm run bench:load -- --seconds 10         for each kind of request
  npm run bench:load -- --talks 20k          so many conversations for lists and pages, or 0; 100k take minutes
  npm run bench:load -- --talks-only         lists and pages of conversations, and nothing else
  npm run bench:load -- --flood-only         the directory while logins flood in, and nothing else
  npm run bench:load -- --saving-only        saves, and who reads beside them, and nothing else
  npm run bench:load -- --only "own profile"  this kind of request, and nothing else; so too several, by comma
  npm run bench:load -- --gzip               compressed answers, as browsers ask for
  npm run bench:load -- --seed 2             other people and requests
  npm run bench:load -- --json               the figures only`;

const options = readOptions(help, {
  profiles: { type: "string", default: "10k" },
  seed: { type: "string", default: "1" },
  connections: { type: "string", default: "32" },
  seconds: { type: "string", default: "10" },
  only: { type: "string", default: "" },
  gzip: { type: "boolean", default: false },
  talks: { type: "string", default: "20k" },
  json: { type: "boolean", default: false },
  "talks-only": { type: "boolean", default: false },
  "flood-only": { type: "boolean", default: false },
  "saving-only": { type: "boolean", default: false },
}, (given) => ({
  ...given,
  profiles: parseCount(given.profiles),
  seed: parseSeed(given.seed),
  connections: parseCount(given.connections),
  seconds: parseCount(given.seconds),
  talks: parseCount(given.talks, 0),
}));
const { profiles, connections, seconds, seed } = options;
/** Conversations of the product that is measured as a process. */
const seededTalks = 300;
const say = (line: string) => options.json || console.log(line);

const only = options.only === "" ? undefined : options.only.split(",").map((name) => name.trim());
const isOnePart = options["flood-only"] || options["saving-only"];
const conversations = options.talks === 0 || isOnePart || only
  ? undefined
  : await measureConversations({ profiles, connections: options.talks, seed });
if (conversations !== undefined) conversationLines(conversations).forEach(say);
if (options["talks-only"]) {
  if (options.json) console.log(JSON.stringify({ conversations }));
  Deno.exit(0);
}

const product = await startBenchProduct(profiles, seed, seededTalks);
const { origin, usernames } = product;
say(`${profiles} profiles, ${connections} connections, ${seconds} s each, seed ${seed}`);
const members: BenchMember[] = [];
for (const [at, username] of usernames.slice(0, connections).entries()) {
  members.push(await product.signIn(username, at));
}

const results = [];
const visible = await product.visibleTo(members[0]!);
const talks = await findTalks();
const workloads = makeWorkloads({ origin, members, usernames, visible, talks, seed });
const byThemselves = isOnePart ? {} : workloads;
for (const [name, plain] of Object.entries(byThemselves) as [string, readonly Shot[]][]) {
  if (plain.length === 0 || only?.includes(name) === false) continue;
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

if (only !== undefined) {
  if (options.json) console.log(JSON.stringify({ results }));
  await product.stop();
  Deno.exit(0);
}

const saving = options["flood-only"] ? undefined : await measureSaving({
  origin,
  saves: makeSaves({ origin, members }),
  // What is kept between two changes would be compared with what is made after each.
  readers: workloads["directory API, new"],
  connections,
  seconds,
});
if (saving !== undefined) savingLines(saving).forEach(say);

const talking = isOnePart ? undefined : await measureTalking(product);
if (talking !== undefined) talkingLines(talking).forEach(say);

const flood = options["saving-only"] ? undefined : await measureFlood({
  origin,
  readers: workloads["directory API"],
  logins: makeFlood({ origin, usernames, seed }),
  seconds,
});
if (flood !== undefined) floodLines(flood).forEach(say);
if (options.json) console.log(JSON.stringify({ results, saving, talking, flood, conversations }));
await product.stop();
Deno.exit(0);

/** Conversations of a few who have some. */
async function findTalks(): Promise<BenchTalk[]> {
  const found: BenchTalk[] = [];
  for (const [at, username] of product.cadets.slice(0, 200).entries()) {
    found.push(...await product.talksOf([await product.signIn(username, at)]));
    if (found.length >= 16) break;
  }
  return found;
}

function gzipped(shot: Shot): Shot {
  return { ...shot, headers: { ...shot.headers, "Accept-Encoding": "gzip" } };
}
