/**
 * Continuous backup: log and vault are copied each second, so that a restore loses seconds rather
 * than a day.
 *
 * @module
 */
import type { Database } from "../../../../events/database.ts";
import type { LogSegment } from "../../../../events/log/segment.ts";
import { createSubscription, type Lease, LeaseLost } from "../../../../events/log/subscriptions.ts";
import { createLogLine, logKeys } from "./log-line.ts";
import type { CopyStores } from "../../../objects/open.ts";
import { createSealedObjects } from "./sealed-objects.ts";
import { createVaultLine } from "./vault-line.ts";

export interface ContinuousDependencies {
  /** Migrated. */
  readonly databases: Readonly<Record<"events" | "vault", Database>>;
  readonly stores: CopyStores;
  readonly claimKey: Uint8Array;
  readonly now: () => Date;
  /** When the log was last backed up in full, as far as is known. */
  readonly lastFullBackup: () => Promise<Date | undefined>;
  /** Is told that the copies end with another log than this one, which begins beside what they have. */
  readonly onOther?: () => void;
  /** The most that is read and written again each second: 500 events, or members, unless it is given. */
  readonly rows?: number;
}

export interface Continuous {
  /** Copies what is new. Of several processes one does; the others look whether it still is there. */
  copy(): Promise<void>;
  /** How long ago the copies had everything; `undefined` while another process makes them. */
  ageMs(): number | undefined;
  /** Copies what is left, and lets another process go on. */
  stop(): Promise<void>;
}

/** A process that was killed keeps others waiting for so long. */
const leaseMs = 6000;
const tryAgainMs = 2000;
const tidyEveryMs = 60 * 60 * 1000;
/** Longer than any object takes to write. */
const unfinishedMs = 10 * 60 * 1000;
/** As long as full backups of the log are kept, as the guide has it. */
const retentionMs = 14 * 24 * 60 * 60 * 1000;

export function createContinuous(deps: ContinuousDependencies): Continuous {
  const { databases, stores, claimKey, now, lastFullBackup, onOther = () => {}, rows = 500 } = deps;
  const nowMs = () => now().getTime();
  const subscription = createSubscription(databases.events, "continuous-backup", nowMs);
  const logObjects = createSealedObjects(stores.log, claimKey);
  const vaultObjects = createSealedObjects(stores.vault, claimKey);
  const open = () => ({
    log: createLogLine(databases.events, logObjects, { rows, onOther }),
    vault: createVaultLine(databases.vault, vaultObjects, { nowMs, rows }),
  });
  let lines: ReturnType<typeof open> | undefined;
  let lease: Lease | undefined;
  /** Of the lease that this process had last. */
  let token: number | undefined;
  let triedAtMs = -Infinity;
  /** When the copies had everything; `undefined` while another process makes them. */
  let completeAtMs: number | undefined;
  let tidiedAtMs = -Infinity;

  /** Whether this process makes the copies. */
  async function hold(): Promise<boolean> {
    if (lease !== undefined) {
      if (lease.untilMs - nowMs() > leaseMs / 2) return true;
      try {
        lease = await subscription.renew(lease, leaseMs);
        return true;
      } catch (error) {
        if (!(error instanceof LeaseLost)) throw error;
        lease = undefined;
      }
    }
    if (performance.now() - triedAtMs < tryAgainMs) return false;
    triedAtMs = performance.now();
    lease = await subscription.acquire(leaseMs);
    // Another process has written since: its copies are looked at anew.
    if (lease === undefined || lease.token - 1 !== token) lines = completeAtMs = undefined;
    if (lease === undefined) return false;
    token = lease.token;
    lines ??= open();
    completeAtMs ??= nowMs();
    return true;
  }

  async function copyAll({ log, vault }: ReturnType<typeof open>): Promise<void> {
    for (;;) {
      const at = now();
      // Read first, and written last: whom the log speaks of, the vault has had before, and its copy
      // has them before the log's.
      const segment = await log.read();
      const mark = await vault.copy(await log.line());
      if (segment !== undefined) {
        await log.put({ segment, vault: mark, at: upTo(segment, at).toISOString() });
        if (segment.events.some(([, , , , type]) => type === "MemberErased")) vault.noteErasure();
      }
      if (segment === undefined || segment.isLast) {
        completeAtMs = at.getTime();
        return;
      }
    }
  }

  /** Removes segments that no full backup which is kept goes on with, and what a kill left half written. */
  async function tidy(): Promise<void> {
    const unfinished = new Date(nowMs() - unfinishedMs);
    for (const store of [stores.log, stores.vault]) await store.tidy(unfinished);
    const full = await lastFullBackup();
    if (full === undefined) return;
    const before = new Date(Math.min(full.getTime(), nowMs() - retentionMs));
    await logObjects.remove(await logObjects.writtenBefore(logKeys.all, before));
  }

  async function copy(): Promise<void> {
    if (!await hold() || lines === undefined) return;
    try {
      await copyAll(lines);
    } catch (error) {
      // Maybe another node can reach what this one cannot.
      await release();
      throw error;
    }
    if (nowMs() - tidiedAtMs < tidyEveryMs) return;
    tidiedAtMs = nowMs();
    await tidy();
  }

  async function release(): Promise<void> {
    if (lease !== undefined) await subscription.release(lease);
    lease = undefined;
  }

  return {
    copy,
    ageMs: () => completeAtMs === undefined ? undefined : Math.max(0, nowMs() - completeAtMs),
    async stop() {
      // Also where it stops before its first copy.
      triedAtMs = -Infinity;
      await copy();
      if (lease === undefined) return;
      await lines?.vault.end();
      await release();
    },
  };
}

/** Everything from before is in it: until it was read, or until its end when there was more. */
function upTo({ isLast, events }: LogSegment, readAt: Date): Date {
  const [, , , , , , atMs] = events.at(-1) ?? [];
  return isLast || atMs === undefined ? readAt : new Date(atMs);
}
