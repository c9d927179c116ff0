import type { Database, Statement } from "./database.ts";
import { refuseIf } from "./database.ts";
import { statement, tables } from "./queries.ts";

/** Which members were lately mailed a question: the database refuses a second one in the same fortnight. */
export type QuestionMails = ReturnType<typeof createQuestionMails>;

export function createQuestionMails(database: Pick<Database, "write">) {
  return {
    /**
     * For the transaction that queues the mail. Days are counted since 1970, in UTC.
     * @param untilDay From which on there can be another one.
     */
    adding: (memberId: string, today: number, untilDay: number): Statement[] => [
      refuseIf("EXISTS (SELECT 1 FROM question_mails WHERE member_id = ? AND until_day > ?)", [
        memberId,
        today,
      ]),
      statement(
        tables.insertInto("question_mails").values({ member_id: memberId, until_day: untilDay }),
      ),
    ],
    async purge(beforeDay: number): Promise<void> {
      const over = tables.deleteFrom("question_mails").where("until_day", "<", beforeDay);
      await database.write([statement(over)]);
    },
  };
}
