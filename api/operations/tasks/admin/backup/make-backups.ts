import {
  type BackUpDependencies,
  backUpLog,
  backUpVault,
  type LogBackup,
  LogIsBroken,
  type VaultBackup,
} from "../../../backup/back-up.ts";
import { backupOfToday } from "../../../backup/days.ts";
import {
  arePicturesMissing,
  noteLastBackup,
  readLastBackup,
} from "../../../../node/last-backup.ts";
import { type BackupKind, BadBackup } from "../../../backup/manifest.ts";
import { fileProblem } from "../../../../../events/named-file.ts";
import { type Environment, readEnvironment, readVariables } from "../../../../config/env.ts";
import { headsOf } from "../../../../node/heads.ts";
import { openObjects } from "../../../../objects/open.ts";
import { pictures } from "../../../../objects/keys.ts";
import { ObjectsUnavailable } from "../../../../objects/object-store.ts";
import type { Answer } from "../../command.ts";
import { createInterrupt } from "../../interrupt.ts";
import { openData } from "../../opened.ts";
import { createProgress, TaskError } from "../../task.ts";
import { refuseFindings } from "../verify/findings.ts";
import { removeOld } from "./remove-old.ts";

export interface BackupOptions {
  /** Folders to back up to; the part without one is left out. */
  readonly forLog: string | undefined;
  readonly forVault: string | undefined;
  /** Makes none where there is one of today. */
  readonly isDaily: boolean;
  /** How many days with backups stay; without it, all of them. */
  readonly days: number | undefined;
  /** Prints nothing on stdout. */
  readonly isSilent: boolean | undefined;
}

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

/**
 * Backups of the log with its pictures, and of the vault: makes them and says what it made.
 *
 * @throws {TaskError} When it cannot be done, with what was made before.
 */
export async function makeBackups(
  { forLog, forVault, isDaily, days, isSilent }: BackupOptions,
): Promise<Answer | void> {
  const made: Made = { notices: [] };
  const say = (line: string) => isSilent || console.log(line);
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
    objects: await openObjects({ ...environment, secrets, now: () => new Date() }),
    claimKey: secrets.claimKey,
    now: () => new Date(),
    checkInterrupt: createInterrupt("No backup was made."),
    report: progress.report,
  };
  const heads = headsOf(environment, { databases, secrets });
  const unlessToday = async (parent: string | undefined, kind: BackupKind) => {
    const path = isDaily && parent && await backupOfToday(parent, kind, new Date());
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
      if (!isQuiet) {
        warn("Pictures were being replaced during the backup, so one of them may be missing.");
      }
      if (lacksPictures) warn(`${storeIsAway}. The next backup includes them.`);
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
    say("Without these two, no one's data can be read. Keep a copy of each somewhere else.");
    if (forVault === undefined) {
      say("Not included: the vault (--vault-out). Without it, the log can't be read.");
    }
  });
  close();
  if (isSilent) return { json: made, words: "" };
}

const storeIsAway = "The picture storage doesn't respond, so new pictures aren't backed up";

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
    ? `its folder for pictures can't be used: ${error.message}`
    : fileProblem(error);
  if (reason === undefined) return undefined;
  return `${isAnyMade ? "The backup is incomplete" : "No backup was made"}: ${reason}`;
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
