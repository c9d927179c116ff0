/** Program settings, in their own stream. Texts are sealed; topic labels are clear, for reports. */
import { z } from "zod";
import type { countEventSchemas } from "../connections/count-events.ts";
import type { contactEventSchemas } from "../contacts/contact-events.ts";
import type { EventOf } from "../event-of.ts";
import type { staffLetterEventSchemas } from "./staff-letter-events.ts";
import { admissions } from "./admission.ts";
import { limitNames } from "./limits.ts";

const topicChanges = ["added", "renamed", "withdrawn", "offered"] as const;

/** The program's name and appearance. Clear, since every visitor sees them. */
const brandFacts = {
  programName: z.string().nullable(),
  universityName: z.string().nullable(),
  brandColor: z.string().nullable(),
  /** Digest of the picture: its name in the object store. */
  logo: z.string().nullable(),
};
const brandSchema = z.strictObject(brandFacts).partial();
export type BrandFacts = Readonly<z.output<typeof brandSchema>>;
export const brandNames = Object.keys(brandFacts) as (keyof BrandFacts)[];

const setupFacts = z.strictObject({
  keepsColor: z.boolean(),
  keepsAdmission: z.boolean(),
  isHidden: z.boolean(),
}).partial();
export type SetupFacts = Readonly<z.output<typeof setupFacts>>;

/** How we sign in to a mail server: with a password, or with an account at a sign-in service. */
const mailWays = ["smtp", "microsoft", "google", "oauth"] as const;
export type MailWay = typeof mailWays[number];

export const replyWays = ["imap", "hook"] as const;
export type ReplyWay = typeof replyWays[number];

export const settingEventSchemas = {
  SettingsChanged: {
    facts: z.strictObject({
      admission: z.enum(admissions).nullable(),
      admissionDomains: z.array(z.string()).nullable(),
      limits: z.partialRecord(z.enum(limitNames), z.int().nullable()),
      isSupportEmail: z.boolean(),
      /** Whether the program's own lines on the privacy page were written, or removed. */
      isPrivacyText: z.boolean(),
      setup: setupFacts,
      ...brandFacts,
      /** Whether members who don't answer an invitation are reminded after 10 and 30 days. */
      sendsReminders: z.boolean(),
      backupWeeks: z.int(),
      staffProveTwice: z.boolean(),
      /** Mail was set up, or removed (`null`). The settings are in the database. */
      mail: z.enum(mailWays).nullable(),
      /** Replies by email were set up, or turned off (`null`). The settings are in the database. */
      replies: z.enum(replyWays).nullable(),
    }).partial(),
    personal: z.strictObject({ supportEmail: z.string(), privacyText: z.string() }).partial()
      .nullable(),
  },
  TopicChanged: {
    facts: z.strictObject({ id: z.string(), label: z.string(), is: z.enum(topicChanges) }),
    personal: z.null(),
  },
  AnnouncementMade: {
    /** Last day, such as `2027-03-31`. */
    facts: z.strictObject({ until: z.string() }),
    personal: z.strictObject({ text: z.string() }),
  },
  /** The day on which a class commissions, such as `2027-05-15`; `null` removes it. */
  CommissioningDateChanged: {
    facts: z.strictObject({ classYear: z.string(), date: z.string().nullable() }),
    personal: z.null(),
  },
  AnnouncementEnded: { facts: z.strictObject({}), personal: z.null() },
} as const;

/** An event about the program's settings, and about no member. */
export type SettingEvent = EventOf<typeof settingEventSchemas>;

interface Typed {
  readonly type: string;
}

export function isSetting(event: Typed): event is SettingEvent {
  return Object.hasOwn(settingEventSchemas, event.type);
}

/**
 * An event of the program: a setting, a day's counts, a week's letter, or a fact that outlives an
 * erased member.
 */
export type OfProgram =
  | SettingEvent
  | EventOf<typeof contactEventSchemas>
  | EventOf<typeof countEventSchemas>
  | EventOf<typeof staffLetterEventSchemas>;

export function isOfProgram(event: Typed): event is OfProgram {
  return event.type === "RevealKept" || event.type === "RequestsCounted" ||
    event.type === "StaffLetterDue" || isSetting(event);
}

export const settingsStream = "00000000-0000-0000-0000-000000000000";
