/**
 * What a profile is: its fields, their bounds and the messages for what is wrong with them. One
 * schema for the rules here, the API and the browser's form; it imports nothing but the vocabulary,
 * texts and zod.
 *
 * @module
 */
import { z } from "zod";
import {
  armyBranches,
  canonicalTopic,
  dutyStatuses,
  helpTopics,
  type PrivacySwitch,
  privacySwitches,
  ranks,
  type Role,
} from "../vocabulary.ts";
import { line, lines } from "./texts.ts";

/** What a member says in their profile. Optional texts are `null` when there is nothing. */
export interface Profile {
  /** Four digits for cadets and alumni; free text such as `2005-2007` for cadre. */
  readonly classYear: string;
  readonly rank: string;
  readonly armyBranch: string;
  readonly mos: string;
  readonly dutyStatus: string | null;
  readonly industry: string | null;
  readonly company: string | null;
  readonly jobTitle: string | null;
  readonly location: string | null;
  readonly bio: string | null;
  /** Stored labels of the vocabulary's topics, each once. */
  readonly helpTopics: readonly string[];
  readonly expertise: readonly string[];
  readonly armySchools: readonly string[];
  readonly previousPositions: readonly string[];
  readonly linkedinUrl: string | null;
  readonly primaryEmail: string | null;
  readonly secondaryEmail: string | null;
  readonly phoneNumber: string | null;
}

/** Which of the five switchable parts others may see. */
export type SharedFields = Readonly<Record<PrivacySwitch, boolean>>;

export const allShared: SharedFields = {
  location: true,
  industry: true,
  specialty: true,
  helpTopics: true,
  classYear: true,
};

const maxBio = 4000;
const maxEntries = 50;
const maxEmail = 254;
const maxLinkedin = 500;

const yearMissing = "Class year is required";
const emailMissing = "At least one email address (primary or secondary) is required";

const required = (message: string) => line(undefined, message).min(1, message);
const emptyToNull = (text: string | null | undefined) => text || null;
const optional = line().nullish().transform(emptyToNull);

const email = line(maxEmail)
  .refine((text) => text === "" || z.email().safeParse(text).success, "Invalid email address")
  .meta({ format: "email" })
  .nullish()
  .transform(emptyToNull);

/** Kept as it was read, so that what is stored, shown and linked is what was looked at. */
const linkedin = line(maxLinkedin)
  .refine((text) => text === "" || isLinkedin(text), {
    error: "LinkedIn URL must be an https address on linkedin.com",
    abort: true,
  })
  .overwrite((text) => text === "" ? text : new URL(text).href)
  .max(maxLinkedin, `Must be at most ${maxLinkedin} characters`)
  .meta({ format: "uri", pattern: "^https://([a-z0-9-]+\\.)*linkedin\\.com/" })
  .nullish()
  .transform(emptyToNull);

const bio = lines(maxBio).nullish().transform(emptyToNull);

/** Texts of one line; entries that were left empty go. */
const entries = list(line())
  .transform((texts) => (texts ?? []).filter((text) => text !== ""));

const topics = list(
  line().transform(canonicalTopic).pipe(
    z.enum(helpTopics as [string, ...string[]], "Unknown help topic"),
  ).meta({ enum: [...helpTopics] }),
)
  .transform((chosen) => [...new Set(chosen ?? [])]);

/** A list that is counted before anything looks at an entry of it. */
function list<T extends z.ZodType>(entry: T) {
  const error = `Must have at most ${maxEntries} entries`;
  return z.preprocess((given, context) => {
    if (!Array.isArray(given) || given.length <= maxEntries) return given;
    context.addIssue(error);
    return z.NEVER;
  }, z.array(entry).max(maxEntries, error)).nullish();
}

const fields = {
  classYear: line(undefined, yearMissing).min(4, yearMissing),
  rank: required("Rank is required").refine(
    (rank) => rank === "" || (ranks as readonly string[]).includes(rank),
    "Unknown rank",
  ).meta({ enum: [...ranks] }),
  armyBranch: required("Army branch is required").refine(
    (branch) => branch === "" || (armyBranches as readonly string[]).includes(branch),
    "Unknown army branch",
  ).meta({ enum: [...armyBranches] }),
  mos: required("MOS is required"),
  dutyStatus: optional.refine(
    (status) => status === null || (dutyStatuses as readonly string[]).includes(status),
    "Unknown duty status",
  ).meta({ enum: [...dutyStatuses, null] }),
  industry: optional,
  company: optional,
  jobTitle: optional,
  location: optional,
  bio,
  helpTopics: topics,
  expertise: entries,
  armySchools: entries,
  previousPositions: entries,
  linkedinUrl: linkedin,
  primaryEmail: email,
  secondaryEmail: email,
  phoneNumber: optional,
};

