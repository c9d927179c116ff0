/** Continuous backup: copies log and vault each second, so a restore loses seconds only. */
import type { Database } from "../../../events/database.ts";
import { installationOf } from "../../../events/installation.ts";
import { hasPlace, type LogSegment } from "../../../events/log/segment.ts";
import { createSubscription, type Lease, LeaseLost } from "../../../events/log/subscriptions.ts";
import { lastChange, numberedTables } from "../../../events/vault/copy-vault.ts";
import type { Environment } from "../../config/env.ts";
import type { Log } from "../../log.ts";
import { readLastBackup } from "../../node/last-backup.ts";
import { type CopyStores, openCopyStores } from "../../objects/open.ts";
import { nextTimeline, timelineIn, Timelines } from "./timelines.ts";
import { LogCopy } from "./log-copy.ts";
import { undefinedIfBad, written } from "./manifest.ts";
import { putVault } from "./vault-copy.ts";

export interface ContinuousDependencies {
  readonly databases: Readonly<Record<"events" | "vault", Database>>;
  readonly secrets: { readonly claimKey: Uint8Array };
  readonly log: Log;
  readonly now: () => Date;
}

/** How long others wait after the copying process was killed. */
const leaseMs = 6000;
const tryAgainMs = 2000;
const tidyEveryMs = 60 * 60 * 1000;
/** Longer than any object takes to write. */
const unfinishedMs = 10 * 60 * 1000;
const dayMs = 24 * 60 * 60 * 1000;
/** As long as the guide recommends for full backups. */
const retentionMs = { log: 14 * dayMs, vault: 7 * dayMs };

export async function openContinuousBackup(
  environment: Environment,
  deps: ContinuousDependencies,
): Promise<ContinuousBackup | undefined> {
  const stores = await openCopyStores(environment);
  return stores && new ContinuousBackup(environment.dataDir, stores, deps);
}

interface Ends {
  readonly timeline: string;
  readonly log: LogCopy;
  vault?: { readonly timeline: string; readonly change: number; readonly members: number };
}

export class ContinuousBackup {
  private readonly subscription: ReturnType<typeof createSubscription>;
  private readonly logs: Timelines<"log">;
  private readonly vaults: Timelines<"vault">;
  private ends: Ends | undefined;
  private lease: Lease | undefined;
  private triedAtMs = -Infinity;
  /** When the copies were complete; `undefined` while another process makes them. */
  private completeAtMs: number | undefined;
  private tidiedAtMs = -Infinity;

  /** @param rows Maximum events of a segment. */
  constructor(
    private readonly dataDir: string,
    private readonly stores: CopyStores,
    private readonly deps: ContinuousDependencies,
    private readonly rows?: number,
  ) {
    const { databases, secrets: { claimKey } } = deps;
    this.subscription = createSubscription(databases.events, "continuous-backup", this.nowMs);
    this.logs = new Timelines(stores.log, "log", claimKey);
    this.vaults = new Timelines(stores.vault, "vault", claimKey);
  }

  /** Copies what is new, in one process; the others check whether it is still running. */
  async copy(): Promise<void> {
    if (!await this.acquireLease()) return;
    try {
      await this.copyAll(this.ends ??= await this.findEnds());
    } catch (error) {
      // Another node may reach a store that this one can't.
      await this.release();
      throw error;
    }
    if (this.nowMs() - this.tidiedAtMs < tidyEveryMs) return;
    this.tidiedAtMs = this.nowMs();
    await this.tidy();
  }

  /** How long ago the copies were complete; `undefined` while another process makes them. */
  ageMs(): number | undefined {
    const { completeAtMs } = this;
    return completeAtMs === undefined ? undefined : Math.max(0, this.nowMs() - completeAtMs);
  }

  /** Copies the rest, and lets another process take over. */
  async stop(): Promise<void> {
    // Even if it hasn't copied anything yet.
    this.triedAtMs = -Infinity;
    await this.copy();
    await this.release();
  }

  private readonly nowMs = () => this.deps.now().getTime();

  private async acquireLease(): Promise<boolean> {
    if (this.lease !== undefined && this.lease.untilMs - this.nowMs() > leaseMs / 2) return true;
    if (this.lease !== undefined) {
      this.lease = await this.subscription.renew(this.lease, leaseMs).catch((error) => {
        if (!(error instanceof LeaseLost)) throw error;
        return undefined;
      });
      if (this.lease !== undefined) return true;
    }
    if (performance.now() - this.triedAtMs < tryAgainMs) return false;
    this.triedAtMs = performance.now();
    this.lease = await this.subscription.acquire(leaseMs);
    // Another process may have written since.
    this.ends = undefined;
    if (this.lease === undefined) this.completeAtMs = undefined;
    else this.completeAtMs ??= this.nowMs();
    return this.lease !== undefined;
  }

