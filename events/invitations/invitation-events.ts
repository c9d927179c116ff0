/** Events of an unanswered invitation, in the invited member's stream, with the person who acted as actor. */
import { z } from "zod";

/** How an invitation was renewed: mailed by staff or the service, or as a link that staff copied. */
export const renewalWays = ["mail", "link", "first-reminder", "second-reminder"] as const;
export type RenewalWay = typeof renewalWays[number];

/** Facts and personal values of every type, in today's shape. */
export const invitationEventSchemas = {
  InvitationRenewed: {
    facts: z.strictObject({ way: z.enum(renewalWays) }),
    personal: z.null(),
  },
  /** A mail server reported that the address doesn't exist. */
  InvitationBounced: { facts: z.strictObject({}), personal: z.null() },
} as const;
