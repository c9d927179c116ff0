/** Events between two members. Only type and day are clear, not even the exact time. */
import { z } from "zod";
import type { EventOf } from "../event-of.ts";
import { contactOrder } from "../members/contact-fields.ts";
import { roles } from "../vocabulary.ts";
import { declineReasons, helpedAnswers, messageWays, reportReasons, waits } from "./vocabulary.ts";

/** `2027-03`, or until the mentor resumes. */
const pause = z.union([z.string().regex(/^\d{4}-\d{2}$/), z.literal("resumed")]).nullable();

const nothing = z.strictObject({});
const texts = z.array(z.string());
const wait = z.enum(waits);
const connectionId = z.string();
const memberId = z.string();

/** @param values Clear facts in events before schema version 3; sealed since. */
function betweenTwo<V extends z.ZodRawShape, N extends z.ZodRawShape>(values: V, names: N) {
  return {
    facts: z.union([z.strictObject(values), nothing]),
    personal: z.strictObject({
      ...names,
      ...values,
      /** Exact time, in milliseconds since 1970. In old events the event's own time is exact. */
      atMs: z.int().optional(),
    }),
  };
}

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
  ConnectionRequested: betweenTwo(
    {
      role: z.enum(roles),
      askedRole: z.enum(roles),
      topics: texts,
      armyBranch: z.string().nullable(),
      regionCode: z.string().nullable(),
    },
    { connectionId, memberId },
  ),
  ConnectionAnswered: betweenTwo(
    {
      isAccepted: z.boolean(),
      waited: wait,
      topics: texts,
      reason: z.enum(declineReasons).nullable(),
    },
    { connectionId },
  ),
  /** The mentor took the answer back within a day: the request waits again. */
  ConnectionAnswerUndone: betweenTwo({}, { connectionId }),
  ConnectionWithdrawn: betweenTwo({ waited: wait }, { connectionId }),
  ConnectionExpired: betweenTwo({ waited: wait }, { connectionId }),
  /** Also the note of a request or an answer, so that each text can be forgotten separately. */
  MessageSent: betweenTwo({ way: z.enum(messageWays) }, { connectionId, text: z.string() }),
  ConnectionReminded: betweenTwo({}, { connectionId }),
  /** Both were asked whether the conversation should continue. */
  ConnectionQuiet: betweenTwo({}, { connectionId }),
  ConnectionEnded: betweenTwo(
    { lasted: wait, by: z.enum(["asker", "mentor", "quiet"]) },
    { connectionId },
  ),
  FeedbackGiven: betweenTwo(
    { helped: z.enum(helpedAnswers), topics: texts },
    { connectionId, words: z.string().nullable() },
  ),
  /** The author's messages of a connection are forgotten, because of their age. */
  MessagesForgotten: betweenTwo({}, { connectionId }),
  MemberBlocked: betweenTwo({}, { memberId }),
  MemberUnblocked: betweenTwo({}, { memberId }),
  /** The actor was shown a member's contacts: once a day for each contact. */
  ContactRevealed: betweenTwo({ contacts: z.array(z.enum(contactOrder)) }, { memberId }),
  MessageReported: betweenTwo(
    { reason: z.enum(reportReasons) },
    { connectionId, memberId, quoted: z.string() },
  ),
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
