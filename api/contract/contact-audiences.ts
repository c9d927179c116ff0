/** Audiences of contacts. Runs in browsers, too. */
import { z } from "zod";
import { audiences } from "../../events/contacts/audiences.ts";
import { contactOrder } from "../../events/members/contact-fields.ts";
import { byName } from "../../events/members/profile-fields.ts";

const audience = z.enum(audiences, "Must be members, connections or nobody").optional();

/** Absent contacts stay unchanged. */
export const ContactAudiencesChange = z.strictObject(byName(contactOrder, () => audience));
export type ContactAudiencesChange = z.infer<typeof ContactAudiencesChange>;
