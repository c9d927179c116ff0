/**
 * Measures `GET /api/directory` with its session check, beside a bare Hono route that returns the
 * same bytes. `npm run bench:http -- --help` says how.
 *
 * The default view is one address again and again. The mixed workload asks every query once, so
 * that little of it is known from before. Rounds of both servers alternate. On a busy machine the
 * ratio by the processor time of the serving thread is the steadier one.
 *
 * @module
 */
import { Hono } from "hono";
import { parseCount, parseSeed, readOptions } from "../../events/bench/options.ts";
import { projectDocument } from "../../search/project-document.ts";
import { createCpuClock } from "../../search/bench/clocks.ts";
import { latency } from "../../search/bench/latency.ts";
import { makeQueries } from "../../search/bench/workload.ts";
import { createRandom } from "../../search/testing/random.ts";
import { directoryParams, type DirectoryQuery, pageSize } from "../contract/directory.ts";
import { createMadeUpApp } from "./made-up-app.ts";

const help =
  `Measure GET /api/directory with its session check, beside a bare Hono route of the same bytes.

  npm run bench:http -- --profiles 10k                       so many made-up profiles
  npm run bench:http -- --connections 32                     at once
  npm run bench:http -- --rounds 5 --requests 4000           so many requests a round
  npm run bench:http -- --seed 2                             other profiles and queries
  npm run bench:http -- --json                               the figures only`;

const options = readOptions(help, {
  profiles: { type: "string", default: "10k" },
  seed: { type: "string", default: "1" },
  connections: { type: "string", default: "32" },
  rounds: { type: "string", default: "5" },
  requests: { type: "string", default: "4000" },
  json: { type: "boolean", default: false },
}, ({ json, ...given }) => ({
  json,
  profiles: parseCount(given.profiles),
  seed: parseSeed(given.seed),
  connections: parseCount(given.connections),
  rounds: parseCount(given.rounds),
  requests: parseCount(given.requests),
}));

const cpuClock = createCpuClock();
const { rounds, requests } = options;
const made = await createMadeUpApp(options.profiles, options.seed);
const known = new Map<string, Uint8Array<ArrayBuffer>>();
const bare = new Hono().get("*", (c) => {
  const { pathname, search } = new URL(c.req.url);
  return c.body(known.get(pathname + search) ?? "unknown", 200, {
    "Content-Type": "application/json",
  });
});
const quiet = { hostname: "127.0.0.1", port: 0, onListen: () => {} } as const;
const servers = {
  directory: Deno.serve(quiet, made.app.fetch),
  bare: Deno.serve(quiet, bare.fetch),
};

const random = createRandom(options.seed);
const changes = await made.composed.readModel.members.changedSince(0, 4000);
const samples = changes.flatMap(({ member }) => (member && projectDocument(member)) ?? []);
const workloads = {
  "default view": () => Array.from({ length: requests }, () => "/api/directory"),
  "mixed queries": () => [...new Set(makeQueries(random, samples, requests).map(pathOf))],
};

const results = [];
for (const [workload, make] of Object.entries(workloads)) {
  const all = { directory: newFigures(), bare: newFigures() };
  for (let round = -1; round < rounds; round++) {
    const paths = make();
    for (const server of ["directory", "bare"] as const) {
      if (server === "bare") await learn(paths);
      const cpuStart = cpuClock();
      const measured = await load(servers[server].addr.port, paths);
      const cpuMs = cpuClock() - cpuStart;
      // The first round warms up.
      if (round < 0) continue;
      all[server].times.push(...measured.times);
      all[server].seconds += measured.seconds;
      all[server].cpuMs += cpuMs;
    }
  }
  const [directory, bareHono] = [all.directory, all.bare].map(figuresOf) as [Figures, Figures];
  const ratio = directory.requestsPerSecond / bareHono.requestsPerSecond;
  const cpuRatio = bareHono.cpuMs / directory.cpuMs;
  results.push({ workload, directory, bareHono, ratio, cpuRatio });
}
if (options.json) console.log(JSON.stringify(results));
else {
  console.log(`${options.profiles} profiles, ${options.connections} connections`);
  for (const { workload, directory, bareHono, ratio, cpuRatio } of results) {
    console.log(
      `${workload}: ${ratio.toFixed(2)} of bare Hono, ${cpuRatio.toFixed(2)} by processor time`,
    );
    console.log(`  GET /api/directory  ${lineOf(directory)}`);
    console.log(`  bare Hono route     ${lineOf(bareHono)}`);
  }
}
await servers.directory.shutdown();
await servers.bare.shutdown();
await made.close();
Deno.exit(0);

interface Figures {
  readonly requests: number;
  readonly requestsPerSecond: number;
  /** How long the serving thread had a processor for a request. */
  readonly cpuMs: number;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

function newFigures(): { times: number[]; seconds: number; cpuMs: number } {
  return { times: [], seconds: 0, cpuMs: 0 };
}

function figuresOf({ times, seconds, cpuMs }: ReturnType<typeof newFigures>): Figures {
  const { p50, p99, max } = latency(times);
  const requests = times.length;
  return {
    requests,
    requestsPerSecond: requests / seconds,
    cpuMs: cpuMs / requests,
    p50,
    p99,
    max,
  };
}

function lineOf({ requests, requestsPerSecond, cpuMs, p50, p99, max }: Figures): string {
  const ms = [p50, p99, max].map((time) => time.toFixed(2)).join(" / ");
  return `${requestsPerSecond.toFixed(0)} requests/s, p50 / p99 / max ${ms} ms, ` +
    `processor ${cpuMs.toFixed(3)} ms a request, ${requests} requests`;
}

function pathOf({ query }: ReturnType<typeof makeQueries>[number]): string {
  const { text, filters, role, sort, offset } = query;
  const asked: DirectoryQuery = {
    search: text,
    ...filters,
    ...(role && { role }),
    sort,
    page: 1 + offset / pageSize,
  };
  return `/api/directory?${directoryParams(asked)}`;
}

/** What the bare route answers, from the product itself. */
async function learn(paths: readonly string[]): Promise<void> {
  known.clear();
  for (const path of new Set(paths)) {
    const headers = { Cookie: made.cookie };
    const answer = await made.app.fetch(new Request(`http://127.0.0.1:8000${path}`, { headers }));
    known.set(path, new Uint8Array(await answer.arrayBuffer()));
  }
}

async function load(
  port: number,
  paths: readonly string[],
): Promise<{ seconds: number; times: number[] }> {
  const file = await Deno.makeTempFile();
  await Deno.writeTextFile(file, paths.join("\n"));
  const script = new URL("send-paths.ts", import.meta.url).pathname;
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", script, String(port), made.cookie, String(options.connections), file],
    cwd: new URL("../..", import.meta.url).pathname,
  }).output();
  await Deno.remove(file);
  const decoder = new TextDecoder();
  if (code !== 0) throw new Error(decoder.decode(stderr));
  return JSON.parse(decoder.decode(stdout));
}
