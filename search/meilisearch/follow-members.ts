/**
 * Indexer for Meilisearch. The node with the lease writes changed members, waits for the server,
 * and moves the checkpoint in the log's database. A killed node's work is repeated from there.
 */
import { type HeldLease, holdLease } from "../../events/store/hold-lease.ts";
import type { Subscription } from "../../events/store/subscriptions.ts";
import { applyChanges, type MemberChanges } from "../index-members.ts";
import { countDocuments, liveIndex, prepareIndex } from "./indexes.ts";
import { createMeilisearch } from "./meilisearch.ts";
import type { MeilisearchServer } from "./server.ts";
import { indexVersion } from "./settings.ts";

export interface FollowerDependencies {
  readonly server: MeilisearchServer;
  /** Its target is the `indexVersion` of the live index. */
  readonly subscription: Subscription;
  readonly changes: MemberChanges;
  /** Number of searchable members, and the log position of that number. */
  readonly expected: () => Promise<{ readonly count: number; readonly position: number }>;
  readonly now: () => number;
  readonly steadyNow: () => number;
  readonly countEveryMs?: number;
}

const pageSize = 500;
/** Pause after a failure, so that an unavailable server isn't asked all the time. */
const pauseMs = 2000;

export function createMeilisearchFollower(deps: FollowerDependencies) {
  const { server, subscription, changes, expected, now, steadyNow, countEveryMs = 10_000 } = deps;
  const index = liveIndex(server);
  const search = createMeilisearch(server, index);
  const version = indexVersion(server.synonyms);
  let position = -1;
  let isStopped = false;
  let pausedUntilMs = -Infinity;
  let countedAtMs = -Infinity;
  let wasWrongAt: number | undefined;

  async function run(): Promise<boolean> {
    if (steadyNow() < pausedUntilMs) return false;
    try {
      await runOnce();
      return true;
    } catch (error) {
      pausedUntilMs = steadyNow() + pauseMs;
      throw error;
    }
  }

  async function runOnce(): Promise<void> {
    const { position: reached, target } = await subscription.read();
    position = target === version ? reached : -1;
    // Filled for another version of the product, which may still run. `reindex` switches over.
    if (target !== undefined && target !== version) return;
    if (target === version) {
      const [next] = await changes.changedSince(reached, 1);
      if (next === undefined && await isAsExpected(reached)) return;
    }
    await holdLease(subscription, follow, now);
  }

  async function follow(held: HeldLease): Promise<void> {
    const { target } = held.checkpoint;
    if (target !== undefined && target !== version) return;
    if (target === undefined || await countDocuments(server, index) === undefined) {
      await startAgain(held);
    }
    while (!isStopped) {
      const page = await changes.changedSince(held.checkpoint.position, pageSize);
      const last = page.at(-1);
      if (last === undefined) return;
      await held.ensureActive();
      await applyChanges(page, search);
      await held.move({ position: last.position, target: version });
      position = held.checkpoint.position;
    }
  }

  async function startAgain(held: HeldLease): Promise<void> {
    position = -1;
    await held.move({ position: 0, target: undefined });
    await prepareIndex(server, index);
    await search.clear();
    await held.move({ position: 0, target: version });
  }

  /**
   * Whether the index has the expected number of documents: a server can return without its data,
   * or with old data. Another process may be ahead, so only two wrong counts in a row matter.
   */
  async function isAsExpected(reached: number): Promise<boolean> {
    if (steadyNow() - countedAtMs < countEveryMs) return true;
    const { count, position: known } = await expected();
    if (known !== reached) return true;
    const found = await countDocuments(server, index);
    if (found === count) {
      countedAtMs = steadyNow();
      wasWrongAt = undefined;
      return true;
    }
    position = -1;
    if (found !== undefined && wasWrongAt !== reached) {
      wasWrongAt = reached;
      return true;
    }
    wasWrongAt = undefined;
    if (found !== undefined) {
      await holdLease(subscription, (held) => held.move({ position: 0, target: undefined }), now);
    }
    return false;
  }

  return {
    /**
     * Indexes changes, unless another process does. False if it skipped that after a recent
     * failure.
     */
    run,
    /** Log position up to which the index was complete at the last run; -1 while unknown. */
    position: (): number => position,
    /** Ends the current run after its page. */
    stop(): void {
      isStopped = true;
    },
  };
}
