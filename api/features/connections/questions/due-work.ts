import type { QuestionCommands } from "../../../../events/connections/questions/question-commands.ts";
import {
  nextRoundDays,
  questionEndsDays,
  type QuestionWaitsFor,
  replyKeptDays,
} from "../../../../events/connections/questions/question.ts";
import { countedDays } from "../../../../events/connections/least-asked.ts";
import { systemCause } from "../../../../events/connections/connection-writer.ts";
import { dayMs } from "../../../../events/day.ts";
import { Refusal } from "../../../../events/errors.ts";
import type { QuestionTable } from "../../../../events/read/questions.ts";
import type { QuestionMails } from "../../../../events/store/question-mails.ts";
import type { TimeAway } from "../../../../events/time-away.ts";
import type { RefusedAddresses } from "../../../mail/outbox/refused-addresses.ts";
import type { Outgoing } from "../../../mail/outgoing.ts";

interface QuestionWorkParts {
  readonly questionCommands: Pick<QuestionCommands, "forgetTexts" | "recordDue">;
  readonly questionMails: Pick<QuestionMails, "purge">;
  readonly away: Pick<TimeAway, "before">;
  readonly tables: {
    readonly questions: Pick<QuestionTable, "authorsOf" | "keptBefore" | "waiting">;
  };
  readonly refusedAddresses: Pick<RefusedAddresses, "memberIds">;
  readonly outgoing: Pick<Outgoing, "wake">;
  readonly messagesKeepDays: number;
  readonly now: () => Date;
}

const atOnce = 100;
/**
 * Sends questions to the next alumni, passes them to staff, ends them, and forgets kept replies and old
 * texts. Any number of nodes may run it: each step is stored once.
 */
export function createQuestionWork(
  {
    questionCommands,
    questionMails,
    away,
    tables,
    refusedAddresses,
    outgoing,
    messagesKeepDays,
    now,
  }: QuestionWorkParts,
): () => Promise<void> {
  const { questions } = tables;

  async function passAll(waitsFor: QuestionWaitsFor, afterMs: number): Promise<void> {
    for (;;) {
      const dueBefore = away.before(now().getTime(), afterMs);
      const due = await questions.waiting(waitsFor, dueBefore, atOnce);
      const without = due.length === 0 ? new Set<string>() : await refusedAddresses.memberIds();
      let passed = 0;
      for (const { questionId } of due) {
        if (await unlessErased(questionCommands.recordDue(questionId, without))) passed += 1;
      }
      if (passed > 0) outgoing.wake();
      if (due.length < atOnce || passed === 0) return;
    }
  }

  async function forgetReplies(): Promise<void> {
    const keptBefore = now().getTime() - replyKeptDays * dayMs;
    for (const { questionId, memberId } of await questions.keptBefore(keptBefore, atOnce)) {
      await unlessErased(questionCommands.forgetTexts(questionId, memberId, systemCause));
    }
  }

  async function forgetOldTexts(): Promise<void> {
    const closedBefore = now().getTime() - messagesKeepDays * dayMs;
    for (const { questionId } of await questions.waiting("forgetting", closedBefore, atOnce)) {
      for (const memberId of await questions.authorsOf(questionId)) {
        await unlessErased(questionCommands.forgetTexts(questionId, memberId, systemCause));
      }
    }
  }

  return async () => {
    await passAll("next-round", nextRoundDays * dayMs);
    await passAll("end", questionEndsDays * dayMs);
    await forgetReplies();
    await forgetOldTexts();
    await questionMails.purge(Math.floor(now().getTime() / dayMs) - countedDays);
  };
}

/** Ignores that a member was erased in between. */
async function unlessErased<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    const isGone = error instanceof Refusal &&
      (error.code === "member/not-found" || error.code === "connection/not-found");
    if (isGone) return undefined;
    throw error;
  }
}
