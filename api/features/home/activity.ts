import { sql } from "kysely";
import type { Database } from "../../../events/store/database.ts";
import { parsed, tablesOf } from "../../../events/store/queries.ts";
import type { EffectiveSettings } from "../../config/effective-settings.ts";

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;
export const askedDays = 30;
export const weekDays = 7;
/** Smaller counts are withheld: they could describe one person. */
export const fewestShown = 5;

export interface Week {
  readonly joined: number;
  readonly asked: number;
  readonly answered: number;
}

interface Counted {
  readonly week: Week;
  readonly askers: ReadonlyMap<string, ReadonlySet<string>>;
}

interface ActivityParts {
  readonly database: Pick<Database, "read">;
  readonly settings: Pick<EffectiveSettings, "topics">;
  readonly now: () => Date;
}

/**
 * The program's activity, counted once an hour: a count at each visit of Home would show when
 * someone asked.
 */
export function createActivity({ database, settings, now }: ActivityParts) {
  const db = tablesOf(database);
  let cached: { readonly untilMs: number; readonly counted: Promise<Counted> } | undefined;

  async function countJoined(since: string): Promise<number> {
    const members = db.selectFrom("members").where("role", "is not", null);
    const [registered, accepted] = await Promise.all([
      members.where("is_invited", "=", 0).where("created_at", ">=", since)
        .select(({ fn }) => fn.countAll<number>().as("count")).executeTakeFirst(),
      // Invited people join by their answer, which confirms their address.
      db.selectFrom("events").select("stream").where("type", "=", "EmailVerified")
        .where(
          "stream",
          "in",
          members.where("is_invited", "=", 1).where("is_confirmed", "=", 1).select("member_id"),
        )
        .groupBy("stream").having(({ fn }) => fn.min("at_ms"), ">=", Date.parse(since)).execute(),
    ]);
    return (registered?.count ?? 0) + accepted.length;
  }

  async function count(): Promise<Counted> {
    const before = (days: number) => new Date(now().getTime() - days * dayMs).toISOString();
    const [week, month] = [before(weekDays), before(askedDays)];
    const [joined, rows] = await Promise.all([
      countJoined(week),
      db.selectFrom("connections as c").leftJoin("members as m", "m.member_id", "c.asker_id")
        .select(["c.asker_id", "c.record", "m.role"])
        .where(
          sql<
            boolean
          >`c.record ->> '$.askedAt' >= ${month} OR c.record ->> '$.answeredAt' >= ${month}`,
        )
        .execute(),
    ]);
    const askers = new Map<string, Set<string>>();
    const requests = rows.map((row) => ({ ...row, ...parsed(row.record) }));
    for (const { role, askedAt, topics, askerId } of requests) {
      if (role !== "cadet" || askerId === null || (askedAt ?? "") < month) continue;
      for (const id of topics) {
        const topic = settings.topics().labelOf(id);
        askers.set(topic, (askers.get(topic) ?? new Set()).add(askerId));
      }
    }
    const isOfWeek = (at: string | null) => at !== null && at >= week;
    return {
      askers,
      week: {
        joined,
        asked: requests.filter(({ askedAt }) => isOfWeek(askedAt)).length,
        answered: requests.filter(({ answeredAt }) => isOfWeek(answeredAt)).length,
      },
    };
  }

  async function counted(): Promise<Counted> {
    const nowMs = now().getTime();
    if (cached === undefined || cached.untilMs <= nowMs) {
      cached = { untilMs: nowMs + hourMs, counted: count() };
    }
    try {
      return await cached.counted;
    } catch (error) {
      cached = undefined;
      throw error;
    }
  }

  return {
    week: async (): Promise<Week> => (await counted()).week,
    /**
     * Cadets who asked anyone for help with one of these topics in the last 30 days, rounded down
     * to fives so that it doesn't reveal when one asked; `null` for fewer than five.
     */
    async askersOf(wanted: readonly string[]): Promise<number | null> {
      const { askers } = await counted();
      const all = new Set(wanted.flatMap((topic) => [...askers.get(topic) ?? []]));
      return all.size < fewestShown ? null : all.size - all.size % fewestShown;
    },
  };
}
