import type { AskedQuestion, OwnQuestion } from "../../../api/contract/questions.ts";

/** A cadet as described to alumni, such as "A cadet, class of 2027, Aviation". */
export function cadetText(
  { classYear, armyBranch }: Pick<AskedQuestion, "classYear" | "armyBranch">,
): string {
  return [
    "A cadet",
    ...classYear ? [`class of ${classYear}`] : [],
    ...armyBranch ? [armyBranch] : [],
  ]
    .join(", ");
}

/** The same with the topic, as the start of a question. */
export function askingText(
  question: Pick<AskedQuestion, "classYear" | "armyBranch" | "topic">,
): string {
  const cadet = cadetText(question);
  return `${cadet}${cadet.includes(",") ? "," : ""} asks about ${question.topic}`;
}

export const questionStates: Readonly<Record<OwnQuestion["state"], string>> = {
  open: "Sent to alumni",
  staff: "Staff have your question",
  answered: "Answered",
  withdrawn: "You withdrew it",
  closed: "Closed by staff",
  ended: "Ended without an answer",
};
