/** Events between two members. Only type and day are clear. */
import { z } from "zod";
import type { EventOf } from "../event-of.ts";
import { contactOrder } from "../members/contact-fields.ts";
import { roles } from "../vocabulary.ts";
import { betweenTwo } from "./between-two.ts";
import { questionEventSchemas } from "./questions/question-events.ts";
import { declineReasons, helpedAnswers, messageWays, reportReasons, waits } from "./vocabulary.ts";

/** `2027-03`, or until the mentor resumes. */
const pause = z.union([z.string().regex(/^\d{4}-\d{2}$/), z.literal("resumed")]).nullable();

const texts = z.array(z.string());
const wait = z.enum(waits);
const connectionId = z.string();
const memberId = z.string();

export const connectionEventSchemas = {
  MentoringChanged: {
    facts: z.strictObject({
      takesRequests: z.boolean(),
      capacity: z.int(),
      pausedUntil: pause,
      wantsReminders: z.boolean(),
    }),
    personal: z.null(),
  },
  ConnectionRequested: betweenTwo({
    connectionId,
    memberId,
    role: z.enum(roles),
    askedRole: z.enum(roles),
    topics: texts,
    armyBranch: z.string().nullable(),
    regionCode: z.string().nullable(),
  }),
  ConnectionAnswered: betweenTwo({
    connectionId,
    isAccepted: z.boolean(),
    waited: wait,
    topics: texts,
    reason: z.enum(declineReasons).nullable(),
  }),
  /** The mentor took the answer back within a day: the request waits again. */
  ConnectionAnswerUndone: betweenTwo({ connectionId }),
  ConnectionWithdrawn: betweenTwo({ connectionId, waited: wait }),
  ConnectionExpired: betweenTwo({ connectionId, waited: wait }),
  /** Also the note of a request or an answer, so that each text can be forgotten separately. */
  MessageSent: betweenTwo({ connectionId, text: z.string(), way: z.enum(messageWays) }),
  /** The number counts those left out, when two were due at once. */
  ConnectionReminded: betweenTwo({ connectionId, number: z.int() }),
  /** Both were asked whether the conversation should continue. */
  ConnectionQuiet: betweenTwo({ connectionId }),
  ConnectionEnded: betweenTwo({
    connectionId,
    lasted: wait,
    by: z.enum(["asker", "mentor", "quiet"]),
  }),
  FeedbackGiven: betweenTwo({
    connectionId,
    words: z.string().nullable(),
    helped: z.enum(helpedAnswers),
    topics: texts,
  }),
  /** The author's messages of a connection are forgotten, because of their age. */
  MessagesForgotten: betweenTwo({ connectionId }),
  MemberBlocked: betweenTwo({ memberId }),
  MemberUnblocked: betweenTwo({ memberId }),
  /** The actor was shown a member's contacts: once a day for each contact. */
  ContactRevealed: betweenTwo({ memberId, contacts: z.array(z.enum(contactOrder)) }),
  MessageReported: betweenTwo({
    connectionId,
    memberId,
    quoted: z.string(),
    reason: z.enum(reportReasons),
  }),
  ...questionEventSchemas,
} as const;

/** These reveal nothing about one of the two members alone. */
export type BetweenTwo = EventOf<Omit<typeof connectionEventSchemas, "MentoringChanged">>;

export function eventBetween<T extends BetweenTwo["type"]>(
  type: T,
  personal: NonNullable<Extract<BetweenTwo, { type: T }>["personal"]>,
) {
  return { type, facts: {}, personal } as Extract<BetweenTwo, { type: T }>;
}

interface Typed {
  readonly type: string;
}

export function isBetweenTwo(event: Typed): event is BetweenTwo {
  return event.type !== "MentoringChanged" && Object.hasOwn(connectionEventSchemas, event.type);
}

/** When an event happened. For an event between two members its clear time is only the day. */
export function happenedAtMs(event: Typed, { atMs }: { readonly atMs: number }): number {
  return isBetweenTwo(event) ? event.personal?.atMs ?? atMs : atMs;
}
