import type { Database } from "../../../events/database.ts";
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

/** The program's activity, counted once an hour: a count for each Home would show when someone asked. */
export function createActivity({ database, settings, now }: ActivityParts) {
  let cached: { readonly untilMs: number; readonly counted: Promise<Counted> } | undefined;

  async function countJoined(since: string): Promise<number> {
    const rows = await database.read(
      `SELECT member_id, created_at >= ? AS is_new, is_invited FROM members
       WHERE role IS NOT NULL AND (is_confirmed OR NOT is_invited)`,
      [since],
    );
    const invited = rows.filter((row) => row.is_invited === 1);
    // They join with their first password, whenever they were invited.
    const [accepted] = await database.read(
      `SELECT count(*) AS count FROM (SELECT min(at_ms) AS at_ms FROM events
         WHERE stream IN (SELECT value FROM json_each(?)) AND type = 'PasswordReset' GROUP BY stream)
       WHERE at_ms >= ?`,
      [JSON.stringify(invited.map((row) => row.member_id)), Date.parse(since)],
    );
    const registered = rows.filter((row) => row.is_invited === 0 && row.is_new === 1);
    return registered.length + Number(accepted?.count ?? 0);
  }

  async function count(): Promise<Counted> {
    const before = (days: number) => new Date(now().getTime() - days * dayMs).toISOString();
    const [week, month] = [before(weekDays), before(askedDays)];
    const [joined, rows] = await Promise.all([
      countJoined(week),
      database.read(
        `SELECT c.asker_id, json_extract(c.record, '$.askedAt') AS asked_at,
           json_extract(c.record, '$.answeredAt') AS answered_at,
           json_extract(c.record, '$.topics') AS topics,
           m.role
         FROM connections c LEFT JOIN members m ON m.member_id = c.asker_id
         WHERE asked_at >= ?1 OR answered_at >= ?1`,
        [month],
      ),
    ]);
    const askers = new Map<string, Set<string>>();
    for (const row of rows) {
      if (row.role !== "cadet" || String(row.asked_at ?? "") < month) continue;
      for (const id of JSON.parse(String(row.topics)) as string[]) {
        const topic = settings.topics().labelOf(id);
        askers.set(topic, (askers.get(topic) ?? new Set()).add(String(row.asker_id)));
      }
    }
    const isOfWeek = (at: unknown) => typeof at === "string" && at >= week;
    return {
      askers,
      week: {
        joined,
        asked: rows.filter((row) => isOfWeek(row.asked_at)).length,
        answered: rows.filter((row) => isOfWeek(row.answered_at)).length,
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
