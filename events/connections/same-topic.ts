import { productTopics, type Topics } from "../program/topics.ts";
import type { ConnectionRecord } from "./connection.ts";
import { isOpenQuestion, type QuestionRecord } from "./questions/question.ts";

export interface AlsoAsked {
  /** The topics that each of them shares with the accepted one, as stored; each once. */
  readonly topics: readonly string[];
  /** The oldest first. */
  readonly requests: readonly ConnectionRecord[];
}

/**
 * Other open requests about the same topics as one that was accepted: its asker may not need them
 * anymore. Without a topic in common, a request is about something else.
 *
 * @param accepted One of the asker's own; nothing is left over unless it is accepted and goes on.
 * @param asked All requests of its asker to anyone, in any order.
 */
export function alsoAsked(
  accepted: ConnectionRecord,
  asked: readonly ConnectionRecord[],
  { storedOf }: Pick<Topics, "storedOf"> = productTopics,
): AlsoAsked {
  if (accepted.state !== "accepted" || accepted.isLeft) return { topics: [], requests: [] };
  const stored = (topic: string) => storedOf(topic) ?? topic;
  const about = new Set(accepted.topics.map(stored));
  const shared = ({ topics }: ConnectionRecord) =>
    topics.map(stored).filter((topic) => about.has(topic));
  const requests = asked
    .filter((each) =>
      each.connectionId !== accepted.connectionId && each.askerId === accepted.askerId &&
      each.state === "requested" && !each.isLeft && shared(each).length > 0
    )
    .toSorted((one, other) => (one.askedAt ?? "").localeCompare(other.askedAt ?? ""));
  return { topics: [...new Set(requests.flatMap(shared))], requests };
}

/** The asker's open question to the program's alumni about one of the topics of an accepted request. */
export function alsoAskedAlumni(
  { state, isLeft, topics }: ConnectionRecord,
  questions: readonly QuestionRecord[],
  { storedOf }: Pick<Topics, "storedOf"> = productTopics,
): QuestionRecord | undefined {
  if (state !== "accepted" || isLeft) return undefined;
  const about = new Set(topics.map((topic) => storedOf(topic) ?? topic));
  return questions.find((each) => isOpenQuestion(each) && about.has(each.topic));
}
