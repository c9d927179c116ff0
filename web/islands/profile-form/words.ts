/**
 * What the profile form says: labels, examples, and what both depend on. Runs in browsers, too.
 *
 * @module
 */
import type { Role } from "../../../events/vocabulary.ts";
import type { EntryField, TextField } from "./form-values.ts";

/** What a field is called, and an example of what it may hold. */
export interface FieldWords {
  readonly label: string;
  readonly example?: string;
}

/** Labels of the text fields, for a member of this role and program. */
export function fieldWords(role: Role, program: string): Readonly<Record<TextField, FieldWords>> {
  return {
    classYear: role === "cadre"
      ? { label: `Years of Service with ${program} ROTC`, example: "e.g., 2005-2007" }
      : { label: `${program} Class Year`, example: "e.g., 2018" },
    rank: { label: "Rank", example: "Select rank" },
    armyBranch: { label: "Army Branch", example: "Select branch" },
    mos: { label: "MOS", example: "e.g., 11A" },
    dutyStatus: { label: "Duty Status", example: "Select duty status" },
    industry: { label: "Industry", example: "e.g., Energy" },
    company: { label: "Company", example: "e.g., Lone Star Power" },
    jobTitle: { label: "Job Title", example: "e.g., Operations Manager" },
    location: { label: "Location", example: "e.g., Fort Worth, TX" },
    bio: {
      label: "Bio",
      example: "Your path since commissioning, and what you enjoy helping with",
    },
    linkedinUrl: { label: "LinkedIn URL", example: "https://linkedin.com/in/you" },
    primaryEmail: { label: "Primary Email", example: "you@example.com" },
    secondaryEmail: { label: "Secondary Email (Army Email)", example: "first.last@army.mil" },
    phoneNumber: { label: "Phone Number", example: "e.g., (817) 555-0100" },
  };
}

export interface EntryWords {
  readonly legend: string;
  /** One of them, as in `Add Army School`. */
  readonly one: string;
  readonly example: string;
}

export const entryWords: Readonly<Record<EntryField, EntryWords>> = {
  expertise: {
    legend: "Areas of Expertise",
    one: "Area of Expertise",
    example: "e.g., Supply Chain Management",
  },
  armySchools: { legend: "Army Schools", one: "Army School", example: "e.g., Ranger School" },
  previousPositions: {
    legend: "Previous Positions",
    one: "Previous Position",
    example: "e.g., Platoon Leader, 1st Cavalry Division",
  },
};

/** The label of any field, for the summary of what is wrong. */
export function labelOf(name: string, role: Role, program: string): string {
  const words: Readonly<Record<string, FieldWords>> = fieldWords(role, program);
  const entries: Readonly<Record<string, EntryWords>> = entryWords;
  return words[name]?.label ?? entries[name]?.legend ??
    (name === "helpTopics" ? "Help Topics" : name);
}

const quotedCharacters = 80;

/**
 * Beside a field that was changed here and elsewhere.
 *
 * @param what Names the field, where nothing else does.
 */
export function changedElsewhere(stored: unknown, what = "This"): string {
  const text = Array.isArray(stored) ? stored.join(", ") : String(stored);
  const shown = text.length > quotedCharacters ? `${text.slice(0, quotedCharacters)}…` : text;
  const now = text === "" ? "emptied" : `changed to “${shown}”`;
  return `${what} was ${now} elsewhere meanwhile. Save again to have it as it stands here`;
}

/** The element that a message about a field leads to. */
export function fieldId(name: string): string {
  return `profile-${name}`;
}
