import type { Json } from "../log/event-log.ts";
import type { UpcastStep, UpcastSteps } from "../log/upcast.ts";

/**
 * Version in which events are written today. In a file of its own, since reports need only this.
 */
export const schemaVersion = 3;

/** Adds a field to a sealed part written before that field existed. */
const withField = (field: Readonly<Record<string, Json>>) => (personal: Json): Json => ({
  ...personal as Readonly<Record<string, Json>>,
  ...field,
});

/** Since version 3, events between two members have no clear facts. */
const sealedSince: UpcastStep = {
  personal: (personal, facts) => ({
    ...facts as Readonly<Record<string, Json>>,
    ...personal as Readonly<Record<string, Json>>,
  }),
};

/** Steps to today's shapes, by the version they start from and the event's type. */
export const steps: UpcastSteps = {
  1: { ProfileCreated: { personal: withField({ calendarUrl: null }) } },
  2: {
    ConnectionRequested: sealedSince,
    ConnectionAnswered: sealedSince,
    ConnectionWithdrawn: sealedSince,
    ConnectionExpired: sealedSince,
    MessageSent: sealedSince,
    ConnectionEnded: sealedSince,
    FeedbackGiven: sealedSince,
    ContactRevealed: sealedSince,
    MessageReported: sealedSince,
  },
};
