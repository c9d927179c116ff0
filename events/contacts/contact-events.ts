import { z } from "zod";
import { contactOrder } from "../members/contact-fields.ts";

export const contactEventSchemas = {
  /** Someone who has left was shown contacts of this member on a day. */
  RevealKept: {
    facts: z.strictObject({}),
    personal: z.strictObject({
      memberId: z.string(),
      day: z.string(),
      contacts: z.array(z.enum(contactOrder)),
    }),
  },
} as const;
