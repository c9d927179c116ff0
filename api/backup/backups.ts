import type { Database } from "../../events/store/database.ts";
import { holdLease } from "../../events/store/hold-lease.ts";
import { statement, tables, tablesOf } from "../../events/store/queries.ts";
import { forgetOlderSecrets, readSecrets } from "../../events/store/secrets.ts";
import { createSubscription, LeaseLost } from "../../events/store/subscriptions.ts";
import { version } from "../config/version.ts";
import type { ErasureLedger } from "../node/erasure-ledger.ts";
import { describeError, type Log } from "../node/log.ts";
import type { MakeBackup } from "./backup-thread.ts";
import { areOnOneDisk } from "./folder.ts";
import { neededUntil } from "./keep.ts";
import { hasBackup } from "./open-place.ts";
import type { BackupAnswer, BackupOrder } from "./make-backup.ts";
import { type BackupFailure, backupFailures } from "./place.ts";

const hourMs = 60 * 60 * 1000;
const minuteMs = 60_000;
const oldMs = 48 * hourMs;
/** Pause after a failure. */
const againMs = 10 * minuteMs;
const lease = "backup";

export interface BackupState {
  readonly madeAt?: Date;
  readonly bytes?: number;
  /** The last failure, unless a backup was made since. */
  readonly failed?: { readonly at: Date; readonly code: BackupFailure };
  /** When a backup was last checked, and when that backup was made. */
  readonly checked?: { readonly at: Date; readonly madeAt: Date };
  /** Whether none was made for two days. */
  readonly isOld: boolean;
  /** Whether backups are on the data's disk, and would be lost with it. */
  readonly isSameDisk: boolean;
  readonly place: "folder" | "bucket";
  readonly isRunning: boolean;
  readonly secret: {
    /** Whether someone confirmed that they have a copy of the secret. */
    readonly isKept: boolean;
    readonly since: Date;
    /** Earlier secrets that older backups need. */
    readonly older: readonly { readonly until: Date; readonly neededUntil: Date }[];
  };
}

export interface BackupsParts {
  readonly database: Database;
  readonly environment: BackupOrder["environment"];
  readonly recipient: string;
  readonly make: MakeBackup;
  readonly ledger?: Pick<ErasureLedger, "update"> | undefined;
  /** Set by staff. */
  readonly settings: () => { readonly program: string; readonly weeks: number };
  readonly log: Log;
  readonly now: () => Date;
}

/** Makes backups, one at a time among all processes, and stores the outcome of the last one. */
export class Backups {
  readonly #stopping = new AbortController();
  /** The outcome that this process couldn't store, because the database's disk is full, too. */
  #unnoted: BackupState["failed"];
  /** How many calls of this process make one, or wait for the lease. */
  #making = 0;

  constructor(private readonly parts: BackupsParts) {}

