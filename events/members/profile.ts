/** Profile schema, shared by the rules, the API and the browser's form: few imports. */
import { z } from "zod";
import { productTopics, type Topics } from "../program/topics.ts";
import { type PrivacySwitch, privacySwitches, type Role, roleTraits } from "../vocabulary.ts";
import {
  byName,
  type FieldName,
  maxLengthOf,
  type Profile,
  profileField,
  profileFields,
} from "./profile-fields.ts";
import type { ProfileField } from "./profile-field.ts";
import { line, lines } from "./texts.ts";

export type { Profile } from "./profile-fields.ts";

export type SharedFields = Readonly<Record<PrivacySwitch, boolean>>;

const maxEntries = 50;

const emailMissing = "At least one email address (primary or secondary) is required";

const emptyToNull = (text: string | null | undefined) => text || null;

function schemaOf(name: FieldName): z.ZodType {
  const field: ProfileField = profileField[name];
  const max = maxLengthOf(name);
  switch (field.kind) {
    case "year":
      return line(max, field.required).min(4, field.required);
    case "choice":
      return choice(field, max);
    case "text":
    case "phone":
      return field.required === undefined
        ? line(max).nullish().transform(emptyToNull)
        : line(max, field.required).min(1, field.required);
    case "long text":
      return lines(max).nullish().transform(emptyToNull);
    case "email":
      return email(max);
    case "link":
      return link(field, max);
    case "topics":
      return topicList(field, max, productTopics);
    case "entries":
      return list(line(max))
        // Texts of one line, without empty entries.
        .transform((texts) => (texts ?? []).filter((text) => text !== ""));
  }
}

function choice({ required, wrong, choices = [] }: ProfileField, max: number) {
  if (required !== undefined) {
    return line(max, required).min(1, required)
      .refine((text) => text === "" || choices.includes(text), wrong)
      .meta({ enum: [...choices] });
  }
  return line(max).nullish().transform(emptyToNull)
    .refine((text) => text === null || choices.includes(text), wrong)
    .meta({ enum: [...choices, null] });
}

/** Cached: making a schema takes longer than its check. */
const address = z.email();

function email(max: number) {
  return line(max)
    .refine((text) => text === "" || address.safeParse(text).success, "Invalid email address")
    .meta({ format: "email" })
    .nullish()
    .transform(emptyToNull);
}

/** The stored link is exactly the checked one. */
function link({ wrong, host }: ProfileField, max: number) {
  const hosts = host === undefined ? "" : `([a-z0-9-]+\\.)*${host.replaceAll(".", "\\.")}/`;
  return line(max)
    .overwrite((text) => withScheme(text, host))
    .refine((text) => text === "" || isLink(text, host), { error: wrong, abort: true })
    .overwrite((text) => text === "" ? text : new URL(text).href)
    .max(max, `Must be at most ${max} characters`)
    .meta({ format: "uri", pattern: `^https://${hosts}` })
    .nullish()
    .transform(emptyToNull);
}

/** Completes "linkedin.com/in/pat" to an address. A field's own host is always reached by https. */
function withScheme(text: string, host: string | undefined): string {
  const secure = host === undefined ? text : text.replace(/^http:(?=\/\/)/i, "https:");
  return secure.replace(noScheme, "https://");
}

