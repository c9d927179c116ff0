/** Wrappers that measure a port's calls, and pass them on unchanged. */
import { ClaimTaken, type EventLog, VersionConflict } from "../../events/log/event-log.ts";
import type { ProfileQuery, ProfileSearch } from "../../search/profile-search.ts";
import type { Receive } from "../mail/arriving/arriving-mail.ts";
import type { AppendOutcome, Engine, Metrics, SearchKind } from "./metrics.ts";

export function measureLog(log: EventLog, metrics: Pick<Metrics, "appended">): EventLog {
  return {
    ...log,
    async append(commits) {
      const startedAt = performance.now();
      const tell = (outcome: AppendOutcome) =>
        metrics.appended(outcome, performance.now() - startedAt);
      try {
        const recorded = await log.append(commits);
        if (recorded.length > 0) tell("recorded");
        return recorded;
      } catch (error) {
        tell(outcomeOf(error));
        throw error;
      }
    },
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
    async find(query) {
      const startedAt = performance.now();
      const tell = (isAnswered: boolean) =>
        metrics.searched(engine, kindOf(query), isAnswered, performance.now() - startedAt);
      try {
        const found = await search.find(query);
        tell(true);
        return found;
      } catch (error) {
        tell(false);
        throw error;
      }
    },
  };
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
