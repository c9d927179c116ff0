import { z } from "zod";
import { line, lines } from "../../events/members/texts.ts";
import { type AdmissionPolicy, admissions } from "../../events/program/admission.ts";
import type { SettingsCommand } from "../../events/program/decide-settings.ts";
import { type LimitName, limitNames, programLimits } from "../../events/program/limits.ts";
import { type Announcement, isCurrent, type OwnTopic } from "../../events/program/settings.ts";
import { brandColor, domainList, programName, universityName } from "../config/env-values.ts";

export type SettingSource = "variable" | "staff" | "default";

/** A setting: `null` until staff have set it. Then the installation's value applies. */
export interface Setting<T> {
  readonly set: T | null;
  readonly installation: T;
  readonly from: SettingSource;
}

/** Labels of settings, and the variables that win over staff. */
export const settingWords = {
  programName: { label: "Program name", variable: "PROGRAM_NAME" },
  universityName: { label: "University name", variable: "UNIVERSITY_NAME" },
  brandColor: { label: "Color", variable: "BRAND_COLOR" },
  logo: { label: "Logo", variable: "LOGO_FILE" },
  supportEmail: { label: "Support address", variable: "SUPPORT_EMAIL" },
  admission: { label: "Who gets in", variable: "ADMISSION" },
  admissionDomains: {
    label: "Email domains that need no approval",
    variable: "ADMISSION_DOMAINS",
  },
} as const;

export type SettingName = keyof typeof settingWords;
export const settingNames = Object.keys(settingWords) as SettingName[];

/** How to change a setting that a variable has set. */
export function fixedText(name: SettingName): string {
  return `Set by ${settingWords[name].variable} on the server. Change it there`;
}

export interface SettingsView {
  readonly programName: Setting<string>;
  readonly universityName: Setting<string>;
  readonly brandColor: Setting<string | null>;
  readonly logo: Setting<string | null>;
  readonly supportEmail: Setting<string>;
  readonly admission: Setting<AdmissionPolicy>;
  readonly admissionDomains: Setting<readonly string[]>;
  readonly limits: Readonly<Record<LimitName, Setting<number>>>;
  readonly topics: readonly OwnTopic[];
  /** Also one that is no longer shown, until staff remove it. */
  readonly announcement: Announcement | null;
}

export const policyWords: Readonly<Record<AdmissionPolicy, string>> = {
  open: "Everyone",
  confirmed: "People with a confirmed email address",
  approved: "People approved by staff",
  invited: "Invited people only",
};

export const settingTexts = { announcement: 500, topic: 60 } as const;

const dayMs = 24 * 60 * 60 * 1000;

/** Some parsers take 30 February for a day in March. */
function isDay(text: string): boolean {
  const atMs = Date.parse(text);
  return !Number.isNaN(atMs) && new Date(atMs).toISOString().startsWith(text);
}

/** An empty text restores the installation's value. */
const orNull = (text: string) => text === "" ? null : text;

/** A line of text with the rule of its variable; empty restores the installation's value. */
const lineOrNull = (rule: z.ZodType<string, string>) =>
  line(200).transform(orNull).pipe(rule.nullable()).optional();

function limitOf(name: LimitName) {
  const { most } = programLimits[name];
  const wrong = `Must be a whole number from 1 to ${most}`;
  return z.string().trim()
    .refine((text) => text === "" || /^\d{1,9}$/.test(text), wrong)
    .transform((text) => text === "" ? null : Number(text))
    .refine((limit) => limit === null || limit >= 1 && limit <= most, wrong)
    .optional();
}

const limits = Object.fromEntries(limitNames.map((name) => [name, limitOf(name)])) as Record<
  LimitName,
  ReturnType<typeof limitOf>
>;

const label = line(settingTexts.topic).min(2, "Enter a name for the topic")
  // In imported files it separates topics.
  .refine((text) => !text.includes("|"), "Can't contain |");
const id = z.string();

/** Reads a change of settings from texts, of a form or a command: `does` names the change. */
export function settingsInput(now: Date) {
  const until = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, "Choose the last day")
    .refine(isDay, { error: "This date doesn't exist", abort: true })
    .refine(
      (day) => isCurrent({ text: "", until: day }, now),
      "Choose today or a later date",
    )
    .refine(
      (day) => Date.parse(day) <= now.getTime() + 366 * dayMs,
      "Choose a date within a year",
    );
  return z.discriminatedUnion("does", [
    asked("support", {
      supportEmail: z.string().trim().max(200).transform(orNull)
        .pipe(z.email("Must be an email address").nullable()),
    }).transform(({ does: _, ...values }) => changeOf(values)),
    asked("brand", {
      programName: lineOrNull(programName),
      universityName: lineOrNull(universityName),
      brandColor: lineOrNull(brandColor),
    }).transform(({ does: _, ...brand }) => changeOf({ brand })),
    asked("admission", {
      admission: z.string().transform(orNull)
        .pipe(z.enum(admissions, `Must be one of ${admissions.join(", ")}`).nullable())
        .optional(),
      admissionDomains: z.string().max(1000).pipe(domainList)
        .transform((names) => names.length === 0 ? null : names)
        .optional(),
    }).transform(({ does: _, ...values }) => changeOf(values)),
    asked("limits", limits).transform(({ does: _, ...limits }) => changeOf({ limits })),
    asked("add-topic", { label }).transform(({ label }) => ({ type: "AddTopic", label }) as const),
    asked("rename-topic", { id, label })
      .transform(({ id, label }) => ({ type: "RenameTopic", id, label }) as const),
    asked("withdraw-topic", { id })
      .transform(({ id }) => ({ type: "WithdrawTopic", id }) as const),
    asked("offer-topic", { id }).transform(({ id }) => ({ type: "OfferTopic", id }) as const),
    asked("announce", {
      text: lines(settingTexts.announcement).min(1, "Write something first"),
      until,
    }).transform(({ text, until }) => ({ type: "Announce", text, until }) as const),
    asked("end-announcement", {}).transform(() => ({ type: "EndAnnouncement" }) as const),
  ], "Choose what to do");
}

export type SettingsAction = z.input<ReturnType<typeof settingsInput>>["does"];

function asked<Name extends string, Shape extends z.ZodRawShape>(name: Name, shape: Shape) {
  return z.object({ does: z.literal(name), ...shape });
}

function changeOf(values: Omit<Extract<SettingsCommand, { type: "ChangeSettings" }>, "type">) {
  return { type: "ChangeSettings", ...values } as const;
}
