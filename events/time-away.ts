import type { Database } from "./store/database.ts";
import { tablesOf } from "./store/queries.ts";

/** The time from a backup to its restore, in milliseconds since 1970. */
export interface Away {
  readonly fromMs: number;
  readonly untilMs: number;
}

/**
 * Times between backups and their restores. They don't count toward deadlines: the service was
 * away,
 * and what people did then is lost.
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

  /** Time of the latest restore, in milliseconds since 1970; `-Infinity` if there was none. */
  lastUntilMs(): number {
    return this.#latestFirst[0]?.untilMs ?? -Infinity;
  }

  /** Counted milliseconds between two moments. */
  between(fromMs: number, untilMs: number): number {
    const away = this.#latestFirst.map((each) =>
      Math.max(0, Math.min(untilMs, each.untilMs) - Math.max(fromMs, each.fromMs))
    );
    return untilMs - fromMs - away.reduce((sum, each) => sum + each, 0);
  }

  /** The latest moment with this much counted time until another one. */
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
