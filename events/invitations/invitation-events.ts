/**
 * Events of an invitation that has no answer yet, in the stream of who was invited. Who acted is the event's actor.
 *
 * @module
 */
import { z } from "zod";

/** How somebody gets another link: mailed by staff or by itself, or copied by staff. */
export const renewalWays = ["mail", "link", "first-reminder", "second-reminder"] as const;
export type RenewalWay = typeof renewalWays[number];

/** Facts and personal values of every type, in today's shape. */
export const invitationEventSchemas = {
  InvitationRenewed: {
    facts: z.strictObject({ way: z.enum(renewalWays) }),
    personal: z.null(),
  },
  /** A mail server said that there is no such address. */
  InvitationBounced: { facts: z.strictObject({}), personal: z.null() },
} as const;
