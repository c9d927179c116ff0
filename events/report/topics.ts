import type { OwnTopic } from "../program/settings.ts";
import { helpTopics } from "../vocabulary.ts";

/** A help topic as profiles and requests hold it, and as it was called at the time that is looked at. */
export interface ReportTopic {
  readonly id: string;
  readonly label: string;
}

/** All that a program has: its own last, also those that it removed. */
export function topicsWith(own: readonly OwnTopic[]): readonly ReportTopic[] {
  return [
    ...helpTopics.map((id) => ({ id, label: id })),
    ...own.map(({ id, label, isOffered }) => ({
      id,
      label: isOffered ? label : `${label} (removed)`,
    })),
  ];
}
