/** Mails that no member caused, and a member's choice to get them. */
import { z } from "zod";

/** Kinds of such mails. A kind is never renamed: events have it in clear. */
export const programMailKinds = [
  "first-question",
  "still-right",
  "commissioning",
  "commissioning-again",
  "lasting-address",
] as const;
export type ProgramMailKind = typeof programMailKinds[number];

export const programMailEventSchemas = {
  /** Appended with the mail, so that there is one mail for each event. */
  ProgramMailSent: {
    facts: z.strictObject({ kind: z.enum(programMailKinds) }),
    personal: z.null(),
  },
  ProgramMailsChanged: { facts: z.strictObject({ wants: z.boolean() }), personal: z.null() },
} as const;
