import { dayMs } from "../../day.ts";
import type { ConnectionEventAt } from "../connection.ts";

/** To how many alumni a question goes at once, how often, and after how many days without an answer. */
export const [askedAtOnce, questionRounds, nextRoundDays] = [3, 3, 3] as const;

/** After how many days without an answer staff see a question. */
export const passedToStaffDays = questionRounds * nextRoundDays;

/** After how many days without an answer a question ends. */
export const questionEndsDays = 30;

/** A question is mailed to one alumnus at most once in so many days. */
export const questionMailDays = 14;

/** How long a reply waits for its author, after another one was first. */
export const replyKeptDays = 14;

export type QuestionState = "open" | "staff" | "answered" | "withdrawn" | "closed" | "ended";

/** A cadet's question to the program's alumni. Contains no texts. */
export interface QuestionRecord {
  readonly questionId: string;
  readonly askerId: string;
  readonly topic: string;
  readonly state: QuestionState;
  /** ISO 8601, UTC, milliseconds; so too every other time here. */
  readonly askedAt: string;
  /** How often it was sent. */
  readonly rounds: number;
  /** When it was last sent, passed to staff or closed. */
  readonly lastStepAt: string;
  /** Conversations that it led to: the first answer's, then those of later replies. */
  readonly answers: readonly { readonly connectionId: string; readonly isNew: boolean }[];
}

export function isOpenQuestion({ state }: Pick<QuestionRecord, "state">): boolean {
  return state === "open" || state === "staff";
}

/** A question after one more event; events of an unknown one change nothing. */
export function evolveQuestion(
  before: QuestionRecord | undefined,
  { memberId, atMs, event }: ConnectionEventAt,
): QuestionRecord | undefined {
  if (event.personal === null) return before;
  const at = new Date(atMs).toISOString();
  if (event.type === "QuestionAsked") {
    const { questionId, topic } = event.personal;
    const nothingYet = { state: "open", rounds: 0, answers: [] } as const;
    return { questionId, askerId: memberId, topic, ...nothingYet, askedAt: at, lastStepAt: at };
  }
  if (before === undefined) return undefined;
  switch (event.type) {
    case "QuestionSent":
      return { ...before, rounds: before.rounds + 1, lastStepAt: at };
    case "QuestionPassedToStaff":
      return { ...before, state: "staff", lastStepAt: at };
    case "QuestionAnswered": {
      const { connectionId, isNew } = event.personal;
      const answers = [...before.answers, { connectionId, isNew }];
      if (!isOpenQuestion(before)) return { ...before, answers };
      return { ...before, state: "answered", answers, lastStepAt: at };
    }
    case "QuestionWithdrawn":
      return { ...before, state: "withdrawn", lastStepAt: at };
    case "QuestionClosed":
      return { ...before, state: "closed", lastStepAt: at };
    case "QuestionExpired":
      return { ...before, state: "ended", lastStepAt: at };
    default:
      return before;
  }
}

/** What a question waits for next, and since when that is counted. */
export type QuestionWaitsFor = "next-round" | "end" | "forgetting";

export function questionWaits(
  { state, askedAt, lastStepAt }: QuestionRecord,
): { readonly for: QuestionWaitsFor; readonly sinceMs: number } {
  if (state === "open") return { for: "next-round", sinceMs: Date.parse(lastStepAt) };
  if (state === "staff") return { for: "end", sinceMs: Date.parse(askedAt) };
  return { for: "forgetting", sinceMs: Date.parse(lastStepAt) };
}

/** @param now The time as it counts, without the time that the service was away. */
export function questionStep(
  question: QuestionRecord,
  now: Date,
): "send" | "pass to staff" | "end" | undefined {
  const { state, rounds, askedAt, lastStepAt } = question;
  const daysSince = (at: string) => (now.getTime() - Date.parse(at)) / dayMs;
  if (state === "open" && daysSince(lastStepAt) >= nextRoundDays) {
    return rounds < questionRounds ? "send" : "pass to staff";
  }
  return state === "staff" && daysSince(askedAt) >= questionEndsDays ? "end" : undefined;
}

/** From which UTC day on, counted since 1970, an alumnus can be mailed another question. */
export function nextQuestionDay(mailedAtMs: number): number {
  return Math.ceil(mailedAtMs / dayMs + questionMailDays);
}
