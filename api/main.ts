/**
 * Where the service starts: reads the environment, opens the drivers, and serves calls and pages
 * until it is told to stop.
 *
 * @module
 */
import "./config/node-env.ts";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { DatabaseDamaged, DatabaseUnavailable, DatabaseUnfit } from "../events/database-errors.ts";
import { UnknownEvent } from "../events/log/upcast.ts";
import { makeReports } from "../events/report/make-reports.ts";
import { createEmbeddedSearch } from "../search/embedded/embedded.ts";
import { createSynonyms } from "../search/synonyms.ts";
import { developmentAssets, MissingBuild, readAssets } from "../web/assets.ts";
import { siteConfig } from "../web/config.ts";
import { createErrorPage } from "../web/render.tsx";
import { createSite } from "../web/site.tsx";
import { firstStaffLink } from "./accounts/first-staff.ts";
import { createApp } from "./app.ts";
import { startHashingThread } from "./auth/hashing-thread.ts";
import { ContinuousBackup } from "./operations/backup/continuous/continuous.ts";
import { readLastBackup, readWholeBackup } from "./node/last-backup.ts";
import { BrokenLog, refuseBrokenLog } from "./node/broken-log.ts";
import { checkLargeFiles } from "./node/file-check.ts";
import { createLogCheck, withLogCheck } from "./node/log-check.ts";
import { suspicionIn } from "./node/suspicion.ts";
import { warnOfSkew } from "./node/clock-skew.ts";
import { composeProduct } from "./compose.ts";
import { type Environment, readEnvironment } from "./config/env.ts";
import { refuseDamagedFiles } from "./node/damaged-files.ts";
import { createErasureLedger, ledgerPaths } from "./erasure/ledger.ts";
import { EnvironmentError } from "./config/environment-error.ts";
import { openListener } from "./node/listener.ts";
import { headsOf } from "./node/heads.ts";
import { createLog, describeError, type Log } from "./log.ts";
import { openMail } from "./mail/drivers/open-mail.ts";
import { diskSpaceAt } from "./node/disk-space.ts";
import { backupReadings, continuousReadings } from "./metrics/backups.ts";
import { logCheckReadings } from "./metrics/log-check.ts";
import { createMetrics } from "./metrics/metrics.ts";
import { buildReadings, processReadings, watchEventLoop } from "./metrics/process.ts";
import { createMetricsApp } from "./metrics/serve-metrics.ts";
import { openCopyStores, openObjects } from "./objects/open.ts";
import { keepFilesPrivate } from "./node/private-files.ts";
import { createLineWriter } from "./node/line-writer.ts";
import { isAloneIn } from "./node/one-process.ts";
import { createSteadyClock } from "./node/steady-clock.ts";
import { openStores, type Stores } from "./node/stores.ts";
import { isServer } from "./config/combinations.ts";
import { readLogo } from "./config/read-logo.ts";
import { version } from "./config/version.ts";
import { startBackgroundLoops } from "./node/background-loops.ts";

/**
 * How long requests that are under way may take once the service is told to stop. What takes longer is
 * sent or read slowly, and may be so for minutes.
 */
const finishWithinMs = 5000;

/** How long all of the stopping may take. */
const stopWithinMs = 10_000;

/** How long a start waits for database servers: they may be starting, too. */
const waitForDatabasesMs = 60_000;

const now = () => new Date();
const clock = createSteadyClock(now);
const newId = () => crypto.randomUUID();

const encoder = new TextEncoder();

/** As the console does, without looking for what it would format: there is a line for every request. */
const logLines = createLineWriter((text) => {
  const bytes = encoder.encode(text);
  for (let at = 0; at < bytes.length;) at += Deno.stderr.writeSync(bytes.subarray(at));
});
// However the process ends, unless it is killed.
for (const end of ["unload", "error", "unhandledrejection"]) addEventListener(end, logLines.flush);

/** What the people who host this can mend, told in one clear message. */
const expected = [
  EnvironmentError,
  BrokenLog,
  UnknownEvent,
  DatabaseDamaged,
  DatabaseUnfit,
  DatabaseUnavailable,
  MissingBuild,
];

keepFilesPrivate();
try {
  await start(readEnvironment());
} catch (error) {
  if (!isExpected(error)) throw error;
  refuse(error);
}

function isExpected(error: unknown): error is Error {
  return expected.some((kind) => error instanceof kind);
}