  /** Makes the first backup of each hour. None without members, because the directory may become a restore's target. */
  async makeIfDue(): Promise<void> {
    await this.parts.ledger?.update();
    if (await this.#isDue()) await this.make();
  }

  /** @returns `undefined` if another process is making one. */
  async make(): Promise<BackupAnswer | undefined> {
    const { database, log, now } = this.parts;
    const nowMs = () => now().getTime();
    this.#making++;
    try {
      return await holdLease(
        createSubscription(database, lease, nowMs),
        () => this.#make(),
        nowMs,
      );
    } catch (error) {
      if (this.#stopping.signal.aborted || error instanceof LeaseLost) return undefined;
      const answer = { is: "failed", code: "other", message: "" } as const;
      log({ level: "error", event: "no backup was made", ...describeError(error) });
      this.#unnoted = { at: now(), code: "other" };
      return answer;
    } finally {
      this.#making--;
    }
  }

  async state(): Promise<BackupState> {
    const { database, environment: { backups, dataDir }, now } = this.parts;
    const db = tablesOf(database);
    // Before its outcome: one that ends in between has an outcome then.
    const isRunning = this.#making > 0 ||
      await db.selectFrom("subscriptions").select("name").where("name", "=", lease)
          .where("lease_until_ms", ">", now().getTime()).executeTakeFirst() !== undefined;
    const [row, first, { isKept, since, older }] = await Promise.all([
      this.#outcomes(),
      db.selectFrom("events").select("at_ms").orderBy("position").limit(1).executeTakeFirst(),
      readSecrets(database),
    ]);
    const { weeks } = this.parts.settings();
    const { made_at_ms: madeMs = null, bytes = null } = row ?? {};
    const { checked_at_ms: checkedMs = null, checked_made_at_ms: ofMs = null } = row ?? {};
    const failed = failureOf(row, this.#unnoted);
    const sinceMs = madeMs ?? first?.at_ms ?? now().getTime();
    return {
      ...madeMs !== null && { madeAt: new Date(madeMs) },
      ...bytes !== null && { bytes },
      ...failed && { failed },
      ...checkedMs !== null && ofMs !== null &&
        { checked: { at: new Date(checkedMs), madeAt: new Date(ofMs) } },
      isOld: now().getTime() - sinceMs >= oldMs,
      isSameDisk: backups.place === "folder" && await areOnOneDisk(dataDir, backups.folder),
      place: backups.place,
      isRunning,
      secret: {
        isKept,
        since,
        older: older.map(({ until }) => ({ until, neededUntil: neededUntil(until, weeks) }))
          .filter((one) => one.neededUntil > now()),
      },
    };
  }

  /** Whether staff were mailed since a backup was last made. */
  async wasTold(): Promise<boolean> {
    return (await this.#outcomes())?.told_at_ms != null;
  }

  async noteTold(): Promise<void> {
    await this.#note({ told_at_ms: this.parts.now().getTime() });
  }

  /** Ends a running backup. The next one removes its leftovers. */
  stop(): void {
    this.#stopping.abort(new Error("The service stops"));
  }

  async #isDue(): Promise<boolean> {
    const db = tablesOf(this.parts.database);
    const [row, member] = await Promise.all([
      this.#outcomes(),
      db.selectFrom("members").select("member_id").limit(1).executeTakeFirst(),
    ]);
    if (member === undefined) return false;
    const nowMs = this.parts.now().getTime();
    const hour = Math.floor(nowMs / hourMs);
    if (row?.made_at_ms != null && Math.floor(row.made_at_ms / hourMs) === hour) return false;
    const failedMs = failureOf(row, this.#unnoted)?.at.getTime() ?? -Infinity;
    return failedMs > nowMs || nowMs - failedMs >= againMs;
  }

  async #make(): Promise<BackupAnswer> {
    const { environment, recipient, settings, make, ledger, log, now } = this.parts;
    const { program, weeks } = settings();
    const madeAt = now();
    const startedAt = performance.now();
    const mayMakeFolder = !await hasBackup(this.parts.database);
    const order = { environment, recipient, version, program, madeAt, weeks };
    const answer = await make({ ...order, mayMakeFolder }, this.#stopping.signal);
    if (answer.is === "failed") {
      const { code, message } = answer;
      log({ level: "error", event: "no backup was made", code, message });
      this.#unnoted = { at: madeAt, code };
      await this.#note({ failed_at_ms: madeAt.getTime(), code });
    } else {
      const took_ms = Math.round(performance.now() - startedAt);
      const { name, bytes, oldestAt } = answer.made;
      log({ level: "info", event: "a backup was made", name, bytes, ms: took_ms });
      const made = { made_at_ms: madeAt.getTime(), bytes, took_ms };
      const nothing = { failed_at_ms: null, code: null, told_at_ms: null };
      await this.#note({ ...made, ...nothing });
      await forgetOlderSecrets(this.parts.database, oldestAt);
      await ledger?.update();
    }
    this.#unnoted = undefined;
    return answer;
  }

  #outcomes() {
    return tablesOf(this.parts.database).selectFrom("backup_outcomes").selectAll()
      .executeTakeFirst();
  }

  async #note(values: Readonly<Record<string, string | number | null>>): Promise<void> {
    await this.parts.database.write([outcomeStatement(values)]);
  }
}

/** Stores that a backup opened with a typed secret and was complete. */
export async function noteChecked(
  database: Pick<Database, "write">,
  { at, madeAt }: NonNullable<BackupState["checked"]>,
): Promise<void> {
  const values = { checked_at_ms: at.getTime(), checked_made_at_ms: madeAt.getTime() };
  await database.write([outcomeStatement(values)]);
}

function outcomeStatement(values: Readonly<Record<string, string | number | null>>) {
  return statement(
    tables.insertInto("backup_outcomes").values({ id: 1, ...values })
      .onConflict((there) => there.column("id").doUpdateSet(values)),
  );
}

/** The part of the environment that the worker needs. */
export function backedUp(
  { database, dataDir, s3, backups }: BackupOrder["environment"],
): BackupOrder["environment"] {
  return { database, dataDir, s3, backups };
}

type Outcomes = {
  readonly made_at_ms: number | null;
  readonly failed_at_ms: number | null;
  readonly code: string | null;
};

function failureOf(
  row: Outcomes | undefined,
  unnoted: BackupState["failed"],
): BackupState["failed"] {
  if (unnoted !== undefined) return unnoted;
  if (row?.failed_at_ms == null) return undefined;
  const code = backupFailures.find((known) => known === row.code) ?? "other";
  return { at: new Date(row.failed_at_ms), code };
}
