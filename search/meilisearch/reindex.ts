/**
 * Reindexing fills a new index and swaps it with the live one, which stays in use until then. A
 * subscription stores progress, so the next run continues after an interruption.
 */
import { type HeldLease, holdLease } from "../../events/store/hold-lease.ts";
import type { Subscription } from "../../events/store/subscriptions.ts";
import { applyChanges, type MemberChanges } from "../index-members.ts";
import {
  countDocuments,
  hasIndex,
  liveIndex,
  prepareIndex,
  removeVersions,
  swapInto,
} from "./indexes.ts";
import { createMeilisearch } from "./meilisearch.ts";
import type { MeilisearchServer } from "./server.ts";
import { indexVersion } from "./settings.ts";

export interface ReindexDependencies {
  readonly server: MeilisearchServer;
  readonly live: Subscription;
  /** Subscription of the index being filled; its target is that index's name. */
  readonly next: Subscription;
  readonly changes: MemberChanges;
  readonly now: () => number;
  /** Called with the log position reached after each page. */
  readonly report?: (position: number) => void;
  /** Called once if it waits for another process, which may have been killed. */
  readonly onWait?: (why: string) => void;
  readonly isInterrupted?: () => boolean;
  readonly pageSize?: number;
}

export interface Reindexed {
  readonly documents: number;
  readonly position: number;
  /** Log position that an interrupted run had reached; 0 if there was none. */
  readonly resumedAt: number;
}

export class ReindexInterrupted extends Error {
  override readonly name = "ReindexInterrupted";
}

/** Another process has held a lease for too long. */
export class ReindexBusy extends Error {
  override readonly name = "ReindexBusy";
}

/** Longer than the lease of a killed process. */
const waitMs = 60_000;
const pollMs = 500;

export async function reindex(deps: ReindexDependencies): Promise<Reindexed> {
  return await withLease(deps, deps.next, "Another reindexing is under way", async (next) => {
    const { server, live } = deps;
    const resumedAt = await prepareNext(deps, next);
    await fill(deps, next);
    const message = "The service is still filling the index. Try again later.";
    const position = await withLease(deps, live, message, (held) => swap(deps, next, held));
    await removeVersions(server);
    const documents = await countDocuments(server, liveIndex(server)) ?? 0;
    return { documents, position, resumedAt };
  });
}

/** Continues the index of an interrupted run of this version, or starts a new one. */
async function prepareNext({ server, now }: ReindexDependencies, next: HeldLease): Promise<number> {
  const { target, position } = next.checkpoint;
  const version = `${liveIndex(server)}-${indexVersion(server.synonyms)}-`;
  if (target?.startsWith(version) && await hasIndex(server, target)) return position;
  const name = `${version}${now().toString(36)}`;
  await next.move({ position: 0, target: undefined });
  await removeVersions(server);
  await prepareIndex(server, name);
  await next.move({ position: 0, target: name });
  return 0;
}

async function fill(deps: ReindexDependencies, next: HeldLease): Promise<void> {
  const { server, changes, report, isInterrupted, pageSize = 1000 } = deps;
  const { target } = next.checkpoint;
  if (target === undefined) throw new Error("There is no index to fill");
  const search = createMeilisearch(server, target);
  for (;;) {
    if (isInterrupted?.()) throw new ReindexInterrupted("Interrupted");
    const page = await changes.changedSince(next.checkpoint.position, pageSize);
    const last = page.at(-1);
    if (last === undefined) return;
    await next.ensureActive();
    await applyChanges(page, search);
    await next.move({ position: last.position, target });
    report?.(last.position);
  }
}

/** Indexes the latest changes and swaps the indexes, under both leases. Resolves with the position. */
async function swap(deps: ReindexDependencies, next: HeldLease, live: HeldLease): Promise<number> {
  const { server } = deps;
  const index = liveIndex(server);
  if (!await hasIndex(server, index)) await prepareIndex(server, index);
  await fill(deps, next);
  const { target, position } = next.checkpoint;
  if (target === undefined) throw new Error("There is no index to swap");
  await live.ensureActive();
  // Before the swap, because afterward the name belongs to the old documents.
  await next.move({ position: 0, target: undefined });
  await swapInto(server, index, target);
  await live.move({ position, target: indexVersion(server.synonyms) });
  return position;
}

async function withLease<T>(
  { now, onWait, isInterrupted }: ReindexDependencies,
  subscription: Subscription,
  message: string,
  work: (held: HeldLease) => Promise<T>,
): Promise<T> {
  const until = now() + waitMs;
  for (let tries = 1;; tries++) {
    const done = await holdLease(subscription, async (held) => ({ result: await work(held) }), now);
    if (done !== undefined) return done.result;
    if (isInterrupted?.()) throw new ReindexInterrupted("Interrupted");
    if (now() >= until) throw new ReindexBusy(message);
    // A page of the service's indexer takes a moment.
    if (tries === 4) onWait?.(message);
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}
