/**
 * Events of the program's settings, in a stream of their own. What staff write in their own words to people
 * is sealed under that stream's key; a topic's label is clear, since reports print it and have no keys.
 *
 * @module
 */
import { z } from "zod";
import type { countEventSchemas } from "../connections/count-events.ts";
import type { contactEventSchemas } from "../contacts/events.ts";
import type { EventOf } from "../event-of.ts";
import { admissions } from "./admission.ts";
import { limitNames } from "./limits.ts";

/** What can become of a help topic of the program's own. */
export const topicChanges = ["added", "renamed", "withdrawn", "offered"] as const;

/** What a program is called and looks like: clear, since it names nobody and every visitor sees it. */
const brandFacts = {
  programName: z.string().nullable(),
  universityName: z.string().nullable(),
  brandColor: z.string().nullable(),
  /** Digest of the picture, which names it in the object store. */
  logo: z.string().nullable(),
};
const brandSchema = z.strictObject(brandFacts).partial();
export type BrandFacts = Readonly<z.output<typeof brandSchema>>;
export const brandNames = Object.keys(brandFacts) as (keyof BrandFacts)[];

/** What staff said about the list of steps that set up a directory. */
const setupFacts = z.strictObject({
  keepsColor: z.boolean(),
  keepsAdmission: z.boolean(),
  isHidden: z.boolean(),
}).partial();
export type SetupFacts = Readonly<z.output<typeof setupFacts>>;

/** By what mail leaves that was set up in the browser. */
export const mailWays = ["smtp", "postmark", "mailgun", "ses"] as const;
export type MailWay = typeof mailWays[number];

/** Facts and personal values of every type, in today's shape. `null` is what the installation says. */
export const settingEventSchemas = {
  SettingsChanged: {
    facts: z.strictObject({
      admission: z.enum(admissions).nullable(),
      admissionDomains: z.array(z.string()).nullable(),
      limits: z.partialRecord(z.enum(limitNames), z.int().nullable()),
      isSupportEmail: z.boolean(),
      setup: setupFacts,
      ...brandFacts,
      /** Whether who was invited and does not answer is reminded after 10 and 30 days. */
      sendsReminders: z.boolean(),
      /** That somebody set up mail, or removed it (`null`): the settings themselves are in the vault. */
      mail: z.enum(mailWays).nullable(),
    }).partial(),
    personal: z.strictObject({ supportEmail: z.string() }).nullable(),
  },
  TopicChanged: {
    facts: z.strictObject({ id: z.string(), label: z.string(), is: z.enum(topicChanges) }),
    personal: z.null(),
  },
  AnnouncementMade: {
    /** `2027-03-31`: the last day. */
    facts: z.strictObject({ until: z.string() }),
    personal: z.strictObject({ text: z.string() }),
  },
  AnnouncementEnded: { facts: z.strictObject({}), personal: z.null() },
} as const;

/** An event that says something of the program, and of no member. */
export type SettingEvent = EventOf<typeof settingEventSchemas>;

interface Typed {
  readonly type: string;
}

export function isSetting(event: Typed): event is SettingEvent {
  return Object.hasOwn(settingEventSchemas, event.type);
}

/** An event of the program: a setting, a day's counts, or what outlives the stream of somebody who has left. */
export type OfProgram =
  | SettingEvent
  | EventOf<typeof contactEventSchemas>
  | EventOf<typeof countEventSchemas>;

export function isOfProgram(event: Typed): event is OfProgram {
  return event.type === "RevealKept" || event.type === "RequestsCounted" || isSetting(event);
}

/**
 * Stream of the program, which is no member's. It has the form of a member's id, since whoever reads the log
 * expects that form.
 */
export const settingsStream = "00000000-0000-0000-0000-000000000000";
