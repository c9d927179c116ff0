import type { Origin } from "../../../api/auth/origin.ts";
import { QuestionReply } from "../../../api/contract/questions.ts";
import type { Product } from "../../../api/product.ts";
import type { Answered } from "../../../events/connections/questions/answer-question.ts";
import type { MessageWay } from "../../../events/connections/vocabulary.ts";
import type { Toast } from "../../toasts/toast.ts";
import { checked } from "../form.ts";

interface Actor {
  readonly memberId: string;
  readonly origin: Origin;
  readonly way: MessageWay;
}

export const questionFields = ["does", "text"] as const;

export type QuestionOutcome = Answered | { readonly is: "dropped" };

/** Runs an asked member's action. @throws {Refusal} @throws {Problem} */
export async function actOnQuestion(
  questions: Product["questions"],
  { memberId, origin, way }: Actor,
  questionId: string,
  { does, text }: Readonly<Record<string, string | undefined>>,
): Promise<QuestionOutcome> {
  if (does === "send-kept") return await questions.sendKept(memberId, questionId, origin);
  if (does === "drop-kept") {
    await questions.dropKept(memberId, questionId, origin);
    return { is: "dropped" };
  }
  if (does === "take") return await questions.answer(memberId, questionId, { way }, origin);
  const reply = checked(QuestionReply, { text: text ?? "" });
  return await questions.answer(memberId, questionId, { ...reply, way }, origin);
}

export function questionToast({ is }: QuestionOutcome): Toast {
  switch (is) {
    case "taken":
      return { title: "You have the conversation" };
    case "kept":
      return { title: "Someone else was first", description: "We kept your reply." };
    case "over":
      return { title: "Someone else was first" };
    case "dropped":
      return { title: "Reply deleted" };
  }
}
