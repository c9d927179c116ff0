import type { Json } from "../log/event-log.ts";
import { createUpcast, type EventSchema, type UpcastStep } from "../log/upcast.ts";
import { memberEventSchemas } from "./events.ts";

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

const steps: EventSchema["steps"] = {
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

export const memberEvents: EventSchema = {
  version: schemaVersion,
  types: new Set(Object.keys(memberEventSchemas)),
  steps,
};

export const upcast = createUpcast(memberEvents);