function refuse({ message }: Error): never {
  console.error(message);
  Deno.exit(1);
}

async function start(environment: Environment) {
  const { appEnv, host: hostname, port } = environment;
  const log = createLog((line, level) => {
    logLines.write(line);
    if (level !== "info") logLines.flush();
  }, now);
  if (environment.warnings.length > 0) {
    log({ level: "warning", event: "the configuration", warnings: environment.warnings });
  }
  const metrics = createMetrics();
  // What a start fails for without it is looked for before anything is made.
  // The development loop says so: Vite stands before this server, and answers for scripts and styles.
  const isBehindVite = Deno.args.includes("--vite");
  const assets = isBehindVite ? developmentAssets : await readAssets(buildFolder());
  const logo = environment.logoFile === undefined
    ? undefined
    : await readLogo(environment.logoFile);
  const listener = openListener({ hostname, port, variable: "PORT" });
  const metricsListener = environment.metrics &&
    openListener({ ...environment.metrics, variable: "METRICS_PORT" });
  const appOrigin = environment.appOrigin ?? listener.address;

  const ready = new AbortController();
  const { databases, secrets, isOpenToOthers, close } = await openStores(environment, {
    makes: "all",
    onBusy: metrics.databaseBusy,
    waiting: AbortSignal.any([ready.signal, AbortSignal.timeout(waitForDatabasesMs)]),
    onWait: (variable) =>
      log({ level: "warning", event: "a database server is away, waiting for it", variable }),
  });
  if (secrets.made.length > 0) {
    log({
      level: "warning",
      event:
        "new secrets were created. Back them up separately from the databases: without them no one's data can be read",
      files: secrets.made,
    });
  }
  if (isOpenToOthers) {
    const { dataDir: folder } = environment;
    const event = "other users of this machine may look into the data folder";
    log({ level: "warning", event, folder, run: `chmod 700 ${folder}` });
  }
  if (!await isAloneIn(environment.dataDir)) {
    log({
      level: "warning",
      event:
        "another process uses this data folder, and limits are counted in each of them. Stop one; for several " +
        "nodes, give each its own DATA_DIR and all of them databases on servers",
      folder: environment.dataDir,
    });
  }
  const objects = await openObjects({ ...environment, secrets, now: clock.now });
  if (isServer(environment.events.url)) await warnOfSkew(databases.events, { log, now });
  const heads = headsOf(environment, { databases, secrets, now: clock.now });
  await heads.prepare();
  await refuseDamagedFiles(environment, databases);
  const suspicion = suspicionIn(environment.dataDir);
  const isSuspect = await suspicion.isThere();
  const { strangers } = await refuseBrokenLog(databases.events, heads, isSuspect);
  if (isSuspect) await suspicion.clear();
  if (strangers.length > 0) {
    const event =
      "heads in HEADS_DIR are damaged, or not signed by this program; was the log's end cut off?";
    log({ level: "warning", event, files: strangers, run: "admin verify" });
  }
  const stopping = new AbortController();
  const logCheck = createLogCheck({
    database: databases.events,
    heads,
    checkFiles: (signal) => checkLargeFiles(environment, signal),
    stopping: stopping.signal,
    now: clock.now,
  });
  const hashing = startHashingThread();
  const composed = await composeProduct({
    ...environment,
    logo,
    databases,
    secrets,
    objects,
    objectsAt: whereObjectsAre(environment),
    refusesOtherLog: !isServer(environment.events.url),
    hasOtherNodes: isServer(environment.vault.url),
    ledger: createErasureLedger(...ledgerPaths(environment)),
    search: createEmbeddedSearch(createSynonyms(environment.synonyms)),
    mail: openMail(environment, log),
    freeBytes: async () => (await diskSpaceAt(environment.dataDir)).freeBytes,
    hashing,
    log,
    metrics,
    now,
    clock,
    newId,
    cycleStart: environment.cycleStart,
    random: Math.random,
    lastBackup: () => readWholeBackup(environment.dataDir),
    makeReports: (pending) =>
      makeReports(
        databases.events,
        { statistic: "cycle", cycles: "all", asOf: { kind: "end" }, audiences: ["staff", "share"] },
        { start: environment.cycleStart, version, pending, now: Date.now() },
      ),
    appOrigin,
    showsDevToken: appEnv === "development",
  });
  const continuous = await openContinuous(environment, { databases, secrets }, log);
  const look = {
    config: siteConfig(composed.settings, {
      cadreCodeRequired: environment.cadreCode !== undefined,
      passwordMinLength: environment.newPassword.minLength,
      now,
    }),
    assets,
  };
  const app = createApp({
    product: composed.product,
    log,
    metrics,
    ready: async () =>
      stopping.signal.aborted
        ? { state: "not ready", parts: ["stopping"] }
        : withLogCheck(await composed.readiness.check(), logCheck),
    isStale: composed.isStale,
    newId,
    appEnv,
    isBehindVite,
    appOrigin,
    trustedProxies: environment.trustedProxies,
    uploadOrigin: environment.s3 && new URL(environment.s3.publicEndpoint).origin,
    site: createSite({ product: composed.product, answers: composed.answers, ...look }),
    errorPage: createErrorPage(look),
  });

  metrics.addReadings([
    ...processReadings(),
    ...buildReadings,
    ...backupReadings(environment.dataDir),
    ...continuous === undefined ? [] : continuousReadings(continuous),
    ...logCheckReadings(logCheck),
  ]);
  const stopWatching = watchEventLoop(metrics);
  metricsListener?.open(createMetricsApp(metrics).fetch);
  const stopWork = startBackgroundLoops({
    ...composed,
    continuous,
    writeHead: heads.write,
    verifyLog: () =>
      logCheck.runWhenDue().catch(async (error) => {
        // A server that is away says nothing of the log: it is verified when it is back.
        if (!isExpected(error) || error instanceof DatabaseUnavailable) throw error;
        // Nothing is answered any more, as if a start had found it.
        await suspicion.note().catch(() => {});
        refuse(error);
      }),
  }, log);
  // Earlier versions kept the search index in a file, which may hold what people have hidden since.
  await rm(join(environment.dataDir, "search"), { recursive: true, force: true });
  // Before anybody is told that there is something to stop.
  const toldToStop = signal();
  const firstStaff = await composed.product.accounts.firstStaff.issue();
  // From now on requests are told at once when a server is away.
  ready.abort();
  listener.open(app.fetch);
  console.log(`Alumni Connect ${version} is ready at ${listener.address}`);
  if (firstStaff !== undefined) printFirstStaffLink(firstStaffLink(appOrigin, firstStaff));
  if (metricsListener) console.log(`Metrics are at ${metricsListener.address}/metrics`);

  await toldToStop;
  stopping.abort();
  console.log(
    "Alumni Connect finishes what it was asked, and stops; a second signal ends it at once",
  );
  // Whoever distributes requests sees it and goes elsewhere.
  await delay(environment.drainMs);
  setTimeout(() => Deno.exit(1), stopWithinMs);
  composed.live.close();
  const isAnswered = await Promise.race([
    listener.close().then(() => true),
    delay(finishWithinMs, false),
  ]);
  if (!isAnswered) {
    const event = "stopping without the end of requests that are sent or read slowly";
    log({ level: "warning", event });
  }
  await composed.background.settled();
  await stopWork();
  stopWatching();
  await heads.write().catch((error) => {
    log({ level: "error", event: "signing the log's head failed", ...describeError(error) });
  });
  await metricsListener?.close();
  hashing.close();
  close();
  Deno.exit(0);
}

/** At each start until somebody is staff: never the first visitor, never a default password. */
function printFirstStaffLink(link: string): void {
  console.log(
    `No one is staff yet. Open this link to make the first staff account. It works once, for 7 days:\n${link}`,
  );
}

function whereObjectsAre({ s3, dataDir }: Environment): string {
  return s3 === undefined
    ? `DATA_DIR: the pictures in ${join(dataDir, "objects")}`
    : `S3_BUCKET: the pictures in ${s3.bucket}`;
}

/** The continuous backup, where there is one. */
async function openContinuous(
  environment: Environment,
  { databases, secrets: { claimKey } }: Pick<Stores, "databases" | "secrets">,
  log: Log,
) {
  const stores = await openCopyStores(environment);
  return stores && new ContinuousBackup({
    databases,
    stores,
    claimKey,
    now,
    lastFullBackup: async () => {
      const { log: at } = await readLastBackup(environment.dataDir);
      return at === undefined ? undefined : new Date(at);
    },
    onOther() {
      const event =
        "the continuous copies have more than this log, or another one: it was restored, or it is an " +
        "older copy. It is copied beside them";
      log({ level: "warning", event });
    },
  });
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

function buildFolder(): string {
  return fileURLToPath(new URL("../dist", import.meta.url));
}
