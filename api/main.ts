/**
 * Where the service starts: reads the environment, opens the drivers, and serves calls and pages
 * until it is told to stop.
 *
 * @module
 */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createEmbeddedSearch } from "../search/embedded/embedded.ts";
import { developmentAssets, readAssets } from "../web/assets.ts";
import { createErrorPage } from "../web/render.tsx";
import { createSite } from "../web/site.tsx";
import { createApp } from "./app.ts";
import { BrokenLog, refuseBrokenLog } from "./broken-log.ts";
import { type Composed, composeProduct } from "./compose.ts";
import { type Environment, readEnvironment } from "./env.ts";
import { EnvironmentError } from "./environment-error.ts";
import { repeat } from "./follow.ts";
import { createLog, describeError, type Log } from "./log.ts";
import { openMail } from "./mail/open-mail.ts";
import { openObjects } from "./objects/open.ts";
import { openStores } from "./stores.ts";

const followEveryMs = 500;
const indexEveryMs = 250;
const sendEveryMs = 2000;
const purgeEveryMs = 60 * 60 * 1000;
const saveIndexEveryMs = 60 * 1000;
const sweepEveryMs = 15 * 60 * 1000;
/** How long answers that are under way may take once the service is told to stop. */
const stopWithinMs = 10_000;

const now = () => new Date();
const newId = () => crypto.randomUUID();

try {
  await start(readEnvironment());
} catch (error) {
  if (!(error instanceof EnvironmentError || error instanceof BrokenLog)) throw error;
  console.error(error.message);
  Deno.exit(1);
}

async function start(environment: Environment) {
  const { appEnv, host } = environment;
  const log = createLog((line) => console.error(line), now);
  const port = environment.port === 0 ? freePort(host) : environment.port;
  const address = `http://${nameOf(host)}:${port}`;
  const appOrigin = environment.appOrigin ?? address;

  const { databases, secrets, close } = await openStores(environment);
  if (secrets.made.length > 0) {
    log({
      level: "warning",
      event:
        "secrets were made: back them up apart from the databases, without them nobody's data " +
        "can be read",
      files: secrets.made,
    });
  }
  const objects = openObjects({ ...environment, secrets, now });
  await refuseBrokenLog(databases.events);
  const composed = await composeProduct({
    ...environment,
    databases,
    secrets,
    objects,
    search: createEmbeddedSearch(),
    snapshotPath: join(environment.dataDir, "search", "index.snapshot"),
    mail: openMail(environment, log),
    log,
    now,
    newId,
    appOrigin,
    showsDevToken: appEnv === "development",
  });
  const look = {
    config: {
      programName: environment.programName,
      universityName: environment.universityName,
      supportEmail: environment.supportEmail,
      cadreCodeRequired: environment.cadreCode !== undefined,
      isDevelopment: appEnv === "development",
      now,
    },
    assets: appEnv === "development" ? developmentAssets : await readAssets(buildFolder()),
  };
  const app = createApp({
    product: composed.product,
    log,
    ready: composed.ready,
    newId,
    appEnv,
    appOrigin,
    trustedProxies: environment.trustedProxies,
    receiveUpload: objects.receive,
    uploadOrigin: environment.s3 && new URL(environment.s3.publicEndpoint).origin,
    site: createSite({ product: composed.product, ...look }),
    errorPage: createErrorPage(look),
  });

  const stopWork = startWork(composed, log);
  const server = serve(host, port, address, app.fetch);
  await signal();
  setTimeout(() => Deno.exit(1), stopWithinMs);
  await server.shutdown();
  await composed.background.settled();
  await stopWork();
  await composed.saveIndex().catch((error) => {
    log({ level: "error", event: "writing the index failed", ...describeError(error) });
  });
  close();
  Deno.exit(0);
}

/** @throws {EnvironmentError} When someone else listens there. */
function serve(
  hostname: string,
  port: number,
  address: string,
  handle: (request: Request, connection: Deno.ServeHandlerInfo) => Response | Promise<Response>,
) {
  const onListen = () => console.log(`Alumni Connect is ready at ${address}`);
  try {
    return Deno.serve({ hostname, port, onListen }, handle);
  } catch (error) {
    if (!(error instanceof Deno.errors.AddrInUse)) throw error;
    throw new EnvironmentError([`PORT: ${port} is taken by another program on ${hostname}`]);
  }
}

/** Starts what goes on beside requests. Returns how to end it. */
function startWork(composed: Composed, log: Log): () => Promise<void> {
  const { follow, outboxSender, purge, sweep, remoteSearch } = composed;
  const onError = (event: string) => (error: unknown) =>
    log({ level: "error", event, ...describeError(error) });
  const stopFollowing = repeat(follow, {
    pauseMs: followEveryMs,
    onError: onError("following the log failed"),
  });
  outboxSender.wake();
  const stopSending = repeat(outboxSender.sendDue, {
    pauseMs: sendEveryMs,
    onError: onError("sending mail failed"),
  });
  const stopPurging = repeat(purge, {
    pauseMs: purgeEveryMs,
    onError: onError("deleting expired sessions failed"),
  });
  const onSweepError = onError("removing unused objects failed");
  void sweep().catch(onSweepError);
  const stopSweeping = repeat(sweep, { pauseMs: sweepEveryMs, onError: onSweepError });
  const stopSaving = repeat(composed.saveIndex, {
    pauseMs: saveIndexEveryMs,
    onError: onError("writing the index failed"),
  });
  const onIndexError = onError("indexing on Meilisearch failed");
  const stopSearch = remoteSearch === undefined ? [] : [remoteSearch.index, remoteSearch.watch]
    .map((work) => repeat(work, { pauseMs: indexEveryMs, onError: onIndexError }));
  return async () => {
    remoteSearch?.stop();
    await outboxSender.stop();
    await stopSweeping();
    await stopFollowing();
    // What it is waiting for ended when sending stopped, or is given up with this process.
    stopSending().catch(() => undefined);
    await stopPurging();
    await stopSaving();
    await Promise.all(stopSearch.map((stop) => stop()));
  };
}

/** Resolves when the process is told to stop; the second time it stops at once. */
function signal(): Promise<void> {
  return new Promise((resolve) => {
    let told = false;
    for (const name of ["SIGTERM", "SIGINT"] as const) {
      Deno.addSignalListener(name, () => {
        if (told) Deno.exit(1);
        told = true;
        resolve();
      });
    }
  });
}

/** How a browser on this machine names what is listened on. */
function nameOf(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}

/** A port that nobody listens on. Needed before listening, since the origin is made of it. */
function freePort(hostname: string): number {
  const listener = Deno.listen({ hostname, port: 0 });
  const { port } = listener.addr;
  listener.close();
  return port;
}

function buildFolder(): string {
  return fileURLToPath(new URL("../dist", import.meta.url));
}
