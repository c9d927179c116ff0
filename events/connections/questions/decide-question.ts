import { eventBetween } from "../events.ts";
import { Refusal } from "../../errors.ts";
import { codeRegion } from "../../members/coding.ts";
import type { MemberEvent } from "../../members/events.ts";
import { publicProfile } from "../../members/privacy.ts";
import type { MemberRecord } from "../../members/record.ts";
import { productTopics, type Topics } from "../../program/topics.ts";
import { type ConnectionRecord, evolveConnection, isOpen } from "../connection.ts";
import { decideConnection, waitOf } from "../decide.ts";
import { type AskState, decideAsk } from "../decide-ask.ts";
import type { ConnectionLimits } from "../limits.ts";
import { type AskedSoFar, refuseTooMany, refuseUnadmitted, refuseUnconfirmed } from "../may-ask.ts";
import { isOpenQuestion, type QuestionRecord } from "./question.ts";
import type { MessageWay } from "../vocabulary.ts";

export interface NewQuestion {
  readonly questionId: string;
  readonly topic: string;
  readonly text: string;
}

export interface QuestionState extends AskedSoFar {
  readonly asker: MemberRecord;
  readonly topics?: Topics;
}

/** What alumni see of a cadet beside the text of a question: never the name. */
export interface ShownOfAsker {
  readonly classYear: string | null;
  readonly armyBranch: string | null;
}

export function shownOfAsker({ profile }: Pick<MemberRecord, "profile">): ShownOfAsker {
  return { classYear: profile?.classYear || null, armyBranch: profile?.armyBranch || null };
}

/** A cadet's question to the program's alumni, whom it is sent to separately. */
export function decideQuestion(
  { asker, asked, questions = [], topics = productTopics }: QuestionState,
  { questionId, topic: given, text }: NewQuestion,
  limits: ConnectionLimits,
  now: Date,
): MemberEvent[] {
  refuseUnadmitted(asker);
  if (asker.role !== "cadet") {
    throw new Refusal("question/cadets-only", "Only cadets can ask the program's alumni");
  }
  refuseUnconfirmed(asker);
  refuseTooMany({ asked, questions }, limits, now);
  const topic = topics.storedOf(given);
  if (topic === undefined) {
    throw new Refusal("connection/invalid", "Check the topic", { topic: "Choose a topic" });
  }
  if (questions.some((each) => isOpenQuestion(each) && each.topic === topic)) {
    throw new Refusal(
      "question/open",
      `You already have an open question about ${
        topics.labelOf(topic)
      }. Withdraw it to ask another.`,
    );
  }
  const shown = shownOfAsker(asker);
  return [
    eventBetween("QuestionAsked", { questionId, topic }),
    eventBetween("QuestionTextWritten", { questionId, kind: "question", text, way: "site", shown }),
  ];
}

/** Whether a question can be sent to an alumnus: exactly if the cadet could ask them about its topic. */
export function mayReceiveQuestion(
  state: Omit<AskState, "asked" | "questions">,
  topic: string,
  limits: ConnectionLimits,
  now: Date,
): boolean {
  const { mentor } = state;
  if (mentor?.role !== "alumni") return false;
  const ask = { connectionId: "", mentorId: mentor.memberId, topics: [topic], note: "" };
  try {
    decideAsk({ ...state, asked: [] }, ask, limits, now);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

export interface TakeState {
  readonly question: QuestionRecord;
  /** The question's text; `undefined` once it is forgotten. */
  readonly text: string | undefined;
  readonly asker: MemberRecord;
  readonly taker: MemberRecord;
  /** How many open conversations the taker has accepted. */
  readonly conversations: number;
  /** What is between the two, as the taker knows it. */
  readonly known: readonly ConnectionRecord[];
}

export interface Take {
  /** Of a new conversation, if there is none. */
  readonly connectionId: string;
  /** The taker's first message, if any. */
  readonly reply?: string | undefined;
  readonly way: MessageWay;
}

/** What each of the two does; the asker's comes first. */
export interface TakenQuestion {
  readonly connection: ConnectionRecord;
  readonly byAsker: readonly MemberEvent[];
  readonly byTaker: readonly MemberEvent[];
  /** In the question's stream, by the asker. */
  readonly answered: MemberEvent;
}

/**
 * The conversation of someone who answers a question: an accepted request with its text as the note. If
 * the two have an open request or conversation, the question is written there.
 *
 * @throws {Refusal} When the taker has as many conversations as they want.
 */
export function decideTake(
  { question, text = "", asker, taker, conversations, known }: TakeState,
  { connectionId: newId, reply, way }: Take,
  now: Date,
): TakenQuestion {
  const { questionId, answers, askedAt } = question;
  const open = known.find(isOpen);
  const connectionId = open?.connectionId ?? newId;
  const note = eventBetween("MessageSent", { connectionId, text, way: "site" });
  const requested = open === undefined ? requestFor(question, asker, taker, newId) : undefined;
  const at = { memberId: asker.memberId, atMs: now.getTime() };
  const connection = open ??
    (requested && evolveConnection(undefined, { ...at, event: requested }));
  if (connection === undefined) throw new Error("A request makes a connection");
  const isWaiting = connection.state === "requested" && connection.mentorId === taker.memberId;
  const command = isWaiting
    ? { type: "Accept", note: reply, way } as const
    : { type: "Write", text: reply ?? "", way } as const;
  const state = {
    member: taker,
    // A new request waited since the question was asked.
    connection: open ?? { ...connection, clockSince: askedAt },
    conversations,
    otherName: asker.firstName,
  };
  return {
    connection,
    byAsker: [...requested ? [requested] : [], note],
    byTaker: !isWaiting && reply === undefined ? [] : decideConnection(state, command, now),
    answered: eventBetween("QuestionAnswered", {
      questionId,
      connectionId,
      isNew: open === undefined,
      isFirst: answers.length === 0 && isOpenQuestion(question),
      waited: waitOf(now.getTime() - Date.parse(askedAt)),
    }),
  };
}

function requestFor(
  { topic }: QuestionRecord,
  { role = null }: MemberRecord,
  mentor: MemberRecord,
  connectionId: string,
): MemberEvent {
  if (role === null || mentor.role === null) {
    throw new Refusal("profile/role-missing", "Select your role first");
  }
  const shown = publicProfile(mentor);
  return eventBetween("ConnectionRequested", {
    connectionId,
    memberId: mentor.memberId,
    role,
    askedRole: mentor.role,
    topics: [topic],
    armyBranch: shown?.armyBranch ?? null,
    regionCode: codeRegion(shown?.location ?? null),
  });
}
