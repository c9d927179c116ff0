import { z } from "zod";

/** The weekly letter to staff, without its readers and content. */
export const staffLetterEventSchemas = {
  StaffLetterDue: {
    /** Its Monday, such as `2026-11-30`. At most one event for each. */
    facts: z.strictObject({ monday: z.string() }),
    personal: z.null(),
  },
} as const;

/** Stream of these events. It belongs to no member, but its id looks like a member's. */
export const staffLettersStream = "00000000-0000-0000-0000-000000000002";
