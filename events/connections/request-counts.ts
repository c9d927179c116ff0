import { emptyStream, type EventLog, VersionConflict } from "../log/event-log.ts";
import { dayMs, startOfDay } from "../log/day.ts";
import type { PrivateStreams } from "../members/private-streams.ts";
import { openEvent, sealEvent } from "../members/sealing.ts";
import type { MemberTable } from "../read/members.ts";
import type { ConnectionTable } from "../read/connections.ts";
import type { MemberKeys } from "../vault/keys.ts";
import type { ConnectionRecord } from "./connection.ts";
import { countDay } from "./count-day.ts";
import { countsStream, type RequestsCounted } from "./count-events.ts";
import { isBetweenTwo } from "./events.ts";

/** Counts of requests, which statistics are made of. */
export interface RequestCounts {
  /**
   * Records the counts of every day that has ended, once for all nodes. Days before schema version 3 are left out: their
   * events say in clear what is counted.
   */
  countDays(): Promise<void>;
  /** The counts of days that are not recorded yet, up to this moment; a day that is not over may still change. */
  pending(): Promise<readonly RequestsCounted[]>;
}

export interface RequestCountsDependencies {
  readonly log: Pick<EventLog, "append" | "read" | "readStream" | "lastPosition">;
  readonly keys: Pick<MemberKeys, "load">;
  readonly privateStreams: PrivateStreams;
  readonly table: Pick<ConnectionTable, "byId" | "askedBy">;
  readonly members: Pick<MemberTable, "byId">;
  readonly catchUp: () => Promise<void>;
  /** When the commissioning cycle of a time began. */
  readonly cycleStartAt: (atMs: number) => number;
  readonly now: () => Date;
  /** A new UUID. */
  readonly newId: () => string;
}

/** After so long a day has no more events: the clocks of nodes agree to a few seconds. */
const settledMs = 5 * 60 * 1000;
const pageSize = 1000;
/** Since this version what happens between two says nothing in clear. */
const sealedSince = 3;
const system = { actorId: "system", correlationId: "time", causationId: "time" } as const;

export function createRequestCounts(deps: RequestCountsDependencies): RequestCounts {
  const { log, keys, privateStreams, table, members, catchUp, now, newId } = deps;
  /** What this process has counted, also where there was nothing. */
  let countedMs = 0;

  /** The first position at which something is so of an event, as it is of all that come after it. */
  async function firstWhere(isSo: (event: Awaited<ReturnType<typeof log.read>>[0]) => boolean) {
    let [low, high] = [0, await log.lastPosition()];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const [event] = await log.read({ after: middle, limit: 1 });
      if (event === undefined || isSo(event)) high = middle;
      else low = event.position;
    }
    return low + 1;
  }

  async function firstSealedDay(): Promise<number> {
    const position = await firstWhere((event) => event.schemaVersion >= sealedSince);
    const [event] = await log.read({ after: position - 1, limit: 1 });
    return event === undefined ? Infinity : startOfDay(event.atMs);
  }

  async function* eventsOf(fromMs: number, untilMs: number) {
    let after = await firstWhere(({ atMs }) => atMs >= fromMs) - 1;
    for (;;) {
      const recorded = await log.read({ after, limit: pageSize });
      const owned = recorded.map((event) => ({
        recorded: event,
        memberId: privateStreams.ownerOf(event.memberId).memberId,
      }));
      const keysOf = await keys.load([...new Set(owned.map(({ memberId }) => memberId))]);
      for (const { recorded: event, memberId } of owned) {
        if (event.atMs >= untilMs) return;
        const opened = openEvent(event, keysOf.get(memberId));
        if (isBetweenTwo(opened)) yield { dayMs: startOfDay(event.atMs), memberId, event: opened };
      }
      const last = recorded.at(-1);
      if (last === undefined) return;
      after = last.position;
    }
  }

  /** What was asked and accepted between the beginning of the cycle and that of a day. */
  function knownOn(atMs: number) {
    const cycleMs = deps.cycleStartAt(atMs);
    const isBefore = (time: string | null) =>
      time !== null && Date.parse(time) >= cycleMs && Date.parse(time) < atMs;
    const has = async (memberId: string, isSo: (connection: ConnectionRecord) => boolean) =>
      (await table.askedBy(memberId)).some(isSo);
    return {
      roleOf: async (memberId: string) => (await members.byId(memberId))?.role,
      askerOf: async (id: string) => (await table.byId(id))?.askerId ?? undefined,
      hasAskedBefore: (memberId: string) => has(memberId, ({ askedAt }) => isBefore(askedAt)),
      wasAcceptedBefore: (memberId: string) =>
        has(memberId, ({ answeredAt, state }) => state !== "declined" && isBefore(answeredAt)),
    };
  }

  /** Counts of the days after the last recorded ones, and the event that has those. */
  async function countUntil(untilMs: number) {
    const counted = await log.readStream(countsStream);
    await catchUp();
    const last = counted.at(-1);
    const fromMs = last === undefined
      ? await firstSealedDay()
      : Date.parse((last.facts as RequestsCounted).day) + dayMs;
    const byDay = new Map<number, { memberId: string; event: ReturnType<typeof openEvent> }[]>();
    for await (const { dayMs, ...happened } of eventsOf(Math.max(fromMs, countedMs), untilMs)) {
      byDay.set(dayMs, [...byDay.get(dayMs) ?? [], happened]);
    }
    const days: RequestsCounted[] = [];
    for (const [atMs, happened] of byDay) {
      const day = new Date(atMs).toISOString().slice(0, 10);
      const facts = await countDay(day, happened, knownOn(atMs));
      if (facts !== undefined) days.push(facts);
    }
    return { last, days };
  }

  return {
    pending: async () => (await countUntil(Infinity)).days,
    async countDays() {
      const untilMs = startOfDay(now().getTime() - settledMs);
      if (countedMs >= untilMs) return;
      const { last, days } = await countUntil(untilMs);
      try {
        await log.append([{
          memberId: countsStream,
          head: last ?? emptyStream,
          cause: system,
          events: days.map((facts) =>
            sealEvent({ type: "RequestsCounted", facts, personal: null }, {
              memberId: countsStream,
              eventId: newId(),
              key: undefined,
            })
          ),
        }]);
        countedMs = untilMs;
      } catch (error) {
        // Another node was first. What it has left is counted next time.
        if (!(error instanceof VersionConflict)) throw error;
      }
    },
  };
}
