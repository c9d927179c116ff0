/**
 * Who sees which contact, and who saw it. Runs in browsers, too.
 *
 * @module
 */
import { z } from "zod";
import { audiences } from "../../events/contacts/audiences.ts";
import { type ContactField, contactOrder } from "../../events/members/contact-fields.ts";
import type { PublicUser } from "../../events/members/privacy.ts";

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
export interface ContactValue {
  readonly value: string;
}

/** What one member saw of the reader's contacts on one day. */
export interface ContactReveal {
  /** Viewer; a hidden one, too, since the page tells viewers that their look is seen. `null` for somebody who has left. */
  readonly by: PublicUser | null;
  /** Whether their profile can be viewed. */
  readonly isVisible: boolean;
  /** Such as `2026-11-22`, in UTC. */
  readonly day: string;
  /** In the order of the form. */
  readonly contacts: readonly ContactField[];
}

/** How many are on one page. */
export const revealsAtOnce = 50;

/** One page of those of the last 12 months, the latest first. */
export interface ContactReveals {
  readonly reveals: readonly ContactReveal[];
  /** From 1. */
  readonly page: number;
  /** Whether there are more after it. */
  readonly hasMore: boolean;
}
