/** Who a member lets see each contact. Runs in browsers, too. */
import { z } from "zod";
import { audiences } from "../../events/contacts/audiences.ts";
import { type ContactField, contactOrder } from "../../events/members/contact-fields.ts";

const audience = z.enum(audiences, "Must be members, connections or nobody").optional();

/** Contacts that are not there stay as they are. */
export const ContactAudiencesChange = z.strictObject(
  Object.fromEntries(contactOrder.map((name) => [name, audience])) as Record<
    ContactField,
    typeof audience
  >,
);
export type ContactAudiencesChange = z.infer<typeof ContactAudiencesChange>;
