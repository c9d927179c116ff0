/**
 * What can happen between two members. Each event stands in the stream of whoever acted, and names the
 * connection and the other person in its sealed part alone: no clear fact says who talks with whom. Times
 * are buckets, since exact ones would join the two streams again.
 *
 * @module
 */
import { z } from "zod";
import type { MemberEvent } from "../members/events.ts";
import { contactOrder } from "../members/contact-fields.ts";
import { roles } from "../vocabulary.ts";
import { declineReasons, helpedAnswers, messageWays, reportReasons, waits } from "./words.ts";

/** `2027-03`, or until the mentor resumes. */
const pause = z.union([z.string().regex(/^\d{4}-\d{2}$/), z.literal("resumed")]).nullable();

const nothing = z.strictObject({});
const texts = z.array(z.string());
const wait = z.enum(waits);
const inConnection = z.strictObject({ connectionId: z.string() });

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
  ConnectionRequested: {
    facts: z.strictObject({
      role: z.enum(roles),
      askedRole: z.enum(roles),
      topics: texts,
      armyBranch: z.string().nullable(),
      regionCode: z.string().nullable(),
    }),
    personal: inConnection.extend({ memberId: z.string() }),
  },
  ConnectionAnswered: {
    facts: z.strictObject({
      isAccepted: z.boolean(),
      waited: wait,
      topics: texts,
      reason: z.enum(declineReasons).nullable(),
    }),
    personal: inConnection,
  },
  ConnectionWithdrawn: { facts: z.strictObject({ waited: wait }), personal: inConnection },
  ConnectionExpired: { facts: z.strictObject({ waited: wait }), personal: inConnection },
  /** The note of a request and of an answer, too: a text can be forgotten by itself. */
  MessageSent: {
    facts: z.strictObject({ way: z.enum(messageWays) }),
    personal: inConnection.extend({ text: z.string() }),
  },
  /** The mentor was reminded of a request that waits for them. */
  ConnectionReminded: { facts: nothing, personal: inConnection },
  /** Both were asked whether it still goes on. */
  ConnectionQuiet: { facts: nothing, personal: inConnection },
  ConnectionEnded: {
    facts: z.strictObject({ lasted: wait, by: z.enum(["asker", "mentor", "quiet"]) }),
    personal: inConnection,
  },
  FeedbackGiven: {
    facts: z.strictObject({ helped: z.enum(helpedAnswers), topics: texts }),
    personal: inConnection.extend({ words: z.string().nullable() }),
  },
  /** The author's messages of a connection, once they were kept for as long as they are. */
  MessagesForgotten: { facts: nothing, personal: inConnection },
  MemberBlocked: { facts: nothing, personal: z.strictObject({ memberId: z.string() }) },
  MemberUnblocked: { facts: nothing, personal: z.strictObject({ memberId: z.string() }) },
  /** The actor was shown contacts of somebody: once a day for each. */
  ContactRevealed: {
    facts: z.strictObject({ contacts: z.array(z.enum(contactOrder)) }),
    personal: z.strictObject({ memberId: z.string() }),
  },
  MessageReported: {
    facts: z.strictObject({ reason: z.enum(reportReasons) }),
    personal: inConnection.extend({ memberId: z.string(), quoted: z.string() }),
  },
} as const;

type Schemas = typeof connectionEventSchemas;

/** An event that says something of two members, and nothing of either by themselves. */
export type BetweenTwo = Extract<
  MemberEvent,
  { readonly type: Exclude<keyof Schemas, "MentoringChanged"> }
>;

export function isBetweenTwo(event: MemberEvent): event is BetweenTwo {
  return event.type !== "MentoringChanged" && Object.hasOwn(connectionEventSchemas, event.type);
}

const forgettable: ReadonlySet<string> = new Set<MemberEvent["type"]>([
  "MessageSent",
  "FeedbackGiven",
  "MessageReported",
  "ContactRevealed",
  "RevealKept",
  "AnnouncementMade",
  "SettingsChanged",
]);

/** Whether events of a type have payloads that are forgotten by themselves, while their author goes on. */
export function isForgettable(type: string): boolean {
  return forgettable.has(type);
}
