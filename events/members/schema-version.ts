import type { Json } from "../log/event-log.ts";
import type { UpcastStep, UpcastSteps } from "../log/upcast.ts";

/** The version in which events are written today. Apart from the shapes, since reports need no more. */
export const schemaVersion = 3;

/** A sealed part of a time before a field was there. */
const withField = (field: Readonly<Record<string, Json>>) => (personal: Json): Json => ({
  ...personal as Readonly<Record<string, Json>>,
  ...field,
});

/** What happens between two says nothing in clear since version 3. */
const sealedSince: UpcastStep = {
  personal: (personal, facts) => ({
    ...facts as Readonly<Record<string, Json>>,
    ...personal as Readonly<Record<string, Json>>,
  }),
};

/** How shapes of earlier versions are read today: by the version that a step starts from, and the type. */
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
