/**
 * Table of profile fields. Types and checks, sealed events, the API's answers, import columns, the
 * form, the invitation page and the ways to reach a member follow from it. Who sees a field is decided
 * in `privacy.ts`. Without zod: browsers load this file, too.
 *
 * @module
 */
import {
  armyBranches,
  dutyStatuses,
  helpTopics,
  type PrivacySwitch,
  ranks,
  type Role,
  roleTraits,
} from "../vocabulary.ts";

/** Whose form it is. */
export interface FormOwner {
  readonly role: Role;
  readonly program: string;
}

type ByOwner<T> = T | ((owner: FormOwner) => T);

export interface ProfileField {
  /** `text` is one line, `entries` are some of them, `topics` help topics of the vocabulary. */
  readonly kind:
    | "year"
    | "choice"
    | "text"
    | "long text"
    | "topics"
    | "entries"
    | "link"
    | "email"
    | "phone";
  /** The message when it is missing; a field without one may be. */
  readonly required?: string;
  /** The message for a value that is none of the choices, or a link to elsewhere. */
  readonly wrong?: string;
  /** The longest text, of one entry in a list; `maxText` without it. */
  readonly max?: number;
  readonly choices?: readonly string[];
  /** Those of the choices that this role is offered. */
  readonly choicesFor?: (role: Role) => readonly string[];
  /** Links lead there, or to a name below it; without it, anywhere. */
  readonly host?: string;
  /** Stands in clear in events, for statistics. Everything else is sealed. */
  readonly isFact?: true;
  /** The privacy switch that takes it away from others. */
  readonly sharedBy?: PrivacySwitch;
  readonly label: ByOwner<string>;
  readonly example?: ByOwner<string>;
  /** One of the entries, as in `Add Army School`. */
  readonly one?: string;
  readonly autoComplete?: string;
  /** A way to reach the member. */
  readonly contact?: Contact;
}

/** What the form says of a list. */
export interface EntryWords {
  readonly label: string;
  readonly one: string;
  readonly example: string;
}

export interface Column {
  /** Its name in the template. */
  readonly title: string;
  /** Other names for it, in lower-case letters and digits only. */
  readonly also: readonly string[];
  readonly example: string;
}

export interface Contact {
  readonly term: string;
  /** On a link by itself, where that is not the term. */
  readonly action?: string;
  /** In place of an address that is no pleasure to read. */
  readonly text?: string;
  readonly icon: "mail" | "phone" | "linkedin" | "calendar";
}

