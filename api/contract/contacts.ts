import type { Answer } from "../openapi/answers.ts";

export type { ContactAudiences } from "../../events/contacts/audiences.ts";

export type ContactValue = Answer<"ContactValue">;

/** What one member saw of the reader's contacts on one day. */
export type ContactReveal = ContactReveals["reveals"][number];

/** Of the last 12 months, latest first. */
export type ContactReveals = Answer<"ContactReveals">;
