import { type ContactField, contactOrder } from "../members/contact-fields.ts";

/**
 * Audiences of a contact: every member who may see the profile, members with an open conversation, or no one.
 */
export const audiences = ["members", "connections", "nobody"] as const;
export type Audience = typeof audiences[number];

export type ContactAudiences = Readonly<Record<ContactField, Audience>>;

/** The same audience for every contact. */
export function audienceOfAll(audience: Audience): ContactAudiences {
  return Object.fromEntries(contactOrder.map((name) => [name, audience])) as ContactAudiences;
}

/** Default where registration set nothing else. */
const unsaid = audienceOfAll("members");

/** A member's audiences. */
export function audiencesOf(
  { audiences }: { readonly audiences: ContactAudiences | null },
): ContactAudiences {
  return audiences ?? unsaid;
}
