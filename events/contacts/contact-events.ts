import { z } from "zod";
import { contactOrder } from "../members/contact-fields.ts";

export const contactEventSchemas = {
  /** An erased member saw contacts of this member on a day. */
  RevealKept: {
    facts: z.strictObject({}),
    personal: z.strictObject({
      memberId: z.string(),
      day: z.string(),
      contacts: z.array(z.enum(contactOrder)),
    }),
  },
} as const;