/** The names of a profile's own fields, in the order of events and schemas; the form has its own. */
export const profileFields = Object.keys(fields) as readonly (keyof Profile)[];

/** Any subset of the privacy switches. */
export const SharedFieldsChange = z.strictObject(
  Object.fromEntries(privacySwitches.map((name) => [name, z.boolean().optional()])) as Record<
    PrivacySwitch,
    z.ZodOptional<z.ZodBoolean>
  >,
);

/** What is valid depends on who says it, and on the year it is said in. */
export interface ProfileContext {
  readonly role: Role;
  /** The current year, such as 2026. */
  readonly year: number;
}

/**
 * A whole profile of a member with this role. Trims texts, turns `""` and missing optional fields
 * into `null`, and adds a help topic that is named among the expertise to the help topics.
 */
export function profileSchema({ role, year }: ProfileContext) {
  const classYear = role === "cadre" ? fields.classYear : fields.classYear.refine(
    (text) => isClassYear(text, year),
    `Class year must be a year from 1900 to ${year + 10}`,
  );
  return z.strictObject({ ...fields, classYear }).transform(withTopicsFromExpertise);
}

export type ProfileCheck =
  | { readonly ok: true; readonly profile: Profile }
  | { readonly ok: false; readonly fields: Readonly<Record<string, string>> };

/**
 * Checks a whole profile, given as it came from outside. All messages at once, one a field: the
 * rule across the two email addresses is checked here, since zod leaves refinements of an object
 * out while a field of it is wrong.
 */
export function checkProfile(input: unknown, context: ProfileContext): ProfileCheck {
  const parsed = profileSchema(context).safeParse(input);
  const wrong = parsed.success ? {} : fieldMessages(parsed.error);
  if (!hasEmail(input)) wrong.primaryEmail ??= emailMissing;
  if (parsed.success && Object.keys(wrong).length === 0) return { ok: true, profile: parsed.data };
  return { ok: false, fields: wrong };
}

/** As many fields as a form of ours has; who has more wrong with them has no form of ours. */
const maxMessages = 20;
const maxNameInMessage = 60;

/** The first message of each field, by the name of the top-level field it is in; some of very many. */
export function fieldMessages(error: z.ZodError): Record<string, string> {
  // Not an object: people can name a field "constructor", which every object seems to have.
  const messages = new Map<string, string>();
  for (const issue of error.issues) {
    const names = issue.code === "unrecognized_keys"
      ? issue.keys.slice(0, maxMessages).map((key) => nameOf([...issue.path, key]))
      : [nameOf(issue.path.slice(0, 1))];
    const message = issue.code === "unrecognized_keys" ? "Unknown field" : issue.message;
    for (const name of names) {
      if (messages.size === maxMessages) return Object.fromEntries(messages);
      if (!messages.has(name)) messages.set(name, message);
    }
  }
  return Object.fromEntries(messages);
}

/** A name of whatever length that somebody gave to a field. */
function nameOf(path: readonly PropertyKey[]): string {
  const name = path.map(String).join(".");
  return name.length <= maxNameInMessage ? name : `${name.slice(0, maxNameInMessage)}…`;
}

function isClassYear(text: string, year: number): boolean {
  return /^\d{4}$/.test(text) && Number(text) >= 1900 && Number(text) <= year + 10;
}

function isLinkedin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  return protocol === "https:" && username === "" && password === "" &&
    (hostname === "linkedin.com" || hostname.endsWith(".linkedin.com"));
}

function withTopicsFromExpertise(profile: Profile): Profile {
  const named = profile.expertise.flatMap((text) => {
    const wanted = canonicalTopic(text).toLowerCase();
    return helpTopics.filter((topic) => topic.toLowerCase() === wanted);
  });
  return { ...profile, helpTopics: [...new Set([...profile.helpTopics, ...named])] };
}

function hasEmail(input: unknown): boolean {
  const { primaryEmail, secondaryEmail } = Object(input) as Record<string, unknown>;
  return [primaryEmail, secondaryEmail].some((text) =>
    typeof text === "string" && text.trim() !== ""
  );
}
