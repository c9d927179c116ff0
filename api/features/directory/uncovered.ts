/**
 * Topics that members searched for in vain. Only counts per topic and day are stored, not who
 * searched.
 */
import type { Database } from "../../../events/store/database.ts";
import type { SharedCounts } from "../../auth/limits/shared-counts.ts";
import { tooMany } from "../../auth/limits/too-many.ts";
import type { EffectiveSettings } from "../../config/effective-settings.ts";
import type { Directory } from "./directory.ts";
import { statement, tables, tablesOf } from "../../../events/store/queries.ts";
import { dayMs } from "../../../events/day.ts";

/** How many topics one member can report in a day. The count doesn't store which ones. */
const topicsADay = 5;
/** Staff see the last days' counts; older ones are deleted. */
export const shownDays = 30;

interface UncoveredParts {
  readonly database: Pick<Database, "read" | "write">;
  readonly directory: Pick<Directory, "uncoveredOf">;
  readonly counts: Pick<SharedCounts, "take" | "giveBack">;
  readonly settings: Pick<EffectiveSettings, "topics">;
  readonly now: () => Date;
}

export function createUncovered({ database, directory, counts, settings, now }: UncoveredParts) {
  const dayBefore = (days: number) =>
    new Date(now().getTime() - days * dayMs).toISOString().slice(0, 10);

  return {
    /** Counts reported topics, and returns those that no one offers. @throws {Problem} 429 after too many. */
    async report(memberId: string, asked: readonly string[]): Promise<readonly string[]> {
      const { offered, storedOf } = settings.topics();
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
      const day = dayBefore(0);
      const told = missing.map((topic) => ({ day, topic: storedOf(topic) ?? topic, told: 1 }));
      await database.write([
        tables.deleteFrom("uncovered_topics").where("day", "<", dayBefore(shownDays)),
        tables.insertInto("uncovered_topics").values(told).onConflict((there) =>
          there.columns(["day", "topic"]).doUpdateSet(({ eb }) => ({
            told: eb("uncovered_topics.told", "+", 1),
          }))
        ),
      ].map(statement));
      return missing;
    },
    /**
     * How often each uncovered topic was reported in the last 30 days, most frequent first. For
     * staff.
     */
    async recent(): Promise<readonly { readonly topic: string; readonly told: number }[]> {
      const { labelOf } = settings.topics();
      const rows = await tablesOf(database).selectFrom("uncovered_topics")
        .select(({ fn }) => ["topic", fn.sum<number>("told").as("told")])
        .where("day", ">=", dayBefore(shownDays))
        .groupBy("topic").orderBy("told", "desc").orderBy("topic").execute();
      const all = rows.map(({ topic, told }) => ({ topic: labelOf(topic), told }));
      const still = await directory.uncoveredOf(all.map(({ topic }) => topic));
      return all.filter(({ topic }) => still.includes(topic));
    },
  };
}

export type Uncovered = ReturnType<typeof createUncovered>;
