import { z } from "zod";
import { line, lines } from "../../events/members/texts.ts";
import { type AdmissionPolicy, admissions } from "../../events/program/admission.ts";
import type { SettingsCommand } from "../../events/program/decide-settings.ts";
import { type LimitName, limitNames, programLimits } from "../../events/program/limits.ts";
import { isCurrent } from "../../events/program/settings.ts";
import { contrastOnWhite, isTooLight } from "./brand-color.ts";

export const settingLabels = {
  programName: "Program name",
  universityName: "University name",
  brandColor: "Color",
  supportEmail: "Support address",
  admission: "Who gets in",
  admissionDomains: "Email domains that need no approval",
} as const;

export const policyWords: Readonly<Record<AdmissionPolicy, string>> = {
  open: "Everyone",
  confirmed: "Confirmed addresses",
  approved: "Approved by staff",
  invited: "Invited people only",
};

export const settingTexts = { announcement: 500, topic: 60, privacy: 2000 } as const;

export const mostBackupWeeks = 52;

const dayMs = 24 * 60 * 60 * 1000;

/** Some parsers turn February 30 into a day in March. */
function isDay(text: string): boolean {
  const atMs = Date.parse(text);
  return !Number.isNaN(atMs) && new Date(atMs).toISOString().startsWith(text);
}

/** An empty text restores the default. */
const orNull = (text: string) => text === "" ? null : text;

/** A line of text; an empty one restores the default. */
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

const weeksRule = `Must be a whole number from 0 to ${mostBackupWeeks}`;
const backupWeeks = z.string().trim().regex(/^\d{1,2}$/, weeksRule).transform(Number)
  .refine((weeks) => weeks <= mostBackupWeeks, weeksRule);

const limits = Object.fromEntries(limitNames.map((name) => [name, limitOf(name)])) as Record<
  LimitName,
  ReturnType<typeof limitOf>
>;

/** Pages and mails add "Army ROTC" to the name, so it is removed from the end. */
const programName = line(100).transform((name) => name.replace(/(?<=\S)\s+Army ROTC$/i, ""));

const brandColor = z.string().regex(/^#[0-9a-f]{6}$/i, "Must be a color such as #4d1979")
  .refine((color) => !isTooLight(color), {
    error: ({ input }) =>
      `Must be darker: ${input} is hard to see on white (contrast ` +
      `${contrastOnWhite(String(input)).toFixed(1)} to 1, at least 3 to 1 is needed)`,
  });

const domainList = z.string().max(1000).transform((text, context) => {
  const names = text.toLowerCase().split(",").map((name) => name.trim().replace(/^@/, ""))
    .filter((name) => name !== "");
  const wrong = names.find((name) => !/^([a-z0-9-]+\.)+[a-z0-9-]{2,}$/.test(name));
  if (wrong === undefined) return names;
  context.addIssue(`Must be domains such as example.edu, separated by commas; "${wrong}" is none`);
  return z.NEVER;
});

const label = line(settingTexts.topic).min(2, "Enter a name for the topic")
  // The character separates topics in imported files.
  .refine((text) => !text.includes("|"), "Can't contain |");
const id = z.string();

const commissioningClass = z.string().trim()
  .regex(/^(19|20|21)\d{2}$/, "Enter a class year such as 2027");
const commissioningDay = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, "Choose the day")
  .refine(isDay, { error: "This date doesn't exist", abort: true });

/** Parses a change of settings from a form's or command's texts. `does` names the change. */
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
    changeForm("support", {
      supportEmail: z.string().trim().max(200).transform(orNull)
        .pipe(z.email("Must be an email address").nullable()),
    }).transform(({ does: _, ...values }) => changeOf(values)),
    changeForm("privacy", {
      privacyText: lines(settingTexts.privacy).transform(orNull),
    }).transform(({ does: _, ...values }) => changeOf(values)),
    changeForm("brand", {
      programName: lineOrNull(programName),
      universityName: lineOrNull(line(200)),
      brandColor: lineOrNull(brandColor),
    }).transform(({ does: _, ...brand }) => changeOf({ brand })),
    changeForm("admission", {
      admission: z.string().transform(orNull)
        .pipe(z.enum(admissions, `Must be one of ${admissions.join(", ")}`).nullable())
        .optional(),
      admissionDomains: domainList
        .transform((names) => names.length === 0 ? null : names)
        .optional(),
    }).transform(({ does: _, ...values }) => changeOf(values)),
    changeForm("limits", limits).transform(({ does: _, ...limits }) => changeOf({ limits })),
    changeForm("backups", { backupWeeks }).transform(({ does: _, ...values }) => changeOf(values)),
    changeForm("require-two-proofs", {}).transform(() => changeOf({ staffProveTwice: true })),
    changeForm("require-one-proof", {}).transform(() => changeOf({ staffProveTwice: false })),
    changeForm("add-topic", { label }).transform(({ label }) =>
      ({ type: "AddTopic", label }) as const
    ),
    changeForm("rename-topic", { id, label })
      .transform(({ id, label }) => ({ type: "RenameTopic", id, label }) as const),
    changeForm("withdraw-topic", { id })
      .transform(({ id }) => ({ type: "WithdrawTopic", id }) as const),
    changeForm("offer-topic", { id }).transform(({ id }) => ({ type: "OfferTopic", id }) as const),
    changeForm("announce", {
      text: lines(settingTexts.announcement).min(1, "Write something first"),
      until,
    }).transform(({ text, until }) => ({ type: "Announce", text, until }) as const),
    changeForm("end-announcement", {}).transform(() => ({ type: "EndAnnouncement" }) as const),
    changeForm("commissioning-date", { classYear: commissioningClass, date: commissioningDay })
      .refine(
        ({ classYear, date }) => Math.abs(Number(date.slice(0, 4)) - Number(classYear)) <= 1,
        { error: "Choose a date in the year of the class, or the year beside it", path: ["date"] },
      )
      .transform(({ classYear, date }) =>
        ({ type: "SetCommissioningDate", classYear, date }) as const
      ),
    changeForm("no-commissioning-date", { classYear: commissioningClass })
      .transform(({ classYear }) =>
        ({ type: "SetCommissioningDate", classYear, date: null }) as const
      ),
  ], "Choose what to do");
}

export type SettingsAction = z.input<ReturnType<typeof settingsInput>>["does"];

function changeForm<Name extends string, Shape extends z.ZodRawShape>(name: Name, shape: Shape) {
  return z.object({ does: z.literal(name), ...shape });
}

function changeOf(values: Omit<Extract<SettingsCommand, { type: "ChangeSettings" }>, "type">) {
  return { type: "ChangeSettings", ...values } as const;
}
