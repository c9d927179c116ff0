import { type ContactField, contactOrder } from "../members/contact-fields.ts";

export const audiences = ["members", "connections", "nobody"] as const;
export type Audience = typeof audiences[number];

export type ContactAudiences = Readonly<Record<ContactField, Audience>>;

export function audienceOfAll(audience: Audience): ContactAudiences {
  return Object.fromEntries(contactOrder.map((name) => [name, audience])) as ContactAudiences;
}

/** Default where registration set nothing else. */
const defaultAudiences = audienceOfAll("members");

export function audiencesOf(
  { audiences }: { readonly audiences: ContactAudiences | null },
): ContactAudiences {
  return audiences ?? defaultAudiences;
}
