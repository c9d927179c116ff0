import { type ContactField, contactOrder } from "../members/contact-fields.ts";

/** Who sees a contact: every member who may see the profile, those in touch with its owner, or nobody. */
export const audiences = ["members", "connections", "nobody"] as const;
export type Audience = typeof audiences[number];

export type ContactAudiences = Readonly<Record<ContactField, Audience>>;

/** The same audience for every contact. */
export function audienceOfAll(audience: Audience): ContactAudiences {
  return Object.fromEntries(contactOrder.map((name) => [name, audience])) as ContactAudiences;
}

/** What holds for who has said nothing, and registered where nothing else was the default. */
const unsaid = audienceOfAll("members");

/** What holds for a member. */
export function audiencesOf(
  { audiences }: { readonly audiences: ContactAudiences | null },
): ContactAudiences {
  return audiences ?? unsaid;
}
