/**
 * Continuous backup: log and vault are copied each second, so that a restore loses seconds rather
 * than a day.
 *
 * @module
 */
import type { Database } from "../../../../events/database.ts";
import type { LogSegment } from "../../../../events/log/segment.ts";
import { createSubscription, type Lease, LeaseLost } from "../../../../events/log/subscriptions.ts";
import { logKeys, LogLine } from "./log-line.ts";
import type { Environment } from "../../../config/env.ts";
import type { Log } from "../../../log.ts";
import { readLastBackup } from "../../../node/last-backup.ts";
import { type CopyStores, openCopyStores } from "../../../objects/open.ts";
import { SealedObjects } from "./sealed-objects.ts";
import { VaultLine } from "./vault-line.ts";

export interface ContinuousDependencies {
  /** Migrated. */
  readonly databases: Readonly<Record<"events" | "vault", Database>>;
  readonly stores: CopyStores;
  readonly claimKey: Uint8Array;
  readonly now: () => Date;
  /** When the log was last backed up in full, as far as is known. */
  readonly lastFullBackup: () => Promise<Date | undefined>;
  /** Called when the copies end with another log than this one, which is then copied beside them. */
  readonly onOther?: () => void;
  /** The most events of a segment, which is written again with each change; 500 by default. */
  readonly rows?: number;
}

/** How long others wait after the process that makes the copies was killed. */
const leaseMs = 6000;
const tryAgainMs = 2000;
const tidyEveryMs = 60 * 60 * 1000;
/** Longer than any object takes to write. */
const unfinishedMs = 10 * 60 * 1000;
/** As long as the guide says to keep full backups of the log. */
const retentionMs = 14 * 24 * 60 * 60 * 1000;

/** The continuous backup that the environment names, if it names one. */
export async function openContinuousBackup(
  environment: Environment,
  { databases, secrets: { claimKey }, log, now }:
    & Pick<ContinuousDependencies, "databases" | "now">
    & { readonly secrets: { readonly claimKey: Uint8Array }; readonly log: Log },
): Promise<ContinuousBackup | undefined> {
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

interface Lines {
  readonly log: LogLine;
  readonly vault: VaultLine;
}

export class ContinuousBackup {
  private readonly subscription: ReturnType<typeof createSubscription>;
  private readonly logObjects: SealedObjects;
  private lines: Lines | undefined;
  private lease: Lease | undefined;
  /** Token of the last lease that this process had. */
  private token: number | undefined;
  private triedAtMs = -Infinity;
  /** When the copies had everything; `undefined` while another process makes them. */
  private completeAtMs: number | undefined;
  private tidiedAtMs = -Infinity;

  constructor(private readonly deps: ContinuousDependencies) {
    const { databases, stores, claimKey } = deps;
    this.subscription = createSubscription(databases.events, "continuous-backup", this.nowMs);
    this.logObjects = new SealedObjects(stores.log, claimKey);
  }

  /** Copies what is new. One process does; the others check whether it is still running. */
  async copy(): Promise<void> {
    if (!await this.hold() || this.lines === undefined) return;
    try {
      await this.copyAll(this.lines);
    } catch (error) {
      // Another node may reach a store that this one can't.
      await this.release();
      throw error;
    }
    if (this.nowMs() - this.tidiedAtMs < tidyEveryMs) return;
    this.tidiedAtMs = this.nowMs();
    await this.tidy();
  }

  /** How long ago the copies had everything; `undefined` while another process makes them. */
  ageMs(): number | undefined {
    const { completeAtMs } = this;
    return completeAtMs === undefined ? undefined : Math.max(0, this.nowMs() - completeAtMs);
  }

  /** Copies what is left, and lets another process take over. */
  async stop(): Promise<void> {
    // Even if it hasn't copied anything yet.
    this.triedAtMs = -Infinity;
    await this.copy();
    await this.release();
  }

  private readonly nowMs = () => this.deps.now().getTime();

  /** Whether this process makes the copies. */
  private async hold(): Promise<boolean> {
    const { lease } = this;
    if (lease !== undefined) {
      if (lease.untilMs - this.nowMs() > leaseMs / 2) return true;
      try {
        this.lease = await this.subscription.renew(lease, leaseMs);
        return true;
      } catch (error) {
        if (!(error instanceof LeaseLost)) throw error;
        this.lease = undefined;
      }
    }
    if (performance.now() - this.triedAtMs < tryAgainMs) return false;
    this.triedAtMs = performance.now();
    const acquired = this.lease = await this.subscription.acquire(leaseMs);
    // Another process has written since: read again where its copies end.
    if (acquired === undefined || acquired.token - 1 !== this.token) {
      this.lines = this.completeAtMs = undefined;
    }
    if (acquired === undefined) return false;
    this.token = acquired.token;
    this.lines ??= this.open();
    this.completeAtMs ??= this.nowMs();
    return true;
  }

  private open(): Lines {
    const { databases, stores, claimKey, onOther = () => {}, rows = 500 } = this.deps;
    const vaultObjects = new SealedObjects(stores.vault, claimKey);
    return {
      log: new LogLine(databases.events, this.logObjects, rows, onOther),
      vault: new VaultLine(databases.vault, vaultObjects, this.nowMs),
    };
  }

  private async copyAll({ log, vault }: Lines): Promise<void> {
    for (;;) {
      const at = this.deps.now();
      // The log is read first and written last: so its copy has no member without a key in the vault's copy.
      const segment = await log.read();
      const mark = await vault.copy(await log.line());
      if (segment !== undefined) {
        await log.put({ segment, vault: mark, at: upTo(segment, at).toISOString() });
      }
      if (segment === undefined || segment.isLast) {
        this.completeAtMs = at.getTime();
        return;
      }
    }
  }

  /** Removes segments that are older than every full backup, and what a killed process left half written. */
  private async tidy(): Promise<void> {
    const { stores, lastFullBackup } = this.deps;
    const unfinished = new Date(this.nowMs() - unfinishedMs);
    for (const store of [stores.log, stores.vault]) await store.tidy(unfinished);
    const full = await lastFullBackup();
    if (full === undefined) return;
    const before = new Date(Math.min(full.getTime(), this.nowMs() - retentionMs));
    await this.logObjects.remove(await this.logObjects.keys(logKeys.all, before));
  }

  private async release(): Promise<void> {
    if (this.lease !== undefined) await this.subscription.release(this.lease);
    this.lease = undefined;
  }
}

/** The time up to which everything is in a segment: when it was read, or its last event if there were more. */
function upTo({ isLast, events }: LogSegment, readAt: Date): Date {
  const [, , , , , , atMs] = events.at(-1) ?? [];
  return isLast || atMs === undefined ? readAt : new Date(atMs);
}