  private async findEnds(): Promise<Ends> {
    const { events } = this.deps.databases;
    const newest = (await this.logs.all()).at(-1);
    const found = newest === undefined
      ? undefined
      : await this.logs.read(newest).catch(undefinedIfBad);
    if (newest !== undefined && found !== undefined && await hasPlace(events, found.to)) {
      const files = this.logs.files(newest);
      return {
        timeline: newest,
        log: new LogCopy(events, files, found.files, found.to, this.rows),
      };
    }
    if (newest !== undefined) {
      const event =
        "the continuous copies have more than this log, or another one: it was restored, or it is an " +
        "older copy. It is copied beside them";
      this.deps.log({ level: "warning", event });
    }
    const timeline = nextTimeline(await this.logs.keys());
    return {
      timeline,
      log: new LogCopy(events, this.logs.files(timeline), [], undefined, this.rows),
    };
  }

  private async copyAll(ends: Ends): Promise<void> {
    const installation = await installationOf(this.deps.databases.events);
    const common = { ...written, ...installation !== undefined && { installation } };
    for (;;) {
      const at = this.deps.now();
      // The log is read first and written last, so its copy has no member without a key.
      const segment = await ends.log.read();
      const vaultLine = await this.copyVault(ends, { ...common, at: at.toISOString() });
      if (segment !== undefined) {
        await ends.log.put(segment);
        const { files, to } = ends.log;
        const until = upTo(segment, at).toISOString();
        await this.logs.write(ends.timeline, {
          ...common,
          kind: "log",
          at: until,
          files,
          to,
          vaultLine,
        });
      }
      if (segment === undefined || segment.isLast) {
        this.completeAtMs = at.getTime();
        return;
      }
    }
  }

  /**
   * Copies the whole vault if it changed, and removes the previous copy, so that a destroyed key is
   * soon in no copy. Returns the copy's timeline.
   */
  private async copyVault(
    ends: Ends,
    common: typeof written & { readonly at: string },
  ): Promise<string> {
    const { vault } = this.deps.databases;
    const change = await lastChange(vault);
    const [row] = await vault.read("SELECT count(*) AS members FROM member_keys");
    const members = Number(row?.members ?? 0);
    // Destroying a key isn't counted as a change.
    if (ends.vault?.change === change && ends.vault.members === members) return ends.vault.timeline;
    const old = await this.vaults.keys();
    const timeline = nextTimeline(old);
    const copied = await putVault(vault, this.vaults.files(timeline), numberedTables);
    const logLine = ends.timeline;
    await this.vaults.write(timeline, { ...common, kind: "vault", ...copied, change, logLine });
    await this.removeVaults(old, logLine);
    ends.vault = { timeline, change, members };
    return timeline;
  }

  /**
   * Removes older copies for the same timeline of the log. Other copies may be the last ones of
   * lost data, such as after a start with wrong folders: they stay as long as full backups.
   */
  private async removeVaults(old: readonly string[], logLine: string): Promise<void> {
    const aged = new Set(await this.vaults.keys(new Date(this.nowMs() - retentionMs.vault)));
    const others = new Set<string>();
    for (const timeline of await this.vaults.all()) {
      const content = await this.vaults.read(timeline).catch(undefinedIfBad);
      if (content?.logLine !== logLine) others.add(timeline);
    }
    await this.vaults.store.remove(
      old.filter((key) => !others.has(timelineIn(key)) || aged.has(key)),
    );
  }

  /** Removes segments older than every full backup, and a killed process's unfinished files. */
  private async tidy(): Promise<void> {
    const { stores } = this;
    const unfinished = new Date(this.nowMs() - unfinishedMs);
    for (const store of [stores.log, stores.vault]) await store.tidy(unfinished);
    const { log: full } = await readLastBackup(this.dataDir);
    if (full === undefined) return;
    const before = new Date(Math.min(Date.parse(full), this.nowMs() - retentionMs.log));
    const removed = await this.logs.keys(before);
    await stores.log.remove(removed);
    this.ends?.log.leaveOut(removed);
  }

  private async release(): Promise<void> {
    if (this.lease !== undefined) await this.subscription.release(this.lease);
    this.lease = undefined;
  }
}

/** End of what segments contain: the time of reading, or of the last event if there are more. */
function upTo({ isLast, events }: LogSegment, readAt: Date): Date {
  const [, , , , , , atMs] = events.at(-1) ?? [];
  return isLast || atMs === undefined ? readAt : new Date(atMs);
}
