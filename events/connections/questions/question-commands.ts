import { createQuestionAnswering } from "./answer-question.ts";
import { createQuestionAsking } from "./ask-question.ts";
import { createQuestionEnding } from "./end-question.ts";
import type { QuestionsDependencies } from "./question-stream.ts";
import { createQuestionSteps } from "./send-question.ts";

export type QuestionCommands = ReturnType<typeof createQuestionCommands>;

/** Commands of cadets' questions to the program's alumni. */
export function createQuestionCommands(deps: QuestionsDependencies) {
  return {
    ...createQuestionAsking(deps),
    ...createQuestionSteps(deps),
    ...createQuestionAnswering(deps),
    ...createQuestionEnding(deps),
  };
}
