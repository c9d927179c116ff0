import { fileProblem } from "../../../../../events/named-file.ts";
import { lastPlace } from "../../../../../events/log/segment.ts";
import { readVariables } from "../../../../config/env.ts";
import { damagedFiles } from "../../../../node/damaged-files.ts";
import {
  arePicturesMissing,
  noteLastBackup,
  readLastBackup,
} from "../../../../node/last-backup.ts";
import { pictures } from "../../../../objects/keys.ts";
import { ObjectsUnavailable } from "../../../../objects/object-store.ts";
import { openObjects } from "../../../../objects/open.ts";
import { type BackUpDependencies, backUpLog, backUpVault } from "../../../backup/back-up.ts";
import { type BackupKind, BadBackup } from "../../../backup/manifest.ts";
import { earlierStates } from "../../../backup/ancestry.ts";
import { backupOfTheFuture, backupsIn, latestBackup, retainDays } from "../../../backup/folders.ts";
import { createInterrupt } from "../../interrupt.ts";
import type { Opened } from "../../open-data.ts";
import { createParts, TaskError } from "../../task.ts";

interface BackupOptions {
  readonly isDaily: boolean;
  /** Number of days with backups to store; all if absent. */
  readonly days: number | undefined;
}

type Folders = Readonly<Record<BackupKind, string | undefined>>;

const dayMs = 24 * 60 * 60 * 1000;
const storeUnavailable = "The picture storage doesn't respond, so new pictures aren't backed up";

/**
 * Backs up log and pictures to one folder, then the vault to another, and prints the result.
 * @throws {TaskError} When one fails.
 */
export async function makeBackups(
  data: Opened,
  folders: Folders,
  options: BackupOptions,
): Promise<void> {
  const now = () => new Date();
  await new BackupRun(data, options, {
    databases: data.databases,
    objects: await openObjects({ ...data.environment, secrets: data.secrets, now }),
    claimKey: data.secrets.claimKey,
    now,
    checkInterrupt: createInterrupt("No backup was made."),
  }).make(folders);
}

class BackupRun {
  private isAnyMade = false;
  private readonly progress = createParts();
  private readonly deps: BackUpDependencies;

  constructor(
    private readonly data: Opened,
    private readonly options: BackupOptions,
    deps: Omit<BackUpDependencies, "report">,
  ) {
    this.deps = { ...deps, report: this.progress.report };
  }

  async make(folders: Folders): Promise<void> {
    try {
      const log = folders.log && await this.isNeeded("log", folders.log) ? folders.log : undefined;
      const isVault = folders.vault && await this.isNeeded("vault", folders.vault);
      if (log === undefined && !isVault) return;
      if (this.options.isDaily && await this.isNewProgram(folders)) {
        this.say("Nothing has been recorded yet, so there is nothing to back up");
        return;
      }
      const [damaged] = await damagedFiles(this.data.environment, this.data.databases);
      if (damaged !== undefined) {
        const { what, wrong, todo } = damaged;
        throw new BadBackup(`${what} (${wrong}): ${todo}. No backup was made.`);
      }
      if (log !== undefined) await this.makeLog(log);
      if (folders.vault && isVault) await this.makeVault(folders.vault);
      this.say(`Not in it: ${this.secrets()}.`);
      this.say("Without these two, no one's data can be read. Keep a copy of each somewhere else.");
      if (folders.vault === undefined) {
        this.say("Not included: the vault (--vault-out). Without it, the log can't be read.");
      }
    } catch (error) {
      const message = reasonOf(error, this.isAnyMade);
      throw message === undefined ? error : new TaskError(message);
    }
  }

  /** Whether nothing is recorded, and there is no backup of an earlier log. */
  private async isNewProgram(folders: Folders) {
    if ((await lastPlace(this.data.databases.events)).position > 0) return false;
    const kinds = ["log", "vault"] as const;
    const found = await Promise.all(kinds.map((kind) => backupsIn(folders[kind] ?? "", kind)));
    return found.every((backups) => backups.length === 0);
  }

