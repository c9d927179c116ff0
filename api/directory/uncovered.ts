/**
 * What members looked for and nobody offers, as they told the program: how often a topic of its list was told on a
 * day, and nothing of who told it, or of what they typed.
 *
 * @module
 */
import type { Database } from "../../events/database.ts";
import type { Topics } from "../../events/program/topics.ts";
import type { SharedCounts } from "../auth/shared-counts.ts";
import { tooMany } from "../auth/too-many.ts";
import type { Directory } from "./directory.ts";

export interface UncoveredDependencies {
  readonly vault: Pick<Database, "read" | "write">;
  readonly counts: Pick<SharedCounts, "take">;
  readonly directory: Pick<Directory, "uncoveredOf">;
  readonly topics: () => Topics;
  readonly now: () => Date;
}

const dayMs = 24 * 60 * 60 * 1000;
/** Topics that one member tells of in a day. Which of them they told of, no count knows. */
const topicsADay = 5;
/** Staff read what was told in so many days; older counts are deleted. */
const shownDays = 30;

export function createUncovered(deps: UncoveredDependencies) {
  const { vault, counts, directory, topics, now } = deps;
  const dayBefore = (days: number) =>
    new Date(now().getTime() - days * dayMs).toISOString().slice(0, 10);

  return {
    /**
     * Counts that somebody looked for topics.
     *
     * @returns Those that nobody offers; the others are not counted.
     * @throws {Problem} 429 after too many in a day.
     */
    async tell(memberId: string, asked: readonly string[]): Promise<readonly string[]> {
      const { offered, storedOf } = topics();
      const told = await directory.uncoveredOf(offered.filter((topic) => asked.includes(topic)));
      if (told.length === 0) return told;
      const windows = [{ perMs: dayMs, atMost: topicsADay }];
      const waitMs = await counts.take(`uncovered ${memberId}`, windows, told.length);
      if (waitMs !== undefined) throw tooMany("topics in a day", waitMs);
      await vault.write([
        { sql: "DELETE FROM uncovered_topics WHERE day < ?", args: [dayBefore(shownDays)] },
        {
          sql: `INSERT INTO uncovered_topics (day, topic, told)
                SELECT ?, value, 1 FROM json_each(?) WHERE true
                ON CONFLICT (day, topic) DO UPDATE SET told = told + 1`,
          args: [dayBefore(0), JSON.stringify(told.map(storedOf))],
        },
      ]);
      return told;
    },
    /** How often each was told in the last 30 days, the most first, without those that somebody offers now: for staff. */
    async recent(): Promise<readonly { readonly topic: string; readonly told: number }[]> {
      const { labelOf } = topics();
      const rows = await vault.read(
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
