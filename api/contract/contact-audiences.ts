/** Who a member lets see each contact. Runs in browsers, too. */
import { z } from "zod";
import { audiences } from "../../events/contacts/audiences.ts";
import { contactOrder } from "../../events/members/contact-fields.ts";
import { byName } from "../../events/members/profile-fields.ts";

const audience = z.enum(audiences, "Must be members, connections or nobody").optional();

/** Contacts that are not there stay as they are. */
export const ContactAudiencesChange = z.strictObject(byName(contactOrder, () => audience));
export type ContactAudiencesChange = z.infer<typeof ContactAudiencesChange>;
