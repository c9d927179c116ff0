import type { Handler } from "../handler.ts";
import { dayMs, startOfDay } from "../day.ts";
import type { EventLog, StoredEvent } from "../store/event-log.ts";
import type { MemberEvent } from "../members/events.ts";
import { openEvent } from "../members/sealing.ts";
import type { ConnectionTable } from "../read/connections.ts";
import type { MemberTable } from "../read/members.ts";
import { cycleAt } from "../report/cycle.ts";
import type { MemberKeys } from "../store/keys.ts";
import { connectionIdOf, type ConnectionRecord } from "./connection.ts";
import { countDay, type CountedWith } from "./count-day.ts";
import { countsStream, type RequestsCounted } from "./count-events.ts";
import { isBetweenTwo } from "./events.ts";
import { undoMs } from "./limits.ts";

export interface RequestCountsDependencies {
  readonly handler: Handler;
  readonly log: Pick<EventLog, "read" | "readStream" | "lastPosition">;
  readonly keys: Pick<MemberKeys, "load">;
  readonly table: Pick<ConnectionTable, "byId" | "askedBy">;
  readonly members: Pick<MemberTable, "byId">;
  readonly now: () => Date;
}

/**
 * A day is complete this long after its end: its answers can't be undone anymore, and nodes' clocks
 * agree to a few seconds.
 */
const settledMs = undoMs + 5 * 60 * 1000;
const pageSize = 1000;
const system = { actorId: "system", correlationId: "time" } as const;

interface Happened {
  readonly dayMs: number;
  readonly memberId: string;
  readonly event: MemberEvent;
}

export class RequestCounts {
  /** Days up to this time are counted by this process, including empty ones. */
  #countedMs = 0;

  constructor(private readonly deps: RequestCountsDependencies) {}

  /** Records the counts of every complete day, once for all nodes. */
  async countDays(): Promise<void> {
    const { handler, now } = this.deps;
    const untilMs = startOfDay(now().getTime() - settledMs);
    if (this.#countedMs >= untilMs) return;
    // If another node was first, nothing is left to count.
    await handler.handle({ cause: system }, async (transaction) => {
      const counted = await transaction.programStream(countsStream);
      const days = await this.#count(counted.at(-1)?.stored, untilMs);
      transaction.append(
        countsStream,
        days.map((facts) => ({ type: "RequestsCounted", facts, personal: null })),
      );
    });
    this.#countedMs = untilMs;
  }

  /** Counts of days that aren't stored yet, up to now; today's may still change. */
  async pending(): Promise<readonly RequestsCounted[]> {
    return await this.#count((await this.deps.log.readStream(countsStream)).at(-1), Infinity);
  }

  async #count(last: StoredEvent | undefined, untilMs: number): Promise<RequestsCounted[]> {
    const fromMs = last === undefined ? 0 : Date.parse((last.facts as RequestsCounted).day) + dayMs;
    const byDay = new Map<number, Set<Happened>>();
    const answers = new Map<string | undefined, Happened>();
    for await (const happened of this.#eventsFrom(Math.max(fromMs, this.#countedMs))) {
      const { dayMs, event } = happened;
      if (event.type === "ConnectionAnswered") answers.set(connectionIdOf(event), happened);
      const undone = event.type === "ConnectionAnswerUndone"
        ? answers.get(connectionIdOf(event))
        : undefined;
      if (undone !== undefined) byDay.get(undone.dayMs)?.delete(undone);
      if (dayMs < untilMs) byDay.set(dayMs, (byDay.get(dayMs) ?? new Set()).add(happened));
    }
    const days: RequestsCounted[] = [];
    for (const [atMs, happened] of byDay) {
      const day = new Date(atMs).toISOString().slice(0, 10);
      const facts = await countDay(day, happened, this.#knownOn(atMs));
      if (facts !== undefined) days.push(facts);
    }
    return days;
  }

  async *#eventsFrom(fromMs: number): AsyncGenerator<Happened> {
    const { log, keys } = this.deps;
    let after = await this.#firstWhere(({ atMs }) => atMs >= fromMs) - 1;
    for (;;) {
      const storedEvents = await log.read({ after, limit: pageSize });
      const authors = new Set(storedEvents.flatMap(({ authorId }) => authorId ?? []));
      const keysOf = await keys.load([...authors]);
      for (const event of storedEvents) {
        const memberId = event.authorId ?? event.stream;
        const opened = openEvent(event, keysOf.get(memberId));
        if (isBetweenTwo(opened)) yield { dayMs: startOfDay(event.atMs), memberId, event: opened };
      }
      const last = storedEvents.at(-1);
      if (last === undefined) return;
      after = last.position;
    }
  }

  /** The first position whose event fulfills a condition that all later ones fulfill, too. */
  async #firstWhere(fulfills: (event: StoredEvent) => boolean): Promise<number> {
    const { log } = this.deps;
    let [low, high] = [0, await log.lastPosition()];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const [event] = await log.read({ after: middle, limit: 1 });
      if (event === undefined || fulfills(event)) high = middle;
      else low = event.position;
    }
    return low + 1;
  }

  #knownOn(atMs: number): CountedWith {
    const { table, members } = this.deps;
    const cycleMs = cycleAt(atMs).startMs;
    const isBefore = (time: string | null) =>
      time !== null && Date.parse(time) >= cycleMs && Date.parse(time) < atMs;
    const has = async (memberId: string, fulfills: (connection: ConnectionRecord) => boolean) =>
      (await table.askedBy(memberId)).some(fulfills);
    return {
      roleOf: async (memberId) => (await members.byId(memberId))?.role,
      askerOf: async (id) => (await table.byId(id))?.askerId ?? undefined,
      hasAskedBefore: (memberId) => has(memberId, ({ askedAt }) => isBefore(askedAt)),
      wasAcceptedBefore: (memberId) =>
        has(memberId, ({ answeredAt, state }) => state !== "declined" && isBefore(answeredAt)),
    };
  }
}
