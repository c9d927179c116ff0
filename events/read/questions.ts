import { type ExpressionBuilder, sql } from "kysely";
import { dayMs } from "../day.ts";
import type { QuestionRecord, QuestionWaitsFor } from "../connections/questions/question.ts";
import type { Database } from "../store/database.ts";
import { parsed, tablesOf } from "../store/queries.ts";
import type { Tables } from "../store/tables.ts";

export type QuestionTable = ReturnType<typeof createQuestionTable>;

interface CandidateQuery {
  readonly questionId: string;
  /** As it is stored. */
  readonly topic: string;
  readonly nowMs: number;
}

/** Questions that staff see: not those of a cadet who is apart from the viewer by a block. */
const isForStaff =
  (viewerId: string) =>
  ({ and, eb, exists, not, or, selectFrom }: ExpressionBuilder<Tables, "questions">) =>
    and([
      eb(sql.ref<string>("questions.state"), "=", sql.lit("staff")),
      not(exists(
        selectFrom("blocks as b").select("b.blocker_id").where("b.until_position", "is", null)
          .where(({ eb, ref }) =>
            or([
              eb("b.blocker_id", "=", viewerId).and("b.blocked_id", "=", ref("questions.asker_id")),
              eb("b.blocked_id", "=", viewerId).and("b.blocker_id", "=", ref("questions.asker_id")),
            ])
          ),
      )),
    ]);

const isReply = sql<boolean>`kind = 'reply'`;

export function createQuestionTable(database: Database) {
  const db = tablesOf(database);
  const records = db.selectFrom("questions").select("record");
  const recordsIn = async (found: typeof records): Promise<readonly QuestionRecord[]> =>
    (await found.execute()).map(({ record }) => parsed(record));

  return {
    async byId(questionId: string): Promise<QuestionRecord | undefined> {
      return (await recordsIn(records.where("question_id", "=", questionId)))[0];
    },
    askedBy: (memberId: string): Promise<readonly QuestionRecord[]> =>
      recordsIn(records.where("asker_id", "=", memberId)),
    /** Ids of the questions that a member was sent. */
    async sentTo(memberId: string): Promise<readonly string[]> {
      const rows = await db.selectFrom("question_people").select("question_id")
        .where("member_id", "=", memberId).where("part", "=", "asked").execute();
      return rows.map(({ question_id }) => question_id);
    },
    /** Ids of the open ones among them, the latest first. */
    async openSentTo(memberId: string): Promise<readonly string[]> {
      const rows = await db.selectFrom("question_people as p")
        .innerJoin("questions as q", "q.question_id", "p.question_id")
        .select("p.question_id").where("p.member_id", "=", memberId).where("p.part", "=", "asked")
        .where("q.state", "in", ["open", "staff"])
        .orderBy(sql`q.record ->> '$.askedAt'`, "desc").execute();
      return rows.map(({ question_id }) => question_id);
    },
    async wasAsked(questionId: string, memberId: string): Promise<boolean> {
      const rows = await db.selectFrom("question_people").select("member_id")
        .where("question_id", "=", questionId).where("member_id", "=", memberId)
        .where("part", "=", "asked").execute();
      return rows.length > 0;
    },
    /** Questions that became due at a time or earlier, oldest first. */
    waiting: (
      forWhat: QuestionWaitsFor,
      sinceMs: number,
      limit: number,
    ): Promise<readonly QuestionRecord[]> =>
      recordsIn(
        records.where("waits_for", "=", forWhat).where("since_ms", "<=", sinceMs)
          .$if(forWhat === "forgetting", (found) => found.where(hasTexts))
          .orderBy("since_ms").limit(limit),
      ),
    /** Oldest first. */
    forStaff: (viewerId: string): Promise<readonly QuestionRecord[]> =>
      recordsIn(records.where(isForStaff(viewerId)).orderBy("since_ms")),
    /** How many questions wait for staff. */
    async countForStaff(viewerId: string): Promise<number> {
      const row = await db.selectFrom("questions").where(isForStaff(viewerId))
        .select(({ fn }) => fn.countAll<number>().as("count")).executeTakeFirst();
      return row?.count ?? 0;
    },
    /** Ids of alumni who offer a topic, weren't sent the question, and may be mailed one today. */
    async candidates({ questionId, topic, nowMs }: CandidateQuery): Promise<readonly string[]> {
      const today = Math.floor(nowMs / dayMs);
      const rows = await db.selectFrom("members as m").where("m.role", "=", "alumni")
        .where("m.sealed", "is not", null).where("m.paused_until", "is", null)
        .where(sql<boolean>`EXISTS (SELECT 1 FROM json_each(m.topics) WHERE value = ${topic})`)
        .where(({ exists, not, selectFrom }) =>
          not(exists(
            selectFrom("question_mails as q").select("q.until_day")
              .whereRef("q.member_id", "=", "m.member_id").where("q.until_day", ">", today),
          ))
        )
        .where(({ exists, not, selectFrom }) =>
          not(exists(
            selectFrom("question_people as p").select("p.part")
              .whereRef("p.member_id", "=", "m.member_id")
              .where("p.question_id", "=", questionId),
          ))
        )
        .select("m.member_id").execute();
      return rows.map(({ member_id }) => member_id);
    },
    /** When a member's reply to a question was kept; `undefined` if none is. */
    async keptReply(questionId: string, memberId: string): Promise<string | undefined> {
      const row = await db.selectFrom("messages").select("at_ms")
        .where("connection_id", "=", questionId).where("author_id", "=", memberId)
        .where("kind", "=", "reply").where("is_left", "=", 0).executeTakeFirst();
      return row && new Date(row.at_ms).toISOString();
    },
    /** Replies kept at a time or earlier. */
    async keptBefore(
      atMs: number,
      limit: number,
    ): Promise<readonly { readonly questionId: string; readonly memberId: string }[]> {
      return await db.selectFrom("messages")
        .select(["connection_id as questionId", "author_id as memberId"])
        .where(isReply).where("at_ms", "<=", atMs).where("is_left", "=", 0)
        .orderBy("at_ms").limit(limit).execute();
    },
    async authorsOf(questionId: string): Promise<readonly string[]> {
      const rows = await db.selectFrom("messages").select("author_id").distinct()
        .where("connection_id", "=", questionId).where("is_left", "=", 0).execute();
      return rows.map((row) => row.author_id);
    },
    /** Whether a text with this id is stored anywhere. */
    async hasText(messageId: string): Promise<boolean> {
      const rows = await db.selectFrom("messages").select("message_id")
        .where("message_id", "=", messageId).execute();
      return rows.length > 0;
    },
  };
}

const hasTexts = ({ exists, selectFrom }: ExpressionBuilder<Tables, "questions">) =>
  exists(
    selectFrom("messages as m").select("m.message_id").where("m.is_left", "=", 0)
      .whereRef("m.connection_id", "=", "questions.question_id"),
  );
