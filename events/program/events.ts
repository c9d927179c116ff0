import { z } from "zod";
import { settingEventSchemas } from "./setting-events.ts";

const nothing = z.strictObject({});
const words = z.strictObject({ words: z.string().nullable() });

/** What staff can do about a reported message. */
export const reportActions = ["nothing", "warn", "close"] as const;
export type ReportAction = typeof reportActions[number];

export const programEventSchemas = {
  ...settingEventSchemas,
  /** They are staff as long as their role is cadre. */
  CadreConfirmed: {
    facts: z.strictObject({ by: z.enum(["code", "first-staff link", "staff"]) }),
    personal: z.null(),
  },
  CadreUnconfirmed: { facts: nothing, personal: z.null() },
  /** They wait for this from now on. Members who have never waited are approved. */
  AdmissionRequested: {
    facts: z.strictObject({ needs: z.enum(["confirmation", "approval"]) }),
    personal: z.null(),
  },
  MemberAdmitted: {
    facts: z.strictObject({ by: z.enum(["confirmation", "domain", "staff"]) }),
    /** The program's domain; sealed, since a domain can identify people. */
    personal: z.strictObject({ domain: z.string() }).nullable(),
  },
  MemberRefused: { facts: nothing, personal: words },
  /** They can't sign in, and no one sees them. Undoing it restores their admission. */
  MemberSuspended: { facts: nothing, personal: z.null() },
  MemberUnsuspended: { facts: nothing, personal: z.null() },
  /** As a suspension, and nothing is mailed to them. What was open with others ends. */
  DeathRecorded: { facts: nothing, personal: z.null() },
  /** It was a mistake. */
  DeathUndone: { facts: nothing, personal: z.null() },
  /** They can't ask anyone for help. Their open requests are withdrawn; conversations continue. */
  AskingClosed: { facts: nothing, personal: z.null() },
  AskingOpened: { facts: nothing, personal: z.null() },
  ReportHandled: {
    facts: z.strictObject({ action: z.enum(reportActions) }),
    personal: z.strictObject({ reportId: z.string() }),
  },
} as const;
