import { relative, resolve } from "node:path";
import {
  type BackUpDependencies,
  backUpLog,
  backUpVault,
  type LogBackup,
  LogIsBroken,
  type VaultBackup,
} from "../../../backup/back-up.ts";
import { backupOfTheFuture, backupOfToday, keepDays } from "../../../backup/days.ts";
import { arePicturesMissing, noteLastBackup, readLastBackup } from "../../../backup/last-backup.ts";
import { type BackupKind, BadBackup } from "../../../backup/manifest.ts";
import { type BackupCheck, checkBackups } from "../../../backup/recent.ts";
import { earlierStates } from "../../../backup/same-log.ts";
import { fileProblem } from "../../../../../events/named-file.ts";
import { type Environment, readEnvironment, readVariables } from "../../../../config/env.ts";
import { headsOf } from "../../../../node/heads.ts";
import { openObjects } from "../../../../objects/open.ts";
import { pictures } from "../../../../objects/keys.ts";
import { ObjectsUnavailable } from "../../../../objects/object-store.ts";
import { defineCommand } from "../../command.ts";
import { createInterrupt } from "../../interrupt.ts";
import { openData } from "../../opened.ts";
import { print, printJson } from "../../print.ts";
import { createProgress, TaskError } from "../../task.ts";
import { refuseFindings } from "../verify/findings.ts";

