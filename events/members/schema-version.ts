import type { UpcastSteps } from "../log/upcast.ts";

/** The version in which events are written today. Apart from the shapes, since reports need no more. */
export const schemaVersion = 1;

/** How shapes of earlier versions are read today: by the version that a step starts from, and the type. */
export const steps: UpcastSteps = {};
