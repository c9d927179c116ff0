/**
 * Two nodes on real libSQL servers, Meilisearch and an S3 server. Each server, and a node, is killed and restarted
 * under load: once by default, repeatedly for ten minutes with `CRASH_MINUTES=10`.
 */
import process from "node:process";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "../../events/testing/database.ts";
import { type ServerProcess, startServerProcess } from "../../events/testing/server-process.ts";
import { runAdmin } from "../testing/admin.ts";
import { startCluster } from "../testing/cluster.ts";
import { startMailServer } from "../testing/mail-server.ts";
import { highLimits, type RunningProduct } from "../testing/process.ts";
import { hasS3Server, startS3Server } from "../testing/s3-server.ts";
import { inspect } from "../crash-tests/inspect.ts";
import { auditMail } from "../crash-tests/mails.ts";
import { request } from "../crash-tests/requests.ts";
import { work } from "../crash-tests/work.ts";
import { readerAccount, World } from "../crash-tests/world.ts";

const meilisearch = process.env.MEILISEARCH ?? "";
const isSet = hasS3Server && meilisearch !== "" && process.env.LIBSQL_SERVER !== undefined;
const minutes = Number(process.env.CRASH_MINUTES ?? 0);
const masterKey = "a-master-key-for-tests";
if (!isSet) console.log("Kills of servers: skipped, set LIBSQL_SERVER, MEILISEARCH and VERSITYGW");

/** The number of people who save without pause. */
const workers = 12;
const beforeMs = 4000;
const awayMs = 2500;
/** Time for running requests to be refused, and for nodes to notice that the server is back. */
const afterMs = 6000;
/** Time for the index to follow; a killed node holds its lease for half a minute. */
const indexDelayMs = 60_000;

describe.skipIf(!isSet)("two nodes on real servers, each of which goes away under load", () => {
  it("lose nothing, mail nothing twice, and answer with 503 only while one is away", async () => {
    const cluster = await startCluster();
    const { server: s3, environment: ofS3 } = await startS3Server();
    const search = await startServerProcess({
      program: meilisearch,
      args: (folder, address) => [
        ...["--db-path", folder, "--http-addr", address, "--master-key", masterKey],
        ...["--no-analytics", "--dump-dir", `${folder}.dumps`, "--snapshot-dir", `${folder}.snap`],
      ],
      health: "/health",
    });
    const mailServer = await startMailServer();
    onTestFinished(() => mailServer.close());
    const environment = {
      ...ofS3,
      SEARCH: "meilisearch",
      MEILI_URL: search.url,
      MEILI_KEY: masterKey,
      SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`,
      MAIL_FROM: "alumni@example.edu",
    };
    const folders = [await temporaryFolder(), await temporaryFolder()];
    /** Mails received twice, because a node was killed before it saved that one was sent. */
    const twice = () => {
      const ids = mailServer.received.map(({ parsed }) => parsed.messageId);
      return ids.length - new Set(ids).size;
    };
    const lines: string[] = [];
    const ends: string[] = [];
    const startNode = async (at: number): Promise<RunningProduct> => {
      const onWritten = (text: string) => void lines.push(text);
      const folder = { DATA_DIR: folders[at] ?? "" };
      return await cluster.addNode({ ...environment, ...folder }, {
        choices: highLimits,
        onWritten,
      });
    };
    const nodes = [await startNode(0), await startNode(1)];
    const world = new World("", Number(process.env.CRASH_SEED ?? 7), mailServer);
    world.indexDelayMs = indexDelayMs;
    await world.registerReader(nodes[0]!.origin);
    const away: { readonly fromMs: number; readonly toMs: number }[] = [];

    async function round(name: string, kill: () => Promise<void>, back: () => Promise<void>) {
      world.at = name;
      const wrongBefore = world.failures.length;
      world.origins = nodes.map(({ origin }) => origin);
      let isOver = false;
      world.mayRefuse = true;
      const working = work(world, { workers, until: () => isOver });
      await delay(beforeMs);
      const fromMs = Date.now();
      await kill();
      await delay(awayMs);
      await back();
      away.push({ fromMs, toMs: Date.now() + afterMs });
      await delay(afterMs);
      // By then every worker may have been refused once and is waiting.
      const { username, password } = readerAccount;
      for (const { origin } of nodes) {
        const body = { username, password };
        const { status } = await request(origin, "POST", "/api/login", { body });
        if (status !== 200) world.fail(`the reader's login is answered with ${status}`);
      }
      isOver = true;
      await working;
      world.mayRefuse = false;
      for (const [at, node] of nodes.entries()) {
        const end = await Promise.race([node.ended, delay(1, "running" as const)]);
        if (end === "running") continue;
        ends.push(`node ${at} ended with ${end} after ${name}: ${node.written().slice(-1000)}`);
        nodes[at] = await startNode(at);
      }
      world.origins = nodes.map(({ origin }) => origin);
      await inspect(world);
      const counts = `${world.acknowledged} acknowledged, ${world.failures.length} wrong`;
      console.log(
        `${name} was away: ${counts}, ${twice()} mails twice, ${count5xx(lines.join(""), away)}`,
      );
      for (const failure of world.failures.slice(wrongBefore)) console.log(failure);
    }

    const servers: Readonly<Record<string, ServerProcess>> = {
      "the database server": cluster.database,
      "Meilisearch": search,
      "the S3 server": s3,
    };
    const until = Date.now() + minutes * 60_000;
    do {
      for (const [name, { kill, start }] of Object.entries(servers)) await round(name, kill, start);
      const killed = nodes[1]!;
      await round("a node", () => killed.stop("SIGKILL"), async () => {
        nodes[1] = await startNode(1);
      });
    } while (Date.now() < until);

    world.at = "at the end";
    await auditMail(world, cluster.database.url);
    const verified = await runAdmin(["verify"], {
      environment: { ...cluster.environment, ...environment, DATA_DIR: folders[0] ?? "" },
    });
    if (verified.code !== 0) world.fail(`verify: ${verified.stdout}${verified.stderr}`);
    console.log(
      [
        `${world.acknowledged} acknowledged, ${world.failures.length} wrong`,
        `${mailServer.received.length} mails, ${twice()} twice`,
        `5xx: ${count5xx(lines.join(""), away)}`,
        `nodes that ended by themselves: ${ends.length}`,
      ].join("\n"),
    );
    expect(world.failures).toEqual([]);
    expect(ends).toEqual([]);
    expect(count5xx(lines.join(""), away)).not.toMatch(/500|502|504|at other times/);
  }, (minutes + 10) * 60_000);
});

/** Counts server errors by status and time. */
function count5xx(
  written: string,
  away: readonly { readonly fromMs: number; readonly toMs: number }[],
): string {
  const counts: Record<string, number> = {};
  for (const line of written.split("\n").filter((line) => line.includes('"status":5'))) {
    const { at, method, route, status } = JSON.parse(line);
    // The health check can't succeed while a server is away.
    if (route === "/readyz") continue;
    const atMs = new Date(at).getTime();
    const isAway = away.some(({ fromMs, toMs }) => atMs >= fromMs && atMs <= toMs);
    const kind = `${status}${isAway ? "" : ` at other times, ${method} ${route}`}`;
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return JSON.stringify(counts);
}
