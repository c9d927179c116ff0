/** Letters about questions to the program's alumni. None of them has an address. */
import { lasting, spelled } from "../../../../events/amounts.ts";
import type { ShownOfAsker } from "../../../../events/connections/questions/decide-question.ts";
import {
  questionEndsDays,
  questionMailDays,
  replyKeptDays,
} from "../../../../events/connections/questions/question.ts";
import { tokenLifetimeMs } from "../../../auth/tokens.ts";
import type { Letter } from "../../../mail/templates/letter.ts";
import { type Letterhead, pageLink } from "../../../mail/templates/letterhead.ts";

export interface QuestionNews {
  readonly firstName: string;
  readonly topic: string;
  /** What alumni see of the cadet. */
  readonly shown: ShownOfAsker;
  /** The question, or staff's words. */
  readonly text: string | undefined;
  readonly link: string;
}

type Write = (news: QuestionNews, head: Letterhead) => Letter;

/** Such as "a cadet (class of 2027, Aviation)". */
export function cadetInWords({ classYear, armyBranch }: ShownOfAsker): string {
  const about = [...classYear ? [`class of ${classYear}`] : [], ...armyBranch ? [armyBranch] : []];
  return about.length === 0 ? "a cadet" : `a cadet (${about.join(", ")})`;
}

export const questionLetters = {
  "connection-question": ({ firstName, topic, shown, text, link }) => ({
    firstName,
    subject: `About ${topic}: a cadet's question to the program's alumni`,
    opening: `${capital(cadetInWords(shown))} asks the program's alumni about ${topic}:`,
    quote: text,
    action: { label: "Read and answer", link },
    answer: "link",
    isDecision: true,
    closing: [
      "If you answer first, you start a conversation and learn the cadet's name. If you can't help, " +
      "you don't need to do anything.",
    ],
    details: [
      `The link opens this one question, without signing in, for ${
        lasting(tokenLifetimeMs["conversation-links"])
      }. Don't forward this email: anyone with the link can answer as you.`,
      `You get such a question at most once in ${spelled(questionMailDays, "day")}.`,
    ],
    because: "you help with this topic and take requests. To pause them, open Connections and " +
      "choose Mentoring settings",
  }),
  "connection-reply-kept": ({ firstName, topic, link }) => ({
    firstName,
    subject: `About ${topic}: we kept your reply`,
    opening:
      "Thank you for answering. Someone else was first, so the cadet hasn't seen your reply. " +
      "You can still send it as a message of your own.",
    action: { label: "Read and send your reply", link },
    answer: "none",
    closing: [
      `If you don't send it, we delete it after ${spelled(replyKeptDays, "day")}.`,
    ],
    because: "you answered a cadet's question",
  }),
  "connection-question-closed": ({ firstName, topic, text }, head) => ({
    firstName,
    subject: `About ${topic}: your question was closed`,
    opening: text === undefined
      ? `No one answered your question to the program's alumni within ${
        spelled(questionEndsDays, "day")
      }. This happens, and it says nothing about your question.`
      : "Program staff closed your question to the program's alumni. They wrote:",
    quote: text,
    action: { label: "Find someone to ask", link: pageLink(head, "/directory") },
    answer: "none",
    closing: [],
    because: "you asked the program's alumni",
  }),
} as const satisfies Readonly<Record<string, Write>>;

export type QuestionLetterKind = keyof typeof questionLetters;

export function isQuestionLetter(kind: string): kind is QuestionLetterKind {
  return Object.hasOwn(questionLetters, kind);
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
