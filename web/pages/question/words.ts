import type { AskedQuestion, OwnQuestion } from "../../../api/contract/questions.ts";

/** What alumni see of a cadet, such as "A cadet, class of 2027, Aviation". */
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

export const questionStates: Readonly<Record<OwnQuestion["state"], string>> = {
  open: "Sent to alumni",
  staff: "Staff have your question",
  answered: "Answered",
  withdrawn: "You withdrew it",
  closed: "Closed by staff",
  ended: "Ended without an answer",
};
