import type { Database, Statement } from "../store/database.ts";
import { isSetting } from "../program/setting-events.ts";
import { evolveSettings, nothingSet, type ProgramSettings } from "../program/settings.ts";
import { createTopics, productTopics, type Topics } from "../program/topics.ts";
import { parsed, rowsOf, statement, tables } from "../store/queries.ts";
import type { OpenedEvent } from "./project.ts";
import { insertAll, positionOf } from "./tables.ts";

export type SettingsTable = ReturnType<typeof createSettingsTable>;

const storedSettings = statement(tables.selectFrom("settings").select("record"));

export function createSettingsTable(database: Pick<Database, "read">) {
  let text: string | undefined;
  let settings = nothingSet;
  let topics = productTopics;
  return {
    current: (): ProgramSettings => settings,
    topics: (): Topics => topics,
    /** Reads the settings again, after a change by this or another process. */
    async refresh(): Promise<void> {
      const [row] = await rowsOf(database, storedSettings);
      if (row?.record === text) return;
      text = row?.record;
      settings = row === undefined ? nothingSet : parsed(row.record);
      topics = createTopics(settings.topics);
    },
  };
}

/** Statements for the settings in a batch. */
export async function settingsStatements(
  database: Pick<Database, "read">,
  batch: readonly OpenedEvent[],
): Promise<readonly Statement[]> {
  if (!batch.some(({ event }) => isSetting(event))) return [];
  const [row] = await rowsOf(database, storedSettings);
  let settings = row === undefined ? nothingSet : parsed(row.record);
  const renamed: Statement[] = [];
  for (const { event, position } of batch) {
    if (!isSetting(event)) continue;
    settings = evolveSettings(settings, event);
    if (event.type !== "TopicChanged" || event.facts.is !== "renamed") continue;
    // A rename changes everyone with this topic in lists, too.
    renamed.push({
      sql: `UPDATE members SET changed_position = max(changed_position, ${positionOf("?1")})
        WHERE EXISTS (SELECT 1 FROM json_each(topics) WHERE value = ?2)`,
      args: [position, event.facts.id],
    });
  }
  const stored = insertAll(
    "settings",
    ["id", "record"],
    JSON.stringify([[1, JSON.stringify(settings)]]),
    "id",
  );
  return [stored, ...renamed];
}
