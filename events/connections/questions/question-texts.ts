import { openEvent } from "../../members/sealing.ts";
import type { ConnectionTable } from "../../read/connections.ts";
import type { EventLog } from "../../store/event-log.ts";
import type { MemberKeys } from "../../store/keys.ts";
import type { ShownOfAsker } from "./decide-question.ts";

export interface QuestionTextsDependencies {
  readonly log: Pick<EventLog, "readAt">;
  readonly keys: Pick<MemberKeys, "load">;
  readonly table: Pick<ConnectionTable, "texts">;
}

export interface QuestionText extends ShownOfAsker {
  readonly text: string;
}

/** Questions with what alumni see of their cadets, which stays sealed in the log until someone reads it. */
export class QuestionTexts {
  constructor(private readonly deps: QuestionTextsDependencies) {}

  /** `undefined` once it is forgotten. */
  async of(questionId: string): Promise<QuestionText | undefined> {
    const { log, keys, table } = this.deps;
    const [place] = await table.texts(questionId, { kind: "question", limit: 1 });
    if (place === undefined) return undefined;
    const [[storedEvent], keyOf] = await Promise.all([
      log.readAt([place.position]),
      keys.load([place.authorId]),
    ]);
    const event = storedEvent && openEvent(storedEvent, keyOf.get(place.authorId));
    if (event?.type !== "QuestionTextWritten" || event.personal === null) return undefined;
    const { text, shown } = event.personal;
    return { text, ...shown ?? { classYear: null, armyBranch: null } };
  }
}
