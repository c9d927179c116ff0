import type { Database } from "./store/database.ts";
import { tablesOf } from "./store/queries.ts";

/** From a backup to its restore, in milliseconds since 1970. */
export interface Away {
  readonly fromMs: number;
  readonly untilMs: number;
}

/**
 * Time that doesn't count for what is due, since the service was away and what people did then is
 * lost: the times between backups and their restores.
 */
export class TimeAway {
  readonly #latestFirst: readonly Away[];

  constructor(away: readonly Away[] = []) {
    this.#latestFirst = away.toSorted((one, other) => other.untilMs - one.untilMs);
  }

  static async read(database: Pick<Database, "read">): Promise<TimeAway> {
    const rows = await tablesOf(database).selectFrom("restores")
      .select(["made_at_ms as fromMs", "restored_at_ms as untilMs"]).execute();
    return new TimeAway(rows.filter(({ fromMs, untilMs }) => fromMs < untilMs));
  }

  /** When the service last came back from a backup, in milliseconds since 1970; `-Infinity` if never. */
  lastUntilMs(): number {
    return this.#latestFirst[0]?.untilMs ?? -Infinity;
  }

  /** How much of the time between two moments counts. */
  between(fromMs: number, untilMs: number): number {
    const away = this.#latestFirst.map((each) =>
      Math.max(0, Math.min(untilMs, each.untilMs) - Math.max(fromMs, each.fromMs))
    );
    return untilMs - fromMs - away.reduce((sum, each) => sum + each, 0);
  }

  /** The latest moment from which on this much counts until another one. */
  before(untilMs: number, countedMs: number): number {
    let atMs = untilMs;
    let leftMs = countedMs;
    for (const away of this.#latestFirst) {
      if (away.fromMs >= atMs) continue;
      const sinceMs = atMs - Math.min(atMs, away.untilMs);
      if (sinceMs >= leftMs) break;
      leftMs -= sinceMs;
      atMs = away.fromMs;
    }
    return atMs - leftMs;
  }
}
