/** What holds for everyone who asks for help, whether they ask one person or the program's alumni. */
import { counted } from "../amounts.ts";
import { dayMs } from "../day.ts";
import { Refusal } from "../errors.ts";
import type { MemberRecord } from "../members/record.ts";
import { isAdmitted } from "../program/admission.ts";
import type { ConnectionRecord } from "./connection.ts";
import type { ConnectionLimits } from "./limits.ts";
import { isOpenQuestion, type QuestionRecord } from "./questions/question.ts";

export interface AskedSoFar {
  /** All requests of the asker to anyone, in any order. */
  readonly asked: readonly ConnectionRecord[];
  /** All their questions to the program's alumni. */
  readonly questions?: readonly QuestionRecord[];
}

export function refuseUnadmitted(asker: MemberRecord): void {
  if (isAdmitted(asker)) return;
  throw new Refusal("program/waiting", "You can ask for help once program staff approve you");
}

export function refuseUnconfirmed({ emailVerified, isAskingClosed }: MemberRecord): void {
  if (!emailVerified) {
    throw new Refusal(
      "connection/unconfirmed",
      "Confirm your email address first, so the answer reaches you",
    );
  }
  if (isAskingClosed) {
    throw new Refusal(
      "connection/asking-closed",
      "Program staff have stopped you from asking for help. Write to them if you have questions.",
    );
  }
}

/** How many requests and questions are unanswered. */
export function openRequests({ asked, questions = [] }: AskedSoFar): number {
  return asked.filter(({ state, isLeft }) => state === "requested" && !isLeft).length +
    questions.filter(isOpenQuestion).length;
}

/** A question counts as one request, and what it leads to as none. */
export function refuseTooMany(
  { asked, questions = [] }: AskedSoFar,
  limits: ConnectionLimits,
  now: Date,
): void {
  if (openRequests({ asked, questions }) >= limits.openRequests) {
    throw new Refusal(
      "connection/too-many-open",
      `You have ${
        counted(limits.openRequests, "unanswered request")
      }. Withdraw one to ask someone else.`,
    );
  }
  const answers = new Set(
    questions.flatMap(({ answers }) =>
      answers.flatMap(({ connectionId, isNew }) => isNew ? [connectionId] : [])
    ),
  );
  const isLate = ({ askedAt }: { readonly askedAt: string | null }) =>
    Date.parse(askedAt ?? "") > now.getTime() - 7 * dayMs;
  const lately = asked.filter((each) => isLate(each) && !answers.has(each.connectionId)).length +
    questions.filter(isLate).length;
  if (lately < limits.requestsAWeek) return;
  throw new Refusal(
    "connection/too-many-lately",
    `You can ask ${
      counted(limits.requestsAWeek, "person", "people")
    } a week. Try again in a few days.`,
  );
}
