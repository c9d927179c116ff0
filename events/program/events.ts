import { z } from "zod";
import { settingEventSchemas } from "./setting-events.ts";

const nothing = z.strictObject({});
const words = z.strictObject({ words: z.string().nullable() });

/** Staff's decisions on a reported message. */
export const reportActions = ["nothing", "warn", "close"] as const;
export type ReportAction = typeof reportActions[number];

export const programEventSchemas = {
  ...settingEventSchemas,
  /** They are staff while their role is cadre. */
  CadreConfirmed: {
    facts: z.strictObject({ by: z.enum(["code", "first-staff link", "staff"]) }),
    personal: z.null(),
  },
  CadreUnconfirmed: { facts: nothing, personal: z.null() },
  /** They wait until they meet this. Members without this event are approved. */
  AdmissionRequested: {
    facts: z.strictObject({ needs: z.enum(["confirmation", "approval"]) }),
    personal: z.null(),
  },
  MemberAdmitted: {
    facts: z.strictObject({ by: z.enum(["confirmation", "domain", "staff"]) }),
    /** The program's domain. Sealed, since a domain can identify people. */
    personal: z.strictObject({ domain: z.string() }).nullable(),
  },
  MemberRefused: { facts: nothing, personal: words },
  /** They can't sign in, and no one sees them. Undoing it restores their admission. */
  MemberSuspended: { facts: nothing, personal: z.null() },
  MemberUnsuspended: { facts: nothing, personal: z.null() },
  /** Like a suspension. They get no mail, and open requests and conversations end. */
  DeathRecorded: { facts: nothing, personal: z.null() },
  /** Recorded by mistake. */
  DeathUndone: { facts: nothing, personal: z.null() },
  /** They can't ask anyone for help. Their open requests are withdrawn; conversations continue. */
  AskingClosed: { facts: nothing, personal: z.null() },
  AskingOpened: { facts: nothing, personal: z.null() },
  ReportHandled: {
    facts: z.strictObject({ action: z.enum(reportActions) }),
    personal: z.strictObject({ reportId: z.string() }),
  },
} as const;
