import type { Database, Statement } from "../database.ts";
import { isSetting } from "../program/setting-events.ts";
import { evolveSettings, nothingSet, type ProgramSettings } from "../program/settings.ts";
import { createTopics, productTopics, type Topics } from "../program/topics.ts";
import type { Recorded } from "../log/event-log.ts";
import type { MemberEvent } from "../members/events.ts";

export type SettingsTable = ReturnType<typeof createSettingsTable>;

export function createSettingsTable(database: Pick<Database, "read">) {
  let text: string | undefined;
  let settings = nothingSet;
  let topics = productTopics;
  return {
    current: (): ProgramSettings => settings,
    topics: (): Topics => topics,
    /** Reads them again, after the tables caught up. */
    async refresh(): Promise<void> {
      const [row] = await database.read("SELECT record FROM settings");
      const found = row === undefined ? undefined : String(row.record);
      if (found === text) return;
      text = found;
      settings = found === undefined ? nothingSet : JSON.parse(found) as ProgramSettings;
      topics = createTopics(settings.topics);
    },
  };
}

export function createSettingsRow(database: Pick<Database, "read">) {
  let settings: ProgramSettings | undefined;
  async function before(): Promise<ProgramSettings> {
    const [row] = await database.read(`SELECT record FROM settings`);
    return row === undefined ? nothingSet : JSON.parse(String(row.record));
  }

  let isAnnouncementGone = false;
  const renamed: { readonly id: string; readonly position: number }[] = [];

  return {
    async apply(batch: readonly Recorded[], events: readonly MemberEvent[]): Promise<void> {
      for (const [at, { position }] of batch.entries()) {
        const event = events[at];
        if (event === undefined || !isSetting(event)) continue;
        settings ??= await before();
        const { announcement } = settings;
        settings = evolveSettings(settings, event);
        isAnnouncementGone ||= announcement !== null && settings.announcement !== announcement;
        if (event.type === "TopicChanged" && event.facts.is === "renamed") {
          renamed.push({ id: event.facts.id, position });
        }
      }
    },
    /** Whether the batch removes an announcement. */
    isForgetting: () => isAnnouncementGone,
    statements(): Statement[] {
      if (settings === undefined) return [];
      return [
        {
          sql: `INSERT INTO settings (id, record) VALUES (1, ?)
            ON CONFLICT (id) DO UPDATE SET record = excluded.record`,
          args: [JSON.stringify(settings)],
        },
        // It changes everyone with this topic in lists, too.
        ...renamed.map(({ id, position }) => ({
          sql: `UPDATE members SET changed_position = max(changed_position, ?)
            WHERE EXISTS (SELECT 1 FROM json_each(record, '$.profile.helpTopics') WHERE value = ?)`,
          args: [position, id],
        })),
      ];
    },
  };
}
