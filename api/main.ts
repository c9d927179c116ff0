/** Start of the service: reads the environment, opens the drivers, and serves calls and pages. */
import { tokenLifetimeMs } from "./auth/tokens.ts";
import { lasting } from "../events/amounts.ts";
import "./config/node-env.ts";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { makeReports } from "../events/report/make-reports.ts";
import { createEmbeddedSearch } from "../search/embedded/embedded.ts";
import { developmentAssets, MissingBuild, readAssets } from "../web/assets.ts";
import { siteConfig } from "../web/config.ts";
import { createErrorPage } from "../web/render.tsx";
import { createSite } from "../web/site.tsx";
import { firstStaffLink } from "./features/accounts/first-staff.ts";
import { createApp } from "./app.ts";
import { startHashingThread } from "./auth/passwords/hashing-thread.ts";
import { collectGarbage } from "./node/collect-garbage.ts";
import { defaultLimits } from "./auth/limits/rate-limits.ts";
import { composeProduct, type ProductDependencies } from "./compose.ts";
import { openDrivers } from "./node/open-drivers.ts";
import { type Environment, readEnvironment } from "./config/env.ts";
import { createDrawingClient } from "./drawing/drawing-client.ts";
import { backedUp } from "./backup/backups.ts";
import { makeBackupInThread } from "./backup/backup-thread.ts";
import { BackupRefused, refusals } from "./backup/backup-refused.ts";
import { createRestoreFiles } from "./backup/restore.ts";
import type { Replacing } from "./features/program/restore.ts";
import { openBackupPlace, openLedger } from "./backup/open-place.ts";
import { openListener } from "./node/listener.ts";
import { createStderrLog, describeError } from "./node/log.ts";
import { openMail } from "./mail/drivers/current-mail.ts";
import { freeBytesAt } from "./node/data-folder.ts";
import { createMetrics } from "./metrics/metrics.ts";
import { operatorErrors } from "./node/operator-errors.ts";
import { keepFilesPrivate } from "./node/private-files.ts";
import { stopSignal } from "./node/stop-signal.ts";
import { SteadyClock } from "./node/steady-clock.ts";
import { isServer } from "./config/combinations.ts";
import { version } from "./config/version.ts";
import type { Interval } from "./node/repeat.ts";
import { startBackgroundLoops } from "./node/background-loops.ts";

/** Maximum time for requests after a stop signal. Slow transfers could take minutes. */
const finishWithinMs = 5000;

const stopWithinMs = 10_000;

const now = () => new Date();
const clock = new SteadyClock(now);
const newId = () => crypto.randomUUID();
/** In development, Vite is in front of this server and serves scripts and styles. */
const isBehindVite = Deno.args.includes("--vite");

const { log, flush } = createStderrLog(now);
// However the process ends, unless it is killed.
for (const end of ["unload", "error", "unhandledrejection"]) addEventListener(end, flush);

if (import.meta.main) await serve();

/** What tests choose otherwise. */
export interface Choices extends
  Pick<
    Partial<ProductDependencies>,
    "limits" | "connectionLimits" | "contactsADay" | "liveLimits" | "replies"
  > {
  readonly drainMs?: number;
  /** When it is looked whether a backup is due. */
  readonly backups?: Interval;
  /** Of the names of indexes on Meilisearch. */
  readonly indexPrefix?: string;
}

export async function serve(choices: Choices = {}): Promise<void> {
  keepFilesPrivate();
  try {
    await start(readEnvironment(), choices);
  } catch (error) {
    if (!isExpected(error)) throw error;
    refuse(error);
  }
}

function isExpected(error: unknown): error is Error {
  return [...operatorErrors, MissingBuild].some((kind) => error instanceof kind);
}

function refuse({ message }: Error): never {
  console.error(message);
  Deno.exit(1);
}

