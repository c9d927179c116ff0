import type { OwnTopic } from "../program/settings.ts";
import { helpTopics } from "../vocabulary.ts";

/** A help topic as profiles and requests store it, with its label at the report's time. */
export interface ReportTopic {
  readonly id: string;
  readonly label: string;
}

/** All topics of a program: its own last, including removed ones. */
export function topicsWith(own: readonly OwnTopic[]): readonly ReportTopic[] {
  return [
    ...helpTopics.map((id) => ({ id, label: id })),
    ...own.map(({ id, label, isOffered }) => ({
      id,
      label: isOffered ? label : `${label} (removed)`,
    })),
  ];
}
