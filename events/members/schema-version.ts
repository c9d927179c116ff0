import type { Json } from "../log/event-log.ts";
import type { UpcastSteps } from "../log/upcast.ts";

/** The version in which events are written today. Apart from the shapes, since reports need no more. */
export const schemaVersion = 2;

/** A sealed part of a time before a field was there. */
const withField = (field: Readonly<Record<string, Json>>) => (personal: Json): Json => ({
  ...personal as Readonly<Record<string, Json>>,
  ...field,
});

/** How shapes of earlier versions are read today: by the version that a step starts from, and the type. */
export const steps: UpcastSteps = {
  1: { ProfileCreated: { personal: withField({ calendarUrl: null }) } },
};