  private async makeLog(parent: string): Promise<void> {
    const { arePicturesStable, path, position, bytes, pictures, lacksPictures } = await backUpLog(
      parent,
      this.deps,
    );
    this.isAnyMade = true;
    this.progress.end();
    this.say(
      `The log up to position ${position} (${
        (bytes / 1_000_000).toFixed(1)
      } MB), and ${pictures} ` +
        `${pictures === 1 ? "picture" : "pictures"}: ${path}`,
    );
    if (!arePicturesStable) {
      this.warn("Pictures were being replaced during the backup, so one of them may be missing.");
    }
    if (lacksPictures) this.warn(`${storeUnavailable}. The next backup includes them.`);
    const log = new Date().toISOString();
    const noted = lacksPictures ? { log } : { log, pictures: log };
    await noteLastBackup(this.data.environment.dataDir, noted);
    await this.removeOld(parent, "log");
  }

  private async makeVault(parent: string): Promise<void> {
    const backup = await backUpVault(parent, this.deps);
    this.isAnyMade = true;
    this.say(`The vault with the keys of ${backup.keys} members: ${backup.path}`);
    await noteLastBackup(this.data.environment.dataDir, { vault: new Date().toISOString() });
    await this.removeOld(parent, "vault");
  }

  /** With `--daily`, one of today is enough, unless it lacks pictures that are available again. */
  private async isNeeded(kind: BackupKind, parent: string): Promise<boolean> {
    const now = new Date();
    const midnight = new Date(Math.floor(now.getTime() / dayMs) * dayMs);
    const path = this.options.isDaily && await latestBackup(parent, kind, midnight, now);
    if (!path) return true;
    this.say(`The ${kind} has a backup of today: ${path}`);
    if (kind === "vault") return false;
    if (!arePicturesMissing(await readLastBackup(this.data.environment.dataDir))) return false;
    try {
      for await (const _ of this.deps.objects.list(pictures)) break;
      return true;
    } catch (error) {
      if (!(error instanceof ObjectsUnavailable)) throw error;
      this.warn(`${storeUnavailable}.`);
      return false;
    }
  }

  private async removeOld(parent: string, kind: BackupKind): Promise<void> {
    const { databases: { events }, claimKey } = this.deps;
    const ahead = await backupOfTheFuture(parent, kind, new Date());
    if (ahead !== undefined) {
      this.warn(
        `${ahead} has a date in the future: this clock is slow, or it was fast then. Set the clock, or ` +
          'move that folder elsewhere. Until then "restore" treats it as the latest, and no backup is ' +
          "removed.",
      );
      return;
    }
    if (this.options.days === undefined) return;
    const { ours, others } = await earlierStates(parent, kind, { events, claimKey });
    await retainDays(ours, this.options.days);
    if (others > 0) {
      this.warn(
        `${others} backups in ${parent} aren't earlier backups of this log, so they weren't removed.`,
      );
    }
  }

  private secrets(): string {
    const { kek, claimKey, dataDir } = this.data.environment;
    const variables = readVariables();
    const where = (secret: unknown, variable: string, name: string) =>
      secret === undefined
        ? `${variable} (${dataDir}/secrets/${name})`
        : `${variable} (${variables[`${variable}_FILE`] || "the environment"})`;
    return `${where(kek, "KEK", "kek")} and ${where(claimKey, "CLAIM_KEY", "claim-key")}`;
  }

  private say(line: string): void {
    console.log(line);
  }

  private warn(notice: string): void {
    console.error(notice);
  }
}

function reasonOf(error: unknown, isAnyMade: boolean): string | undefined {
  if (error instanceof TaskError || error instanceof BadBackup) return error.message;
  const reason = error instanceof ObjectsUnavailable
    ? `its folder for pictures can't be used: ${error.message}`
    : fileProblem(error);
  if (reason === undefined) return undefined;
  return `${isAnyMade ? "The backup is incomplete" : "No backup was made"}: ${reason}`;
}
