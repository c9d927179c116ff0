/**
 * Failover between search engines, with a circuit breaker. The preferred engine answers as long as it
 * answers in time and has all changes. Otherwise the stand-in answers at once, and the preferred engine is
 * tried again in the background.
 *
 * @module
 */
import {
  noFilters,
  type ProfileHits,
  type ProfileQuery,
  type ProfileSearch,
  SearchUnavailable,
} from "./profile-search.ts";
import type { SuggestingSearch } from "./suggestions.ts";
import { queryWords } from "./text.ts";

type Engine = Pick<ProfileSearch, "find">;
type SuggestingEngine = Pick<SuggestingSearch, "find" | "suggest">;

export interface FailoverDependencies {
  readonly preferred: Engine;
  /** Always there, and always current. It suggests, whoever finds. */
  readonly standIn: SuggestingEngine;
  /** Whether the preferred engine has everything that the stand-in has. */
  readonly isCurrent: () => boolean;
  /** Milliseconds since some time. */
  readonly now: () => number;
  /** How long a search may take. */
  readonly timeoutMs: number;
  /** Is told once when the preferred engine fails, with the error, and once when it is back. */
  readonly onChange?: (
    change: { readonly is: "away"; readonly error: unknown } | {
      readonly is: "back";
    },
  ) => void;
  readonly pace?: Partial<FailoverPace>;
}

export interface FailoverPace {
  /** When a failed engine is tried again first; each time twice as late. */
  readonly firstRetryMs: number;
  readonly longestRetryMs: number;
  /** How long an engine that nobody asks is not asked by us, either. */
  readonly idleMs: number;
  /** How long it may lack something until that is worth telling. */
  readonly behindMs: number;
}

export interface FailoverSearch extends SuggestingEngine {
  /** Whether the next search goes to the preferred engine. */
  prefers(): boolean;
  /** Why the stand-in answers, for operators; `undefined` when all is well. */
  degraded(): string | undefined;
  /** To be called every now and then: tries the preferred engine where that is due. */
  watch(): Promise<void>;
}

const defaultPace: FailoverPace = {
  firstRetryMs: 500,
  longestRetryMs: 5000,
  idleMs: 2000,
  behindMs: 3000,
};

/** Everything, but no page of it. */
const anything: ProfileQuery = {
  text: "",
  filters: noFilters,
  sort: "recent",
  offset: 0,
  limit: 0,
};

export function createFailover(deps: FailoverDependencies): FailoverSearch {
  const { preferred, standIn, isCurrent, now, timeoutMs, onChange } = deps;
  const pace = { ...defaultPace, ...deps.pace };
  let retryAtMs: number | undefined;
  let retryMs = pace.firstRetryMs;
  let backSinceMs = now();
  let heardAtMs = -Infinity;
  let behindSinceMs: number | undefined;

  function fail(error: unknown): void {
    // Of many that fail together, the first says it.
    if (retryAtMs !== undefined && retryAtMs > now()) return;
    const isNew = retryAtMs === undefined;
    if (isNew && now() - backSinceMs > pace.longestRetryMs) retryMs = pace.firstRetryMs;
    retryAtMs = now() + retryMs;
    retryMs = Math.min(retryMs * 2, pace.longestRetryMs);
    if (isNew) onChange?.({ is: "away", error });
  }

  function succeed(): void {
    heardAtMs = now();
    if (retryAtMs === undefined) return;
    retryAtMs = undefined;
    backSinceMs = now();
    onChange?.({ is: "back" });
  }

  /** The preferred engine's answer; or, noted as a failure, none. */
  async function ask(query: ProfileQuery): Promise<ProfileHits | undefined> {
    try {
      const found = await within(timeoutMs, preferred.find(query));
      // Without words both engines find the same: a server can be there and have lost its data.
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
    prefers,
    async find(query) {
      if (!prefers()) return await standIn.find(query);
      const found = await ask(query);
      if (found === undefined) return await standIn.find(query);
      heardAtMs = now();
      // Nothing found is cheap to check: the stand-in knows every word, whatever script it is in.
      return found.total > 0 ? found : await standIn.find(query);
    },
    suggest: (query) => standIn.suggest(query),
    degraded() {
      if (retryAtMs !== undefined) return "Meilisearch does not answer";
      const isBehind = noteLag() && now() - (behindSinceMs ?? now()) > pace.behindMs;
      return isBehind ? "Meilisearch does not have all changes" : undefined;
    },
    async watch() {
      noteLag();
      const isDue = retryAtMs === undefined ? now() - heardAtMs >= pace.idleMs : now() >= retryAtMs;
      if (isDue && await ask(anything) !== undefined) succeed();
    },
  };
}

async function within<T>(timeoutMs: number, answer: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new SearchUnavailable("No answer in time")), timeoutMs);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
