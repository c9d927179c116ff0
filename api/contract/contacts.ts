/**
 * Who sees which contact, and who saw it. Runs in browsers, too.
 *
 * @module
 */
import { z } from "zod";
import { audiences } from "../../events/contacts/audiences.ts";
import { type ContactField, contactOrder } from "../../events/members/contact-fields.ts";
import type { Answer } from "../openapi/answers.ts";

export type { ContactAudiences } from "../../events/contacts/audiences.ts";

const audience = z.enum(audiences, "Must be members, connections or nobody").optional();

/** Contacts that are not there stay as they are. */
export const ContactAudiencesChange = z.strictObject(
  Object.fromEntries(contactOrder.map((name) => [name, audience])) as Record<
    ContactField,
    typeof audience
  >,
);
export type ContactAudiencesChange = z.infer<typeof ContactAudiencesChange>;

/** What one contact is. */
export type ContactValue = Answer<"ContactValue">;

/** What one member saw of the reader's contacts on one day. */
export type ContactReveal = ContactReveals["reveals"][number];

/** How many are on one page. */
export const revealsAtOnce = 50;

/** One page of those of the last 12 months, the latest first. */
export type ContactReveals = Answer<"ContactReveals">;
