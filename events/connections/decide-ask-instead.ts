import { Refusal } from "../errors.ts";
import type { MemberEvent } from "../members/events.ts";
import { publicProfile } from "../members/privacy.ts";
import type { MemberRecord } from "../members/record.ts";
import { productTopics, type Topics } from "../program/topics.ts";
import type { Ask } from "./commands.ts";
import { type ConnectionRecord, isSilent } from "./connection.ts";
import { decideConnection } from "./decide.ts";
import { type AskState, decideAsk } from "./decide-ask.ts";
import { type ConnectionLimits, silentAfterDays } from "./limits.ts";

export interface AskInsteadState extends AskState {
  /** `undefined` if the asker knows of no such request. */
  readonly silent: ConnectionRecord | undefined;
  readonly silentName?: string | undefined;
}

/** The new request. Its topics follow from the one without an answer. */
export type AskInstead = Omit<Ask, "topics">;

/** Withdraws a request without an answer and asks someone else: both or neither. `[]` if that was done. */
export function decideAskInstead(
  { silent, silentName, ...state }: AskInsteadState,
  { connectionId, mentorId, note }: AskInstead,
  limits: ConnectionLimits,
  now: Date,
): MemberEvent[] {
  const { asker, mentor, asked, between } = state;
  if (silent?.state === "withdrawn" && askedOf(mentorId, between) !== undefined) return [];
  refuseUnlessSilent(asker.memberId, silent, silentName, now);
  const topics = sharedTopics(silent, mentor, state.topics);
  const own = { member: asker, connection: silent };
  const withdrawn = decideConnection(own, { type: "Withdraw" }, now);
  const left = asked.map((each): ConnectionRecord =>
    each.connectionId === silent.connectionId ? { ...each, state: "withdrawn" } : each
  );
  const requested = decideAsk(
    { ...state, asked: left },
    { connectionId, mentorId, topics, note },
    limits,
    now,
  );
  if (topics.length === 0) {
    throw new Refusal(
      "connection/invalid",
      `${
        mentor?.firstName || "This person"
      } doesn't help with these topics anymore. Choose someone else.`,
    );
  }
  return [...withdrawn, ...requested];
}

export function askedOf(
  mentorId: string,
  between: readonly ConnectionRecord[],
): ConnectionRecord | undefined {
  return between.find((each) => each.mentorId === mentorId && each.state === "requested");
}

export function sharedTopics(
  { topics }: Pick<ConnectionRecord, "topics">,
  mentor: MemberRecord | undefined,
  { storedOf }: Topics = productTopics,
): readonly string[] {
  const shown = mentor && publicProfile(mentor);
  const offered = new Set(shown?.helpTopics?.map(storedOf));
  return topics.map((topic) => storedOf(topic) ?? topic).filter((topic) => offered.has(topic));
}

export function refuseUnlessSilent(
  askerId: string,
  connection: ConnectionRecord | undefined,
  mentorName: string | undefined,
  now: Date,
): asserts connection is ConnectionRecord {
  if (connection?.askerId !== askerId) {
    throw new Refusal("connection/not-found", "Conversation not found");
  }
  if (isSilent(connection, now.getTime())) return;
  const name = mentorName || "The other person";
  const { state, isLeft, clockSince } = connection;
  const answered = `${name} has just answered, so we didn't ask anyone else. Read the answer here.`;
  const asksBack = `${name} asked you a question. Answer it, or withdraw your request.`;
  const early = `You can ask someone else after ${silentAfterDays} days without an answer.`;
  const why = {
    requested: clockSince === null ? asksBack : early,
    accepted: answered,
    declined: answered,
    ended: answered,
    withdrawn: "You've already withdrawn this request. You can find others in the directory.",
    expired: "This request has expired. You can find others in the directory.",
  }[state];
  throw new Refusal(
    state === "requested" ? "connection/not-silent" : "connection/answered",
    isLeft ? "This conversation ended when a member left" : why,
  );
}
