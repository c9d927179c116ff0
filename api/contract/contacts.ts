import type { Answer } from "../openapi/answers.ts";

export type { ContactAudiences } from "../../events/contacts/audiences.ts";

/** What one contact is. */
export type ContactValue = Answer<"ContactValue">;

/** What one member saw of the reader's contacts on one day. */
export type ContactReveal = ContactReveals["reveals"][number];

/** One page of those of the last 12 months, the latest first. */
export type ContactReveals = Answer<"ContactReveals">;