export const backup = defineCommand({
  summary: "copy the log and the pictures, and the vault apart from them",
  help: `Back up the product, also while it runs and is written to.

  npm run admin -- backup --out /backups/log --vault-out /elsewhere/vault
                                             everything, now
  npm run admin -- backup --out /backups/log           the log and the pictures alone
  npm run admin -- backup --vault-out /elsewhere/vault the vault alone
  npm run admin -- backup --out … --vault-out … --daily --keep 14
                                             of each one a day, of the last 14 days, however often
                                             it is run
  npm run admin -- backup --out … --vault-out … --check
                                             makes none; ends with 1 where a recent one is missing
  npm run admin -- backup --out … --json     any of them for a program

The log holds everything that happened, and what is personal in it is sealed. The vault holds the
keys that open it, password hashes and sessions: keep its backups somewhere else, and few of them.
Who deletes their account is gone once the backups of the vault from before that are gone.

Each run makes a new folder, such as log-2026-11-21T03-00-00Z, with a signed manifest; pictures are
shared by all of them in objects/, and copied once. Nothing is replaced. A backup that was
interrupted has another name and is never taken for a whole one.

--daily makes none where there is one of today already. --keep counts days that have a backup, not
backups: those of one day are kept together, and removed together. Days begin at midnight UTC.
Only backups that are earlier states of this very log are removed. An empty log is not backed up,
and neither is one that is shorter than that of a backup in the folder, or another installation's.
While a backup is dated in the future, none is removed: one of the clocks was wrong.

While the store for pictures is away, the log and the vault are backed up all the same; pictures
follow with the next backup, and --daily makes one more as soon as the store answers.

--check is content with backups of the last two days, and while nobody has registered.

The two secrets KEK and CLAIM_KEY are in no backup. Without them a backup cannot be read: keep a
copy of each in a safe place.

--json prints {"log": {"path", "isNew", "position", "bytes", "pictures", "lacksPictures",
"removed"}, "vault": {"path", "isNew", "keys", "removed"}, "notices": ["…"]} with what was made,
and "error" besides when it failed. "isNew" is false for a backup of today that --daily found.
With --check it prints {"checks": [{"isWell", "what"}]}.`,
  options: {
    out: { type: "string" },
    "vault-out": { type: "string" },
    daily: { type: "boolean" },
    keep: { type: "string" },
    json: { type: "boolean" },
    check: { type: "boolean" },
  },
  async run({ out: forLog, "vault-out": forVault, daily = false, keep, json, check = false }) {
    if (forLog === undefined && forVault === undefined) {
      throw new TaskError("Say where to: --out for the log and the pictures, --vault-out");
    }
    refuseSameFolder(forLog, forVault);
    if (check) return await checkBoth(forLog, forVault, json);
    const days = parseKeep(keep);
    const made: Made = { notices: [] };
    const say = (line: string) => json || console.log(line);
    const warn = (notice: string) => {
      made.notices.push(notice);
      console.error(notice);
    };
    // First, so that a wrong folder is noticed every time.
    const { environment, databases, secrets, close } = await openData();
    const progress = createParts();
    const deps: BackUpDependencies = {
      databases,
      isFile: {
        events: environment.events.url.startsWith("file:"),
        vault: environment.vault.url.startsWith("file:"),
      },
      objects: openObjects({ ...environment, secrets, now: () => new Date() }),
      claimKey: secrets.claimKey,
      now: () => new Date(),
      checkInterrupt: createInterrupt("No backup was made."),
      report: progress.report,
    };
    const heads = headsOf(environment, { databases, secrets });
    const unlessToday = async (parent: string | undefined, kind: BackupKind) => {
      const path = daily && parent && await backupOfToday(parent, kind, new Date());
      if (!path) return parent;
      made[kind] = { path, isNew: false };
      say(`The ${kind} has a backup of today: ${path}`);
    };
    await explained(made, async () => {
      const out = await unlessToday(forLog, "log") ?? await picturesToo(forLog, deps, warn);
      const vaultOut = await unlessToday(forVault, "vault");
      if (out === undefined && vaultOut === undefined) return;
      const { finding } = await heads.verify();
      if (finding !== undefined) throw new LogIsBroken([finding]);
      if (out !== undefined) {
        const { isQuiet, ...backup } = await backUpLog(out, deps);
        made.log = { isNew: true, ...backup };
        const { path, position, bytes, pictures, lacksPictures } = backup;
        progress.end();
        say(
          `The log up to position ${position} (${megabytes(bytes)}), and ${pictures} ` +
            `${pictures === 1 ? "picture" : "pictures"}: ${path}`,
        );
        if (!isQuiet) warn("Pictures were replaced all the while: one that was may be missing.");
        if (lacksPictures) warn(`${storeIsAway}. They follow with the next backup.`);
        const log = new Date().toISOString();
        await noteLastBackup(environment.dataDir, lacksPictures ? { log } : { log, pictures: log });
        await heads.write().catch((error: Error) => {
          warn(`The backup is made, but the log's head was not signed: ${error.message}`);
        });
        made.log.removed = await removeOld(out, "log", days, deps, warn);
      }
      if (vaultOut !== undefined) {
        const { path, keys } = await backUpVault(vaultOut, deps);
        made.vault = { isNew: true, path, keys };
        say(`The vault with the keys of ${keys} members: ${path}`);
        await noteLastBackup(environment.dataDir, { vault: new Date().toISOString() });
        made.vault.removed = await removeOld(vaultOut, "vault", days, deps, warn);
      }
      say(`Not in it: ${secretsOf(environment)}.`);
      say("Without these two, nobody's data can be read: keep a copy of each somewhere else.");
      if (forVault === undefined) {
        say("Not in it: the vault, without which the log cannot be read (--vault-out).");
      }
    });
    close();
    if (json) printJson(made);
  },
});

/** What a run has made, or found there with `--daily`. */
interface Made {
  log?: Partial<Omit<LogBackup, "isQuiet">> & MadeHere;
  vault?: Partial<VaultBackup> & MadeHere;
  /** What a person should know. */
  readonly notices: string[];
}

interface MadeHere {
  readonly path: string;
  readonly isNew: boolean;
  /** How many old ones were removed. */
  removed?: number;
}

/** @throws {TaskError} When a backup is missing, or too old. */
async function checkBoth(
  out: string | undefined,
  vaultOut: string | undefined,
  json: boolean | undefined,
): Promise<void> {
  const checks: BackupCheck[] = [];
  for (const [kind, parent] of [["log", out], ["vault", vaultOut]] as const) {
    if (parent === undefined) continue;
    checks.push(await checkBackups(parent, kind, new Date(), firstEventAt));
  }
  const say = (isWell: boolean) =>
    checks.filter((one) => one.isWell === isWell).map(({ what }) => what).join("\n");
  const error = say(false);
  if (error !== "") throw new TaskError(error, 1, { checks, error });
  print(json, { checks }, say(true));
}

