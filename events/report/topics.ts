import { isSetting, settingsStream } from "../program/setting-events.ts";
import { evolveSettings, nothingSet } from "../program/settings.ts";
import type { MemberEvent } from "../members/events.ts";
import { helpTopics } from "../vocabulary.ts";
import type { LogDatabase } from "./replay/pages.ts";

/** A help topic as profiles and requests hold it, and as it was called at the time that is looked at. */
export interface ReportTopic {
  readonly id: string;
  readonly label: string;
}

export const takenAway = " (removed)";

/** Those of every program. */
export const productTopics: readonly ReportTopic[] = helpTopics.map((id) => ({ id, label: id }));

/** All that the program had at a position of the log: its own last, also those that it took away. */
export async function readTopics(
  database: LogDatabase,
  position: number,
): Promise<readonly ReportTopic[]> {
  const rows = await database.read(
    `SELECT facts FROM events
     WHERE member_id = '${settingsStream}' AND type = 'TopicChanged' AND position <= ?
     ORDER BY version`,
    [position],
  );
  const { topics } = rows
    .map(({ facts }) =>
      ({ type: "TopicChanged", facts: JSON.parse(String(facts)), personal: null }) as MemberEvent
    )
    .filter(isSetting)
    .reduce(evolveSettings, nothingSet);
  return [
    ...productTopics,
    ...topics.map(({ id, label, isOffered }) => ({
      id,
      label: isOffered ? label : label + takenAway,
    })),
  ];
}

/** What each of them is called. */
export function labelsOf(topics: readonly ReportTopic[]): (id: string) => string {
  const labels = new Map(topics.map(({ id, label }) => [id, label]));
  return (id) => labels.get(id) ?? id;
}
