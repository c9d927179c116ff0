import { evolveSettings, nothingSet } from "../program/settings.ts";
import type { Cycle } from "./cycle.ts";
import { learn, type LoggedEvent, type Person, shownProfiles } from "./people.ts";
import { type CountedDays, createRequestDays } from "./request-days.ts";
import type { Fold } from "./statistics/statistic.ts";
import { type StatisticName, statisticNames, statistics } from "./statistics/statistics.ts";
import { countBy, Counts, type Table } from "./tables.ts";
import { topicsWith } from "./topics.ts";

export interface ReplayOptions {
  /** Consecutive cycles without gaps. */
  readonly cycles: readonly Cycle[];
  /** The time at which an unfinished cycle is evaluated. */
  readonly atMs: number;
  readonly countedDays: CountedDays;
  /** The first reported cycle; earlier ones are only compared. All are reported by default. */
  readonly firstReported?: number;
}

/** A cycle with the tables of each statistic. */
export interface CountedCycle {
  readonly cycle: Cycle;
  /** Position of the last counted event of the cycle. */
  readonly position: number;
  readonly tables: { readonly [Name in StatisticName]?: readonly Table[] };
}

type Observe = (event: LoggedEvent, person: Person | undefined, month: number) => void;

/** Folds events in order, and counts cycle by cycle. Pure. */
export function createReplay({ cycles, atMs, countedDays, firstReported = 0 }: ReplayOptions) {
  const people = new Map<string, Person>();
  const requestDays = createRequestDays(countedDays, cycles[0]?.startMs ?? 0);
  const counted: CountedCycle[] = [];
  let [cycle] = cycles;
  let counting = startCounting(cycle);
  let settings = nothingSet;
  let position = 0;
  let nowMs = 0;

  /** Statistics count from the first cycle on; before it, only members' facts are applied. */
  function startCounting(next: Cycle | undefined) {
    requestDays.startCycle();
    return next && countCycle(
      next,
      statisticNames.filter((name) =>
        next.name >= firstReported || "isCompared" in statistics[name]
      ),
    );
  }

  function close(): void {
    if (cycle === undefined || counting === undefined) return;
    const endMs = Math.min(cycle.endMs, atMs);
    const months = requestDays.ofMonths(cycle, endMs);
    const all = new Counts();
    for (const month of months) for (const key of month.values()) all.add(key, month.of(key));
    const tables = counting.close({
      cycle,
      atMs: endMs,
      people,
      members: countBy(people.values(), ({ role }) => role ?? "none"),
      profiles: shownProfiles(people),
      requests: { months, all },
      topics: topicsWith(settings.topics),
    });
    counted.push({ cycle, position, tables });
    cycle = cycles[counted.length];
    counting = startCounting(cycle);
  }

  return {
    /** Whether all cycles have ended, so that later events change nothing. */
    isDone: () => cycle === undefined,
    take(events: readonly LoggedEvent[]): void {
      for (const event of events) {
        // Events between two members have the start of their day as their time.
        nowMs = Math.max(nowMs, event.atMs);
        while (cycle !== undefined && nowMs >= cycle.endMs) close();
        if (cycle === undefined) return;
        const person = people.get(event.memberId);
        requestDays.take(event, person);
        counting?.take(event, person, nowMs);
        if (event.type === "TopicChanged") {
          settings = evolveSettings(settings, { ...event, personal: null });
        } else learn(people, event, person);
        position = event.position;
      }
    },
    finish(): readonly CountedCycle[] {
      while (cycle !== undefined) close();
      return counted;
    },
  };
}

/** Some statistics on one cycle. */
function countCycle(cycle: Cycle, names: readonly StatisticName[]) {
  const folds = names.map((name): readonly [StatisticName, Fold] => [
    name,
    statistics[name].createFold(cycle),
  ]);
  const observers = new Map<string, Observe[]>();
  for (const [, { observers: ofFold = {} }] of folds) {
    for (const [type, observe] of Object.entries(ofFold)) {
      observers.set(type, [...observers.get(type) ?? [], observe as Observe]);
    }
  }
  let month = -1;
  return {
    /** @param atMs Never before that of the last one. */
    take(event: LoggedEvent, person: Person | undefined, atMs: number): void {
      while (atMs >= (cycle.months[month + 1]?.startMs ?? Infinity)) month += 1;
      const observing = observers.get(event.type);
      if (observing === undefined || month < 0) return;
      for (const observe of observing) observe(event, person, month);
    },
    close: (closing: Parameters<Fold["close"]>[0]) =>
      Object.fromEntries(
        folds.map(([name, fold]) => [name, fold.close(closing)]),
      ) as CountedCycle["tables"],
  };
}
