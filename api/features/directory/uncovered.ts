/** Topics that members missed. Only counts per topic and day are stored, not who typed what. */
import { tooMany } from "../../auth/too-many.ts";
import type { Shared } from "../../composition/shared.ts";
import type { Directory } from "./directory.ts";
import { dayMs } from "../../../events/log/day.ts";

/** How many topics one member can report in a day. The count doesn't store which ones. */
const topicsADay = 5;
/** Staff see the last days' counts; older ones are deleted. */
export const shownDays = 30;

export function createUncovered(deps: Shared & { readonly directory: Directory }) {
  const { database, counts, directory, topics, now } = deps;
  const dayBefore = (days: number) =>
    new Date(now().getTime() - days * dayMs).toISOString().slice(0, 10);

  return {
    /** Counts reported topics, and returns those that no one offers. @throws {Problem} 429 after too many. */
    async report(memberId: string, asked: readonly string[]): Promise<readonly string[]> {
      const { offered, storedOf } = topics();
      const reported = offered.filter((topic) => asked.includes(topic));
      if (reported.length === 0) return [];
      const key = `uncovered ${memberId}`;
      const windows = [{ perMs: dayMs, atMost: topicsADay }];
      const tooManyTopics = (waitMs: number) => tooMany("topics in a day", waitMs);
      // Counted before the topics are looked for.
      const taken = Math.min(reported.length, topicsADay);
      const waitMs = await counts.take(key, windows, taken);
      if (waitMs !== undefined) throw tooManyTopics(waitMs);
      const missing = await directory.uncoveredOf(reported);
      const isTooMuch = missing.length > taken;
      const rest = isTooMuch ? taken : taken - missing.length;
      if (rest > 0) await counts.giveBack(key, rest);
      if (isTooMuch) throw tooManyTopics(dayMs);
      if (missing.length === 0) return missing;
      await database.write([
        { sql: "DELETE FROM uncovered_topics WHERE day < ?", args: [dayBefore(shownDays)] },
        {
          sql: `INSERT INTO uncovered_topics (day, topic, told)
                SELECT ?, value, 1 FROM json_each(?) WHERE true
                ON CONFLICT (day, topic) DO UPDATE SET told = told + 1`,
          args: [dayBefore(0), JSON.stringify(missing.map(storedOf))],
        },
      ]);
      return missing;
    },
    /** How often each topic that no one offers was reported in the last 30 days, most frequent first: for staff. */
    async recent(): Promise<readonly { readonly topic: string; readonly told: number }[]> {
      const { labelOf } = topics();
      const rows = await database.read(
        `SELECT topic, sum(told) AS told FROM uncovered_topics WHERE day >= ?
         GROUP BY topic ORDER BY told DESC, topic`,
        [dayBefore(shownDays)],
      );
      const all = rows.map((row) => ({
        topic: labelOf(String(row.topic)),
        told: Number(row.told),
      }));
      const still = await directory.uncoveredOf(all.map(({ topic }) => topic));
      return all.filter(({ topic }) => still.includes(topic));
    },
  };
}

export type Uncovered = ReturnType<typeof createUncovered>;
