/**
 * Events between two members. Each one is in a private stream of the member who acted. Its type and day are clear;
 * everything else is sealed, the exact time included.
 *
 * @module
 */
import { z } from "zod";
import type { EventOf } from "../event-of.ts";
import { contactOrder } from "../members/contact-fields.ts";
import { roles } from "../vocabulary.ts";
import { declineReasons, helpedAnswers, messageWays, reportReasons, waits } from "./words.ts";

/** `2027-03`, or until the mentor resumes. */
const pause = z.union([z.string().regex(/^\d{4}-\d{2}$/), z.literal("resumed")]).nullable();

const nothing = z.strictObject({});
const texts = z.array(z.string());
const wait = z.enum(waits);
const connectionId = z.string();
const memberId = z.string();

/**
 * Shape of an event between two.
 *
 * @param values Clear facts in events of before schema version 3, which keep them; sealed since.
 */
function betweenTwo<V extends z.ZodRawShape, N extends z.ZodRawShape>(values: V, names: N) {
  return {
    facts: z.union([z.strictObject(values), nothing]),
    personal: z.strictObject({
      ...names,
      ...values,
      /** When exactly, in milliseconds since 1970; of before, the event's own time says it. */
      atMs: z.int().optional(),
    }),
  };
}

/** Facts and personal values of every type, in today's shape. */
export const connectionEventSchemas = {
  /** All of it, as it is from now on. */
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
  ConnectionWithdrawn: betweenTwo({ waited: wait }, { connectionId }),
  ConnectionExpired: betweenTwo({ waited: wait }, { connectionId }),
  /** The note of a request and of an answer, too: a text can be forgotten by itself. */
  MessageSent: betweenTwo({ way: z.enum(messageWays) }, { connectionId, text: z.string() }),
  /** The mentor was reminded of a request that waits for them. */
  ConnectionReminded: betweenTwo({}, { connectionId }),
  /** Both were asked whether it still goes on. */
  ConnectionQuiet: betweenTwo({}, { connectionId }),
  ConnectionEnded: betweenTwo(
    { lasted: wait, by: z.enum(["asker", "mentor", "quiet"]) },
    { connectionId },
  ),
  FeedbackGiven: betweenTwo(
    { helped: z.enum(helpedAnswers), topics: texts },
    { connectionId, words: z.string().nullable() },
  ),
  /** The author's messages of a connection, once they were kept for as long as they are. */
  MessagesForgotten: betweenTwo({}, { connectionId }),
  MemberBlocked: betweenTwo({}, { memberId }),
  MemberUnblocked: betweenTwo({}, { memberId }),
  /** The actor was shown contacts of somebody: once a day for each. */
  ContactRevealed: betweenTwo({ contacts: z.array(z.enum(contactOrder)) }, { memberId }),
  MessageReported: betweenTwo(
    { reason: z.enum(reportReasons) },
    { connectionId, memberId, quoted: z.string() },
  ),
} as const;

/** An event that says something of two members, and nothing of either by themselves. */
export type BetweenTwo = EventOf<Omit<typeof connectionEventSchemas, "MentoringChanged">>;

interface Typed {
  readonly type: string;
}

export function isBetweenTwo(event: Typed): event is BetweenTwo {
  return event.type !== "MentoringChanged" && Object.hasOwn(connectionEventSchemas, event.type);
}

/** When an event happened: to the day, its clear time says of what is between two. */
export function happenedAtMs(event: Typed, { atMs }: { readonly atMs: number }): number {
  return isBetweenTwo(event) ? event.personal?.atMs ?? atMs : atMs;
}
