/**
 * What the program decides about a member: whether they are let in, whether they are its staff, whether
 * they may ask for help. Each event stands in the stream of whom it is about, with who did it as its actor;
 * a report that was handled, in that of who handled it.
 *
 * @module
 */
import { z } from "zod";
import { settingEventSchemas } from "./setting-events.ts";

const byStaff = z.strictObject({ by: z.enum(["staff", "operator"]) });
const words = z.strictObject({ words: z.string().nullable() });

/** What is done about a message that was reported. */
export const reportActions = ["nothing", "warn", "close"] as const;
export type ReportAction = typeof reportActions[number];

/** Facts and personal values of every type, in today's shape. */
export const programEventSchemas = {
  ...settingEventSchemas,
  /** They are staff, as long as their role is cadre. */
  CadreConfirmed: {
    facts: z.strictObject({ by: z.enum(["code", "staff", "operator"]) }),
    personal: z.null(),
  },
  CadreUnconfirmed: { facts: byStaff, personal: z.null() },
  /** They wait, from now on for this. Who has never waited is in. */
  AdmissionRequested: {
    facts: z.strictObject({ needs: z.enum(["confirmation", "approval"]) }),
    personal: z.null(),
  },
  MemberAdmitted: {
    facts: z.strictObject({ by: z.enum(["confirmation", "domain", "staff", "operator"]) }),
    /** Sealed, since a domain can narrow people down: which of the program's domains it was. */
    personal: z.strictObject({ domain: z.string() }).nullable(),
  },
  MemberRefused: { facts: byStaff, personal: words },
  /** They sign in nowhere, and are seen by nobody. Undone, they are what they were. */
  MemberSuspended: { facts: byStaff, personal: z.null() },
  MemberUnsuspended: { facts: byStaff, personal: z.null() },
  /** They can't ask anyone for help. Their open requests are withdrawn with it; accepted ones go on. */
  AskingClosed: { facts: byStaff, personal: z.null() },
  AskingOpened: { facts: byStaff, personal: z.null() },
  ReportHandled: {
    facts: z.strictObject({ action: z.enum(reportActions) }),
    personal: z.strictObject({ reportId: z.string() }),
  },
} as const;
