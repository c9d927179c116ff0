/** Wrappers that measure a port's calls. */
import { ClaimTaken, type EventLog, VersionConflict } from "../../events/log/event-log.ts";
import type { ProfileQuery, ProfileSearch } from "../../search/profile-search.ts";
import type { Receive } from "../mail/arriving/arriving-mail.ts";
import type { AppendOutcome, Engine, Metrics, SearchKind } from "./metrics.ts";

export function measureLog(log: EventLog, metrics: Pick<Metrics, "appended">): EventLog {
  return {
    ...log,
    append: (commits) =>
      timed(() => log.append(commits), (ms, recorded, error) => {
        if (recorded === undefined) metrics.appended(outcomeOf(error), ms);
        else if (recorded.length > 0) metrics.appended("recorded", ms);
      }),
  };
}

export function measureReceive(
  receive: Receive,
  metrics: Pick<Metrics, "mailReceived">,
): Receive {
  return async (mail) => {
    const outcome = await receive(mail);
    metrics.mailReceived(outcome);
    return outcome;
  };
}

export function measureSearch<T extends Pick<ProfileSearch, "find">>(
  search: T,
  engine: Engine,
  metrics: Pick<Metrics, "searched">,
): T {
  return {
    ...search,
    find: (query: ProfileQuery) =>
      timed(
        () => search.find(query),
        (ms, found) => metrics.searched(engine, kindOf(query), found !== undefined, ms),
      ),
  };
}

/** @param onDone Gets the duration, and the result or error. */
async function timed<T>(
  work: () => Promise<T>,
  onDone: (ms: number, result: T | undefined, error?: unknown) => void,
): Promise<T> {
  const startedAt = performance.now();
  try {
    const result = await work();
    onDone(performance.now() - startedAt, result);
    return result;
  } catch (error) {
    onDone(performance.now() - startedAt, undefined, error);
    throw error;
  }
}

function outcomeOf(error: unknown): AppendOutcome {
  if (error instanceof VersionConflict) return "conflict";
  return error instanceof ClaimTaken ? "name-taken" : "failed";
}

function kindOf({ text, filters }: ProfileQuery): SearchKind {
  if (text.trim() !== "") return "text";
  const isFiltered = Object.values(filters).some((values) => values.length > 0);
  return isFiltered ? "filtered" : "everything";
}