async function firstEventAt(): Promise<Date | undefined> {
  const { log, close } = await openData();
  const [first] = await log.read({ after: 0, limit: 1 });
  close();
  return first && new Date(first.atMs);
}

const storeIsAway = "The store for pictures does not answer: those that are new are in no backup";

/** A log that was backed up without pictures is backed up once more today, when their store is back. */
async function picturesToo(
  parent: string | undefined,
  { objects }: BackUpDependencies,
  warn: (notice: string) => void,
): Promise<string | undefined> {
  if (parent === undefined) return undefined;
  if (!arePicturesMissing(await readLastBackup(readEnvironment().dataDir))) return undefined;
  try {
    for await (const _ of objects.list(pictures)) break;
    return parent;
  } catch (error) {
    if (!(error instanceof ObjectsUnavailable)) throw error;
    warn(`${storeIsAway}.`);
    return undefined;
  }
}

async function removeOld(
  parent: string,
  kind: BackupKind,
  days: number | undefined,
  { databases: { events }, claimKey }: BackUpDependencies,
  warn: (notice: string) => void,
): Promise<number> {
  const ahead = await backupOfTheFuture(parent, kind, new Date());
  if (ahead !== undefined) {
    warn(
      `${ahead} is dated in the future: this clock is slow, or it was fast then. Until you have set ` +
        'the clock, or moved that folder elsewhere, "restore" takes it for the latest, and no ' +
        "backup is removed.",
    );
    return 0;
  }
  if (days === undefined) return 0;
  const { ours, others } = await earlierStates(parent, kind, { events, claimKey });
  const removed = await keepDays(ours, days);
  if (others > 0) {
    warn(
      `${others} backups in ${parent} are no earlier states of this log, and none of them is removed.`,
    );
  }
  return removed;
}

/** @throws {TaskError} When it cannot be done, with what was made before. */
async function explained(made: Made, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof LogIsBroken) refuseFindings(error.findings, made);
    const message = reasonOf(error, made.log?.isNew || made.vault?.isNew);
    if (message === undefined) throw error;
    throw new TaskError(message, 1, { ...made, error: message });
  }
}

function reasonOf(error: unknown, isAnyMade = false): string | undefined {
  if (error instanceof TaskError || error instanceof BadBackup) return error.message;
  const reason = error instanceof ObjectsUnavailable
    ? `its folder for pictures cannot be used: ${error.message}`
    : fileProblem(error);
  if (reason === undefined) return undefined;
  return `${isAnyMade ? "Not all was done" : "No backup was made"}: ${reason}`;
}

function refuseSameFolder(out: string | undefined, vaultOut: string | undefined): void {
  if (out === undefined || vaultOut === undefined) return;
  const isWithin = (one: string, other: string) =>
    !relative(resolve(one), resolve(other)).startsWith("..");
  if (isWithin(out, vaultOut) || isWithin(vaultOut, out)) {
    throw new TaskError(
      "--vault-out: must not be in the folder of --out, nor the other way round. Whoever has both " +
        "has the sealed data and its keys.",
    );
  }
}

function parseKeep(keep: string | undefined): number | undefined {
  if (keep === undefined) return undefined;
  if (!/^[1-9]\d{0,4}$/.test(keep)) throw new TaskError("--keep: must be a whole number from 1");
  return Number(keep);
}

function secretsOf({ kek, claimKey, dataDir }: Environment): string {
  const variables = readVariables();
  const where = (secret: unknown, variable: string, name: string) => {
    if (secret === undefined) return `${variable} (${dataDir}/secrets/${name})`;
    return `${variable} (${variables[`${variable}_FILE`] || "the environment"})`;
  };
  return `${where(kek, "KEK", "kek")} and ${where(claimKey, "CLAIM_KEY", "claim-key")}`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** One line for each part, the next below the one before. */
function createParts() {
  let current:
    | { readonly what: string; readonly line: ReturnType<typeof createProgress> }
    | undefined;
  return {
    report(what: string, done: number) {
      if (current?.what !== what) {
        current?.line.end();
        current = { what, line: createProgress(what, undefined) };
      }
      current.line.report(done);
    },
    end() {
      current?.line.end();
      current = undefined;
    },
  };
}
