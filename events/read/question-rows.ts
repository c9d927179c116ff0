/** Rows of questions to the program's alumni, folded from batches of events. Texts stay in the log. */
import {
  evolveQuestion,
  type QuestionRecord,
  questionWaits,
} from "../connections/questions/question.ts";
import type { Database, Statement } from "../store/database.ts";
import type { MemberEvent } from "../members/events.ts";
import { anyOf, parsed, tablesOf } from "../store/queries.ts";
import type { OpenedEvent } from "./project.ts";
import { columnsOf, insertAll, positionOf } from "./tables.ts";

/** Statements for a batch, to run after those for connections. Loads existing rows first. */
export async function questionStatements(
  database: Pick<Database, "read">,
  batch: readonly OpenedEvent[],
): Promise<readonly Statement[]> {
  const ids = new Set(batch.flatMap(({ event }) => questionIdOf(event) ?? []));
  const known = await load(database, [...ids]);
  return batch.flatMap((happened): Statement[] => {
    const { memberId, event } = happened;
    if (event.type === "MemberErased") {
      for (const [id, { askerId }] of known) if (askerId === memberId) known.delete(id);
      return erasureOf(memberId);
    }
    const questionId = questionIdOf(event);
    if (questionId === undefined) return [];
    const before = known.get(questionId);
    const after = evolveQuestion(before, happened);
    const others = alongside(happened, after !== undefined);
    if (after === undefined || after === before) return others;
    known.set(questionId, after);
    return [rowOf(after), ...others];
  });
}

async function load(
  database: Pick<Database, "read">,
  ids: readonly string[],
): Promise<Map<string, QuestionRecord>> {
  if (ids.length === 0) return new Map();
  const rows = await tablesOf(database).selectFrom("questions").select("record")
    .where("question_id", "in", anyOf(ids)).execute();
  return new Map(rows.map(({ record }) => {
    const question = parsed(record);
    return [question.questionId, question];
  }));
}

function questionIdOf({ personal }: MemberEvent): string | undefined {
  return personal !== null && "questionId" in personal ? personal.questionId : undefined;
}

function rowOf(question: QuestionRecord): Statement {
  const { questionId, askerId, state } = question;
  const waits = questionWaits(question);
  const row = [questionId, askerId, state, waits.for, waits.sinceMs, JSON.stringify(question)];
  return insertAll("questions", columnsOf("questions"), JSON.stringify([row]), "question_id");
}

/** Texts, and to whom it went. */
function alongside(
  { memberId, eventId, position, atMs, event }: OpenedEvent,
  isKnown: boolean,
): Statement[] {
  if (event.type === "QuestionSent" && event.personal !== null) {
    const { questionId, memberIds } = event.personal;
    return [addPeople(questionId, memberIds, "asked")];
  }
  if (event.type !== "QuestionTextWritten" || event.personal === null) return [];
  const { questionId, kind } = event.personal;
  return [
    {
      sql: `INSERT INTO messages
          (message_id, connection_id, author_id, kind, position, at_ms, is_left)
        VALUES (?1, ?2, ?3, ?4, ${positionOf("?5")}, ?6, ?7)`,
      // What was written to a cadet who is erased is to be deleted.
      args: [eventId, questionId, memberId, kind, position, atMs, isKnown ? 0 : 1],
    },
    ...kind === "closing" && isKnown ? [addPeople(questionId, [memberId], "staff")] : [],
  ];
}

function addPeople(
  questionId: string,
  memberIds: readonly string[],
  part: "asked" | "staff",
): Statement {
  const rows = memberIds.map((memberId) => [questionId, memberId, part]);
  return insertAll("question_people", columnsOf("question_people"), JSON.stringify(rows));
}

/** Leaves nothing that names a member: a cadet's questions go, and an alumnus's part in others'. */
function erasureOf(memberId: string): Statement[] {
  const own = "SELECT question_id FROM questions WHERE asker_id = ?1";
  const theirs = `${own} UNION SELECT question_id FROM question_people WHERE member_id = ?1`;
  const sql = [
    `UPDATE messages SET is_left = 1 WHERE author_id <> ?1 AND connection_id IN (${own})`,
    `DELETE FROM messages WHERE author_id = ?1 AND connection_id IN (${theirs})`,
    `DELETE FROM question_people WHERE member_id = ?1 OR question_id IN (${own})`,
    "DELETE FROM questions WHERE asker_id = ?1",
  ];
  return sql.map((each) => ({ sql: each, args: [memberId] }));
}
