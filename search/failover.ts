/**
 * Failover between search engines, with a circuit breaker. While the preferred engine is slow,
 * failing or behind, the stand-in answers, and the preferred one is retried in the background.
 */
import {
  noFilters,
  type ProfileHits,
  type ProfileQuery,
  type ProfileSearch,
  SearchUnavailable,
} from "./profile-search.ts";
import type { SuggestingSearch } from "./suggestions.ts";
import { within } from "../events/within.ts";
import { queryWords } from "./text.ts";

type Engine = Pick<ProfileSearch, "find">;
type SuggestingEngine = Pick<SuggestingSearch, "find" | "suggest">;

export interface FailoverDependencies {
  readonly preferred: Engine;
  /** Always available and current. It also makes all suggestions. */
  readonly standIn: SuggestingEngine;
  /** Whether the preferred engine has every change that the stand-in has. */
  readonly isCurrent: () => boolean;
  /** Milliseconds on a monotonic clock. */
  readonly now: () => number;
  readonly timeoutMs: number;
  /** Called once when the preferred engine fails, with the error, and once when it is back. */
  readonly onChange?: (
    change: { readonly is: "away"; readonly error: unknown } | {
      readonly is: "back";
    },
  ) => void;
  readonly pace?: Partial<FailoverPace>;
}

export interface FailoverPace {
  /** First retry after a failure; each further one waits twice as long. */
  readonly firstRetryMs: number;
  readonly longestRetryMs: number;
  /** After this long without searches, a failed engine isn't retried. */
  readonly idleMs: number;
  readonly behindMs: number;
}

export type FailoverSearch = ReturnType<typeof createFailover>;

const defaultPace: FailoverPace = {
  firstRetryMs: 500,
  longestRetryMs: 5000,
  idleMs: 2000,
  behindMs: 3000,
};

const anything: ProfileQuery = {
  text: "",
  filters: noFilters,
  sort: "recent",
  offset: 0,
  limit: 0,
};

export function createFailover(deps: FailoverDependencies) {
  const { preferred, standIn, isCurrent, now, timeoutMs, onChange } = deps;
  const pace = { ...defaultPace, ...deps.pace };
  let retryAtMs: number | undefined;
  let retryMs = pace.firstRetryMs;
  let backSinceMs = now();
  let answeredAtMs = -Infinity;
  let behindSinceMs: number | undefined;

  function fail(error: unknown): void {
    // Of many failures at once, only the first is reported.
    if (retryAtMs !== undefined && retryAtMs > now()) return;
    const isNew = retryAtMs === undefined;
    if (isNew && now() - backSinceMs > pace.longestRetryMs) retryMs = pace.firstRetryMs;
    retryAtMs = now() + retryMs;
    retryMs = Math.min(retryMs * 2, pace.longestRetryMs);
    if (isNew) onChange?.({ is: "away", error });
  }

  function succeed(): void {
    answeredAtMs = now();
    if (retryAtMs === undefined) return;
    retryAtMs = undefined;
    backSinceMs = now();
    onChange?.({ is: "back" });
  }

  /** The preferred engine's answer; `undefined` after a failure, which is counted. */
  async function ask(query: ProfileQuery): Promise<ProfileHits | undefined> {
    try {
      const found = await within(timeoutMs, preferred.find(query));
      if (found === undefined) throw new SearchUnavailable("No answer in time");
      // Without words both engines find the same, so a difference means that the server lost data.
      if (found.total === 0 && queryWords(query.text).length === 0) {
        const { total } = await standIn.find({ ...query, limit: 0 });
        if (total > 0) throw new SearchUnavailable("The index is empty");
      }
      return found;
    } catch (error) {
      fail(error);
      return undefined;
    }
  }

  function noteLag(): boolean {
    if (isCurrent()) behindSinceMs = undefined;
    else behindSinceMs ??= now();
    return behindSinceMs !== undefined;
  }

  const prefers = () => !noteLag() && retryAtMs === undefined;

  return {
    /** Whether the next search goes to the preferred engine. */
    prefers,
    async find(query: ProfileQuery): Promise<ProfileHits> {
      if (!prefers()) return await standIn.find(query);
      const found = await ask(query);
      if (found === undefined) return await standIn.find(query);
      answeredAtMs = now();
      // Check an empty result, which is cheap: the stand-in knows every word in any script.
      return found.total > 0 ? found : await standIn.find(query);
    },
    suggest: standIn.suggest,
    /** Why the stand-in answers, for operators; `undefined` if it doesn't. */
    degraded(): string | undefined {
      if (retryAtMs !== undefined) return "Meilisearch does not answer";
      const isBehind = noteLag() && now() - (behindSinceMs ?? now()) > pace.behindMs;
      return isBehind ? "Meilisearch does not have all changes" : undefined;
    },
    /** Call it regularly: retries the preferred engine when due. */
    async watch(): Promise<void> {
      noteLag();
      const isDue = retryAtMs === undefined
        ? now() - answeredAtMs >= pace.idleMs
        : now() >= retryAtMs;
      if (isDue && await ask(anything) !== undefined) succeed();
    },
  };
}
