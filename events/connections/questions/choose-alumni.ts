import { recordIn } from "../../members/evolve.ts";
import type { MemberRecord } from "../../members/record.ts";
import type { QuestionTable } from "../../read/questions.ts";
import type { Transaction } from "../../transaction.ts";
import { mayReceiveQuestion } from "./decide-question.ts";
import type { LeastAsked } from "../least-asked.ts";
import { askedAtOnce } from "./question.ts";
import type { ConnectionsDependencies } from "../connection-writer.ts";

interface ChoosingParts extends
  Pick<
    ConnectionsDependencies,
    "limits" | "members" | "now" | "recentDeclines" | "table" | "topics"
  > {
  readonly questions: Pick<QuestionTable, "candidates">;
  readonly leastAsked: Pick<LeastAsked, "forQuestion">;
}

export interface ToSend {
  readonly asker: MemberRecord;
  readonly questionId: string;
  /** As it is stored. */
  readonly topic: string;
  /** Ids of members who can't be mailed. */
  readonly without: ReadonlySet<string>;
}

/** Candidates whose rows are read with one query. */
const atOnce = 50;

/**
 * The next alumni for a question, at most three: those who were asked least, and can be asked now. Those
 * who block the cadet are chosen like all others, and their mail is withheld, so nothing shows a block. The
 * commit fails once one of them can't be asked anymore.
 */
export async function chooseAlumni(
  parts: ChoosingParts,
  transaction: Transaction,
  { asker, questionId, topic, without }: ToSend,
): Promise<string[]> {
  const { questions, leastAsked, members, now } = parts;
  const found = await questions.candidates({ questionId, topic, nowMs: now().getTime() });
  const mailable = found.filter((id) => !without.has(id));
  const ordered = await leastAsked.forQuestion({ questionId, askerId: asker.memberId }, mailable);
  const chosen: string[] = [];
  for (let at = 0; at < ordered.length; at += atOnce) {
    const some = ordered.slice(at, at + atOnce);
    const rows = await members.byIds(some);
    for (const memberId of some) {
      const row = rows.get(memberId);
      if (row === undefined || !await mayReceive(parts, transaction, asker, row, topic)) continue;
      chosen.push(memberId);
      if (chosen.length === askedAtOnce) return chosen;
    }
  }
  return chosen;
}

/** Decides by the row alone first, which rules most out without naming them in the commit. */
async function mayReceive(
  { table, recentDeclines, limits, topics, now }: ChoosingParts,
  transaction: Transaction,
  asker: MemberRecord,
  row: MemberRecord,
  topic: string,
): Promise<boolean> {
  const { memberId } = row;
  const alone = { asker, between: [], topics: topics() };
  const asRead = { ...alone, mentor: row, conversations: row.conversations };
  if (!mayReceiveQuestion(asRead, topic, limits, now())) return false;
  const mentor = recordIn(await transaction.memberWithDealings(memberId));
  const [conversations, { connections, isBlocking }, wasDeclined] = await Promise.all([
    transaction.conversationsOf(memberId),
    table.between(asker.memberId, memberId),
    recentDeclines.has(asker.email, memberId),
  ]);
  const state = {
    ...alone,
    mentor,
    conversations,
    between: connections.filter(({ isHidden }) => !isHidden).map(({ record }) => record),
    isBlocking,
    hidesRequest: connections.some(({ record, isHidden }) =>
      isHidden && record.state === "requested"
    ),
    wasDeclined,
  };
  return mayReceiveQuestion(state, topic, limits, now());
}