async function start(environment: Environment, choices: Choices) {
  const { host: hostname, port } = environment;
  if (environment.warnings.length > 0) {
    log({ level: "warning", event: "the configuration", warnings: environment.warnings });
  }
  // Everything that can prevent a start is checked before anything is written.
  const assets = isBehindVite
    ? developmentAssets
    : await readAssets(fileURLToPath(new URL("../dist", import.meta.url)));
  const listener = openListener({ hostname, port, variable: "PORT" });
  const metricsListener = environment.metrics &&
    openListener({ ...environment.metrics, variable: "METRICS_PORT" });
  let stopped: Promise<undefined> | undefined;
  let failed: string | undefined;
  // A restore ends with another round, on what was restored.
  for (;;) {
    const service = await openService({ environment, choices, assets, listener, failed });
    if (service.answerMetrics) metricsListener?.open(service.answerMetrics);
    // Before the service reports readiness: it may be stopped from then on.
    stopped ??= stopSignal().then(() => undefined);
    await service.begin();
    if (metricsListener) console.log(`Metrics are at ${metricsListener.address}/metrics`);
    const replacing = await Promise.race([stopped, service.replacing]);
    if (replacing === undefined) {
      await stop(service, { listener, drainMs: choices.drainMs ?? environment.drainMs });
      await metricsListener?.close();
      Deno.exit(0);
    }
    failed = await replace(service, replacing, listener);
  }
}

type Service = Awaited<ReturnType<typeof openService>>;
type Listener = ReturnType<typeof openListener>;

/** Opens everything that a restore replaces, or that has to do with it. */
async function openService(
  { environment, choices, assets, listener, failed }: {
    readonly environment: Environment;
    readonly choices: Choices;
    readonly assets: Awaited<ReturnType<typeof readAssets>>;
    readonly listener: Listener;
    /** Why the last restore failed. */
    readonly failed: string | undefined;
  },
) {
  const { appEnv, dataDir, meilisearch } = environment;
  const { indexPrefix } = choices;
  const appOrigin = environment.appOrigin ?? listener.address;
  const ready = new AbortController();
  const from = { log, ready: ready.signal, steadyNow: clock.now };
  const drivers = await openDrivers(environment, from);
  const { database } = drivers;
  const stopping = new AbortController();
  const hashing = startHashingThread();
  const restoreFiles = createRestoreFiles(environment);
  // Left by a process that was killed.
  await restoreFiles.clear();
  const composed = await composeProduct({
    database,
    secrets: drivers.secrets,
    objects: drivers.objects,
    cadreCode: environment.cadreCode,
    limits: choices.limits ?? defaultLimits,
    connectionLimits: choices.connectionLimits,
    contactsADay: choices.contactsADay,
    liveLimits: choices.liveLimits,
    meilisearch: meilisearch && { ...meilisearch, ...indexPrefix && { prefix: indexPrefix } },
    objectsAt: objectsPlace(environment),
    hasOtherNodes: isServer(environment.database.url),
    ledger: await openLedger(environment, database),
    draw: createDrawingClient(drawingSocket(), log),
    search: createEmbeddedSearch(),
    mail: openMail(environment, log),
    replies: choices.replies,
    // A folder that is gone takes nothing, either.
    freeBytes: () => freeBytesAt(dataDir).catch(() => 0),
    hashing,
    log,
    now,
    clock,
    newId,
    random: Math.random,
    backups: {
      environment: backedUp(environment),
      recipient: drivers.secrets.recipient,
      make: makeBackupInThread,
    },
    makeReports: (pending) =>
      makeReports(
        database,
        { statistic: "cycle", cycles: "all", asOf: { kind: "end" }, audiences: ["staff", "share"] },
        { version, pending, now: Date.now() },
      ),
    restoring: { files: restoreFiles, source: await openBackupPlace(environment.backups), failed },
    appOrigin,
    showsDevToken: appEnv === "development",
  });
  const look = {
    config: siteConfig(composed.settings, {
      cadreCodeRequired: environment.cadreCode !== undefined,
      now,
    }),
    assets,
  };
  const metrics = environment.metrics && createMetrics(composed.figures);
  const app = createApp({
    product: composed.product,
    log,
    countRequest: metrics?.countRequest,
    ready: async () =>
      stopping.signal.aborted
        ? { state: "not ready", parts: ["stopping"] }
        : await composed.readiness.check(),
    newId,
    appEnv,
    isBehindVite,
    appOrigin,
    trustedProxies: environment.trustedProxies,
    uploadOrigin: environment.s3 && new URL(environment.s3.publicEndpoint).origin,
    mailHook: composed.mailHook,
    site: createSite({ product: composed.product, answers: composed.answers, ...look }),
    errorPage: createErrorPage(look),
  });
  let stopWork: (() => Promise<void>) | undefined;

  return {
    answerMetrics: metrics?.app.fetch,
    replacing: composed.replacing,
    /** Answers requests from now on. */
    async begin(): Promise<void> {
      stopWork = startBackgroundLoops(composed, log, choices.backups);
      // At each start until someone is staff: neither the first visitor nor a default password.
      const firstStaff = await composed.product.firstStaff.issue();
      // Before the first requests, which it would delay.
      collectGarbage();
      // From now on, requests fail at once if a server is unavailable.
      ready.abort();
      listener.open(app.fetch);
      console.log(`Alumni Connect ${version} is ready at ${listener.address}`);
      if (firstStaff === undefined) return;
      console.log(
        "No one is staff yet. Open this link to make the first staff account. It works once, for " +
          `${lasting(tokenLifetimeMs["first-staff"])}:\n` +
          firstStaffLink(appOrigin, firstStaff),
      );
    },
    announceStop: () => stopping.abort(),
    closeLivePages: () => composed.live.close(),
    /** Ends the work beside requests. */
    async settle(): Promise<void> {
      await composed.background.settled();
      await stopWork?.();
    },
    endWriteAheadLog: () => database.endWriteAheadLog(),
    close(): void {
      hashing.close();
      drivers.close();
    },
  };
}