/** The start of an address without a scheme: a host with a dot comes first. */
const noScheme = /^(?:\/\/)?(?=[\p{L}\p{N}][\p{L}\p{N}-]*(?:\.[\p{L}\p{N}-]+)+(?:[/?#:]|$))/u;

function topicList({ wrong }: ProfileField, max: number, { offered, storedOf }: Topics) {
  return list(
    line(max).refine((label) => storedOf(label) !== undefined, wrong)
      // A program's own topics are checked elsewhere.
      .meta({ enum: [...offered] }),
  )
    .transform((chosen) => [...new Set((chosen ?? []).map((label) => storedOf(label) ?? label))]);
}

/** A list whose length is checked before its entries. */
function list<T extends z.ZodType>(entry: T) {
  const error = `Must have at most ${maxEntries} entries`;
  return z.preprocess((given, context) => {
    if (!Array.isArray(given) || given.length <= maxEntries) return given;
    context.addIssue(error);
    return z.NEVER;
  }, z.array(entry).max(maxEntries, error)).nullish();
}

type Schemas = { readonly [Name in FieldName]: z.ZodType<Profile[Name]> };

const fields = byName(profileFields, schemaOf) as Schemas;

export const SharedFieldsChange = z.strictObject(
  byName(privacySwitches, () => z.boolean().optional()),
);

export interface ProfileContext {
  readonly role: Role;
  readonly year: number;
  readonly topics?: Topics | undefined;
}

/** Schema of a complete profile for this role. It adds help topics named in the expertise. */
function profileSchema({ role, year, topics = productTopics }: ProfileContext) {
  const lastYear = roleTraits[role].years === "service" ? undefined : year + 10;
  const ofTopics = schemas.get(topics) ?? new Map();
  schemas.set(topics, ofTopics);
  const schema = ofTopics.get(lastYear) ?? schemaUntil(lastYear, topics);
  ofTopics.set(lastYear, schema);
  return schema;
}

/** Cached: zod compiles a schema on first use, which takes longer than the check itself. */
const schemas = new WeakMap<Topics, Map<number | undefined, ReturnType<typeof schemaUntil>>>();

/** @param lastYear Latest class year; without it any text is allowed. */
function schemaUntil(lastYear: number | undefined, topics: Topics) {
  const classYear = lastYear === undefined ? fields.classYear : fields.classYear.refine(
    (text) => isClassYear(text, lastYear),
    `Class year must be a year from 1900 to ${lastYear}`,
  );
  const helpTopics = topicList(profileField.helpTopics, maxLengthOf("helpTopics"), topics);
  return z.strictObject({ ...fields, classYear, helpTopics })
    .transform((profile) => withTopicsFromExpertise(profile, topics));
}

export type ProfileCheck =
  | { readonly ok: true; readonly profile: Profile }
  | { readonly ok: false; readonly fields: Readonly<Record<string, string>> };

/**
 * Checks a complete profile from outside. The rule across both email addresses is checked here,
 * since zod skips an object's refinements while one of its fields is wrong.
 */
export function checkProfile(input: unknown, context: ProfileContext): ProfileCheck {
  const parsed = profileSchema(context).safeParse(input);
  const wrong = parsed.success ? {} : fieldMessages(parsed.error);
  if (!hasEmail(input)) wrong.primaryEmail ??= emailMissing;
  if (parsed.success && Object.keys(wrong).length === 0) return { ok: true, profile: parsed.data };
  return { ok: false, fields: wrong };
}

/** About as many as the form has fields. More errors don't come from our form. */
const maxMessages = 20;
const maxNameInMessage = 60;

/** The first message of each top-level field; only some if there are very many. */
export function fieldMessages(error: z.ZodError): Record<string, string> {
  // A null prototype, since a field can be named "constructor".
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

/** A field name from outside, of any length. */
function nameOf(path: readonly PropertyKey[]): string {
  const name = path.map(String).join(".");
  return name.length <= maxNameInMessage ? name : `${name.slice(0, maxNameInMessage)}…`;
}

function isClassYear(text: string, lastYear: number): boolean {
  return /^\d{4}$/.test(text) && Number(text) >= 1900 && Number(text) <= lastYear;
}

/** An https address without user and password, on this host or a subdomain if one is given. */
function isLink(text: string, host: string | undefined): boolean {
  try {
    const { protocol, hostname, username, password } = new URL(text);
    return protocol === "https:" && username === "" && password === "" &&
      (host === undefined || hostname === host || hostname.endsWith(`.${host}`));
  } catch {
    return false;
  }
}

function withTopicsFromExpertise(profile: Profile, topics: Topics): Profile {
  const named = profile.expertise.flatMap((text) => topics.named(text) ?? []);
  return { ...profile, helpTopics: [...new Set([...profile.helpTopics, ...named])] };
}

function hasEmail(input: unknown): boolean {
  const { primaryEmail, secondaryEmail } = Object(input) as Record<string, unknown>;
  return [primaryEmail, secondaryEmail].some((text) =>
    typeof text === "string" && text.trim() !== ""
  );
}