/** In the order of events, schemas and answers; the form has its own. */
const table = {
  classYear: {
    kind: "year",
    required: "Class year is required",
    sharedBy: "classYear",
    label: ({ role, program }) =>
      roleTraits[role].years === "service"
        ? `Years of Service with ${program} ROTC`
        : `${program} Class Year`,
    example: ({ role }) => roleTraits[role].years === "service" ? "e.g., 2005-2007" : "e.g., 2018",
  },
  rank: {
    kind: "choice",
    required: "Rank is required",
    wrong: "Unknown rank",
    choices: ranks,
    choicesFor: (role) => roleTraits[role].ranks,
    isFact: true,
    label: "Rank",
    example: "Select rank",
  },
  armyBranch: {
    kind: "choice",
    required: "Army branch is required",
    wrong: "Unknown army branch",
    choices: armyBranches,
    isFact: true,
    sharedBy: "specialty",
    label: "Army Branch",
    example: "Select branch",
  },
  mos: {
    kind: "text",
    required: "MOS is required",
    sharedBy: "specialty",
    label: "MOS",
    example: "e.g., 11A",
  },
  dutyStatus: {
    kind: "choice",
    wrong: "Unknown duty status",
    choices: dutyStatuses,
    isFact: true,
    label: "Duty Status",
    example: "Select duty status",
  },
  industry: {
    kind: "text",
    sharedBy: "industry",
    label: "Industry",
    example: "e.g., Energy",
  },
  company: {
    kind: "text",
    label: "Company",
    example: "e.g., Lone Star Power",
    autoComplete: "organization",
  },
  jobTitle: {
    kind: "text",
    label: "Job Title",
    example: "e.g., Operations Manager",
    autoComplete: "organization-title",
  },
  location: {
    kind: "text",
    sharedBy: "location",
    label: "Location",
    example: "e.g., Fort Worth, TX",
  },
  bio: {
    kind: "long text",
    max: 4000,
    label: "Bio",
    example: "Your path since commissioning, and what you enjoy helping with",
  },
  helpTopics: {
    kind: "topics",
    wrong: "Unknown help topic",
    choices: helpTopics,
    isFact: true,
    sharedBy: "helpTopics",
    label: "Help Topics",
  },
  expertise: {
    kind: "entries",
    sharedBy: "helpTopics",
    label: "Areas of Expertise",
    one: "Area of Expertise",
    example: "e.g., Supply Chain Management",
  },
  armySchools: {
    kind: "entries",
    label: "Army Schools",
    one: "Army School",
    example: "e.g., Ranger School",
  },
  previousPositions: {
    kind: "entries",
    label: "Previous Positions",
    one: "Previous Position",
    example: "e.g., Platoon Leader, 1st Cavalry Division",
  },
  linkedinUrl: {
    kind: "link",
    max: 500,
    wrong: "LinkedIn URL must be an https address on linkedin.com",
    host: "linkedin.com",
    label: "LinkedIn URL",
    example: "https://linkedin.com/in/you",
    contact: { term: "LinkedIn", text: "LinkedIn Profile", icon: "linkedin" },
  },
  calendarUrl: {
    kind: "link",
    max: 500,
    wrong: "Booking Link must be an https address",
    label: "Booking Link",
    example: "https://calendar.example.com/you",
    contact: { term: "Booking Link", icon: "calendar" },
  },
  primaryEmail: {
    kind: "email",
    max: 254,
    label: "Primary Email",
    example: "you@example.com",
    autoComplete: "email",
    contact: { term: "Primary Email", icon: "mail" },
  },
  secondaryEmail: {
    kind: "email",
    max: 254,
    label: "Secondary Email (Army Email)",
    example: "first.last@army.mil",
    contact: { term: "Army Email", icon: "mail" },
  },
  phoneNumber: {
    kind: "phone",
    label: "Phone Number",
    example: "e.g., (817) 555-0100",
    autoComplete: "tel",
    contact: { term: "Phone", action: "Call", icon: "phone" },
  },
} as const satisfies Readonly<Record<string, ProfileField>>;

type Table = typeof table;
export type FieldName = keyof Table;
/** Names of the fields that have this in the table. */
export type FieldWith<Part> = {
  [Name in FieldName]: Table[Name] extends Part ? Name : never;
}[FieldName];

export type FactField = FieldWith<{ isFact: true }>;
export type SealedField = Exclude<FieldName, FactField>;
/** What a privacy switch takes away from everyone but the owner. */
export type SharedField = FieldWith<{ sharedBy: PrivacySwitch }>;
export type ListField = FieldWith<{ kind: "topics" | "entries" }>;
export type EntryField = FieldWith<{ kind: "entries" }>;
export type ContactField = FieldWith<{ contact: Contact }>;

/** What a member says in their profile. Optional texts are `null` when there is nothing. */
export type Profile = {
  readonly [Name in FieldName]: Name extends ListField ? readonly string[]
    : Table[Name] extends { required: string } ? string
    : string | null;
};

type With<Part> = Readonly<Record<FieldWith<Part>, ProfileField & Readonly<Part>>>;

export const profileField: Readonly<Record<FieldName, ProfileField>> = table;
export const contactField: With<{ contact: Contact }> = table;
export const entryField: Readonly<Record<EntryField, EntryWords>> = table;
export const profileFields = Object.keys(table) as readonly FieldName[];