/** Puts a restored backup in the place of the database. Returns why not, if it can't. */
async function replace(
  service: Service,
  { check, replace }: Replacing,
  listener: Listener,
): Promise<string | undefined> {
  service.closeLivePages();
  await listener.hold(finishWithinMs);
  await service.settle();
  try {
    await check();
    if (!await service.endWriteAheadLog()) throw new BackupRefused(refusals.usedByOthers);
  } catch (error) {
    service.close();
    return toldFailure(error);
  }
  service.close();
  try {
    await replace();
    log({ level: "info", event: "a backup was restored; the service starts again with it" });
    return undefined;
  } catch (error) {
    return toldFailure(error);
  }
}

function toldFailure(error: unknown): string {
  log({ level: "error", event: "restoring a backup failed", ...describeError(error) });
  return error instanceof BackupRefused ? error.message : refusals.notInPlace;
}

async function stop(
  service: Service,
  { listener, drainMs }: { readonly listener: Listener; readonly drainMs: number },
): Promise<void> {
  service.announceStop();
  listener.endConnections();
  console.log(
    "Alumni Connect finishes what it was asked, and stops; a second signal ends it at once",
  );
  // Until a load balancer sees that this node isn't ready.
  await delay(drainMs);
  setTimeout(() => Deno.exit(1), stopWithinMs);
  service.closeLivePages();
  const isAnswered = await Promise.race([
    listener.close().then(() => true),
    delay(finishWithinMs, false),
  ]);
  const event = "stopping without the end of requests that are sent or read slowly";
  if (!isAnswered) log({ level: "warning", event });
  await service.settle();
  service.close();
}

/** Where the start script says that the drawing process listens. */
function drawingSocket(): string | undefined {
  const option = "--drawing=";
  return Deno.args.find((given) => given.startsWith(option))?.slice(option.length);
}

function objectsPlace({ s3, dataDir }: Environment): string {
  return s3 === undefined
    ? `DATA_DIR: the pictures in ${join(dataDir, "objects")}`
    : `S3_BUCKET: the pictures in ${s3.bucket}`;
}
