/**
 * Table of profile fields, the source of types, checks, sealed events, API answers and the form.
 * Pages without a form load only the table of contacts. No zod: browsers load this file.
 */
import {
  armyBranches,
  dutyStatuses,
  helpTopics,
  type PrivacySwitch,
  ranks,
  roleTraits,
} from "../vocabulary.ts";
import { contactOrder, contactTable } from "./contact-fields.ts";
import type { ByOwner, FormOwner, ProfileField } from "./profile-field.ts";

export interface EntryWords {
  readonly label: string;
  readonly one: string;
  readonly example: string;
}

/** In the order of events, schemas and answers; the form has its own order. */
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
    sharedBy: "always",
    required: "Rank is required",
    wrong: "Unknown rank",
    choices: ranks,
    offered: (role) => roleTraits[role].ranks,
    label: "Rank",
    example: "Select rank",
  },
  armyBranch: {
    kind: "choice",
    required: "Army branch is required",
    wrong: "Unknown army branch",
    choices: armyBranches,
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
    sharedBy: "always",
    wrong: "Unknown duty status",
    choices: dutyStatuses,
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
    sharedBy: "always",
    label: "Company",
    example: "e.g., Lone Star Power",
    autoComplete: "organization",
  },
  jobTitle: {
    kind: "text",
    sharedBy: "always",
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
    sharedBy: "always",
    max: 4000,
    label: "Bio",
    example: "Your path since commissioning, and what you enjoy helping with",
  },
  helpTopics: {
    kind: "topics",
    wrong: "Unknown help topic",
    choices: helpTopics,
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
    sharedBy: "always",
    label: "Army Schools",
    one: "Army School",
    example: "e.g., Ranger School",
  },
  previousPositions: {
    kind: "entries",
    sharedBy: "always",
    label: "Previous Positions",
    one: "Previous Position",
    example: "e.g., Platoon Leader, 1st Cavalry Division",
  },
  formerName: {
    kind: "text",
    sharedBy: "formerName",
    max: 100,
    label: "Former Name",
    example: "e.g., Smith",
  },
  ...contactTable,
} as const satisfies Readonly<Record<string, ProfileField>>;

type Table = typeof table;
export type FieldName = keyof Table;
export type FieldWith<Part> = {
  [Name in FieldName]: Table[Name] extends Part ? Name : never;
}[FieldName];

/** Clear facts of events, for statistics; all other fields are sealed. */
export const factFields = ["rank", "armyBranch", "dutyStatus", "helpTopics"] as const satisfies (
  readonly FieldName[]
);
export type FactField = (typeof factFields)[number];
export type SealedField = Exclude<FieldName, FactField>;
/** Fields whose changes are sealed, too: whether a member has a former name is private. */
export const quietFields = ["formerName"] as const satisfies readonly SealedField[];

export type SharedField = FieldWith<{ sharedBy: PrivacySwitch }>;
export type ListField = FieldWith<{ kind: "topics" | "entries" }>;
export type EntryField = FieldWith<{ kind: "entries" }>;

/** The content of a profile. Optional texts are `null` if empty. */
export type Profile = {
  readonly [Name in FieldName]: Name extends ListField ? readonly string[]
    : Table[Name] extends { required: string } ? string
    : string | null;
};

type With<Part> = Readonly<Record<FieldWith<Part>, ProfileField & Readonly<Part>>>;

export const profileField: Readonly<Record<FieldName, ProfileField>> = table;
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
    hint: "Give at least one email address.",
    fields: contactOrder,
  },
  { title: "Help Topics", fields: ["helpTopics"] },
  { title: "Army Schools", fields: ["armySchools"] },
  { title: "Previous Positions", fields: ["previousPositions"] },
  {
    title: "Former Name",
    hint: "A name that people from your time in the program may know, such as a maiden name.",
    fields: ["formerName"],
  },
] as const satisfies readonly FormSection[];

export interface FormSection {
  readonly title: string;
  readonly hint?: string;
  readonly fields: readonly FieldName[];
}

type Unplaced = Exclude<FieldName, (typeof sections)[number]["fields"][number]>;

/** The form from top to bottom. A field in no section doesn't compile. */
export const formSections: readonly FormSection[] = sections satisfies (
  [Unplaced] extends [never] ? unknown : Unplaced
);

/** Every field that can be wrong, in the form's order. */
export const fieldOrder = formSections.flatMap(({ fields }) => fields);

const maxText = 200;

export function maxLengthOf(name: FieldName): number {
  return profileField[name].max ?? maxText;
}

/** The form's label of a field for this owner; an unknown name is returned unchanged. */
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

export function byName<Name extends string, Value>(
  names: readonly Name[],
  valueOf: (name: Name) => Value,
): Record<Name, Value> {
  return Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, Value>;
}
