import type { MemberEvent } from "../members/events.ts";
import type { Role } from "../vocabulary.ts";
import type { RequestsCounted } from "./count-events.ts";

export interface CountedWith {
  roleOf(memberId: string): Promise<Role | null | undefined>;
  askerOf(connectionId: string): Promise<string | undefined>;
  hasAskedBefore(memberId: string): Promise<boolean>;
  wasAcceptedBefore(memberId: string): Promise<boolean>;
}

/** Counts a day's requests and answers; `undefined` without any. */
export async function countDay(
  day: string,
  events: Iterable<{ readonly memberId: string; readonly event: MemberEvent }>,
  known: CountedWith,
): Promise<RequestsCounted | undefined> {
  const counts = {
    day,
    asked: {},
    topics: {},
    branches: {},
    regions: {},
    accepted: {},
    declined: {},
    acceptedTopics: {},
    answeredBy: {} as RequestsCounted["answeredBy"],
    withdrawn: 0,
    expired: 0,
    ended: 0,
    feedback: {},
    askers: {},
    reached: {},
  };
  const questions = { asked: 0, answered: {}, toStaff: 0 };
  let areQuestions = false;
  const askers = new Set<string>();
  const reached = new Set<string>();
  let isAnything = false;
  for (const { memberId, event } of events) {
    areQuestions = countQuestion(questions, event) || areQuestions;
    const isAnswer = event.type === "ConnectionAnswered";
    const role = isAnswer ? await known.roleOf(memberId) : undefined;
    const places = placesOf(event);
    isAnything ||= places !== undefined;
    for (const [group, value] of places ?? []) {
      if (value === undefined) counts[group] += 1;
      else add(counts[group], value);
    }
    if (isAnswer && event.personal !== null && role != null) {
      const { accepted, declined } = counts.answeredBy[role] ?? { accepted: 0, declined: 0 };
      counts.answeredBy[role] = event.personal.isAccepted
        ? { accepted: accepted + 1, declined }
        : { accepted, declined: declined + 1 };
    }
    if (event.type === "ConnectionRequested" && event.personal !== null) {
      if (askers.has(memberId) || await known.hasAskedBefore(memberId)) continue;
      askers.add(memberId);
      add(counts.askers, event.personal.role);
    }
    if (!isAnswer || !event.personal?.isAccepted) continue;
    const asker = await known.askerOf(event.personal.connectionId);
    if (asker === undefined || reached.has(asker) || await known.wasAcceptedBefore(asker)) continue;
    reached.add(asker);
    const askersRole = await known.roleOf(asker);
    if (askersRole != null) add(counts.reached, askersRole);
  }
  if (areQuestions) return { ...counts, questions };
  return isAnything ? counts : undefined;
}

/** Whether the event is counted among questions to the program's alumni. */
function countQuestion(
  questions: { asked: number; answered: Record<string, number>; toStaff: number },
  event: MemberEvent,
): boolean {
  switch (event.type) {
    case "QuestionAsked":
      questions.asked += 1;
      return true;
    case "QuestionPassedToStaff":
      questions.toStaff += 1;
      return true;
    case "QuestionAnswered":
      if (!event.personal?.isFirst) return false;
      add(questions.answered, event.personal.waited);
      return true;
    default:
      return false;
  }
}

function add(counts: Record<string, number>, key: string): void {
  counts[key] = (counts[key] ?? 0) + 1;
}

type CountKey =
  | readonly [group: "withdrawn" | "expired" | "ended", value?: undefined]
  | readonly [
    group: Exclude<
      keyof RequestsCounted,
      "day" | "answeredBy" | "questions" | "withdrawn" | "expired" | "ended"
    >,
    value: string,
  ];

/** Groups and values of `RequestsCounted` that an event adds one to; `undefined` for types that are not counted. */
function placesOf(event: MemberEvent): readonly CountKey[] | undefined {
  switch (event.type) {
    case "ConnectionRequested": {
      if (event.personal === null) return [];
      const { role, topics, armyBranch, regionCode } = event.personal;
      return [
        ["asked", role],
        ...topics.map((topic) => ["topics", topic] as const),
        ["branches", armyBranch ?? ""],
        ["regions", regionCode ?? ""],
      ];
    }
    case "ConnectionAnswered": {
      if (event.personal === null) return [];
      const { isAccepted, waited } = event.personal;
      const topics = event.personal.topics.map((topic) => ["acceptedTopics", topic] as const);
      return isAccepted ? [["accepted", waited], ...topics] : [["declined", waited]];
    }
    case "ConnectionWithdrawn":
      return [["withdrawn"]];
    case "ConnectionExpired":
      return [["expired"]];
    case "ConnectionEnded":
      return [["ended"]];
    case "FeedbackGiven":
      return event.personal === null ? [] : [["feedback", event.personal.helped]];
    default:
      return undefined;
  }
}