const sections = [
  {
    title: "Military Background",
    fields: ["classYear", "rank", "armyBranch", "mos", "dutyStatus"],
  },
  {
    title: "Current Information",
    fields: ["jobTitle", "company", "industry", "location", "expertise", "bio"],
  },
  {
    title: "Contact Information",
    hint: "At least one email address. Members who can see your profile can see these.",
    fields: ["primaryEmail", "secondaryEmail", "phoneNumber", "linkedinUrl", "calendarUrl"],
  },
  { title: "Help Topics", fields: ["helpTopics"] },
  { title: "Army Schools", fields: ["armySchools"] },
  { title: "Previous Positions", fields: ["previousPositions"] },
] as const satisfies readonly FormSection[];

export interface FormSection {
  readonly title: string;
  readonly hint?: string;
  readonly fields: readonly FieldName[];
}

type Unplaced = Exclude<FieldName, (typeof sections)[number]["fields"][number]>;

/** The form from top to bottom. A field that is in no section does not compile. */
export const formSections: readonly FormSection[] = sections satisfies (
  [Unplaced] extends [never] ? unknown : Unplaced
);

/** Every field that something can be wrong with, as the form has them from top to bottom. */
export const fieldOrder = formSections.flatMap(({ fields }) => fields);

const maxText = 200;

export function maxLengthOf(name: FieldName): number {
  return profileField[name].max ?? maxText;
}

/** What the form calls a field, for this owner; another name comes back as it is. */
export function labelOf(name: string, owner: FormOwner): string {
  return Object.hasOwn(table, name) ? forOwner(profileField[name as FieldName].label, owner) : name;
}

export function exampleOf(name: FieldName, owner: FormOwner): string {
  return forOwner(profileField[name].example ?? "", owner);
}

function forOwner(text: ByOwner<string>, owner: FormOwner): string {
  return typeof text === "string" ? text : text(owner);
}

export function isListField(name: FieldName): name is ListField {
  const { kind } = profileField[name];
  return kind === "topics" || kind === "entries";
}

/** A value for each of the names. */
export function byName<Name extends string, Value>(
  names: readonly Name[],
  valueOf: (name: Name) => Value,
): Record<Name, Value> {
  return Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, Value>;
}

/**
 * Columns of the fields in a program's list of alumni; the primary address is the account's. Apart from
 * the table, so that browsers do without them.
 */
export const importColumns = {
  classYear: {
    title: "Class year",
    also: ["class", "year", "gradyear", "graduationyear", "commissioningyear"],
    example: "2012",
  },
  rank: { title: "Rank", also: [], example: "CPT" },
  armyBranch: { title: "Army branch", also: ["branch"], example: "Aviation" },
  mos: { title: "MOS", also: [], example: "15A" },
  dutyStatus: { title: "Duty status", also: ["status"], example: "Veteran" },
  industry: { title: "Industry", also: [], example: "Technology" },
  company: { title: "Company", also: ["employer", "organization"], example: "Acme" },
  jobTitle: { title: "Job title", also: ["title", "position"], example: "Engineer" },
  location: { title: "Location", also: ["city"], example: "Fort Worth, TX" },
  bio: { title: "Bio", also: ["about"], example: "" },
  helpTopics: {
    title: "Help topics",
    also: ["canhelpwith"],
    example: "Branch Selection|Airborne School",
  },
  expertise: { title: "Expertise", also: ["areasofexpertise"], example: "" },
  armySchools: { title: "Army schools", also: ["schools"], example: "Airborne" },
  previousPositions: {
    title: "Previous positions",
    also: ["positions"],
    example: "Platoon Leader",
  },
  linkedinUrl: { title: "LinkedIn URL", also: ["linkedin"], example: "" },
  calendarUrl: { title: "Booking link", also: ["calendar", "calendarurl"], example: "" },
  secondaryEmail: { title: "Secondary email", also: ["armyemail"], example: "" },
  phoneNumber: { title: "Phone number", also: ["phone", "mobile"], example: "" },
} as const satisfies Readonly<Record<Exclude<FieldName, "primaryEmail">, Column>>;
