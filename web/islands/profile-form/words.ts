/**
 * What the profile form says beside the labels of its fields. Runs in browsers, too.
 *
 * @module
 */
import type { OfferedField } from "../../../api/offers/offers.ts";

const quotedCharacters = 80;

const offered: readonly string[] = [
  "industry",
  "location",
  "mos",
  "armySchools",
] satisfies OfferedField[];

/**
 * Beside a field that was changed here and elsewhere.
 *
 * @param what Names the field, where nothing else does.
 */
export function changedElsewhere(stored: unknown, what = "This"): string {
  const text = Array.isArray(stored) ? stored.join(", ") : String(stored);
  const shown = text.length > quotedCharacters ? `${text.slice(0, quotedCharacters)}…` : text;
  const now = text === "" ? "emptied" : `changed to “${shown}”`;
  return `${what} was ${now} elsewhere. Save again to use what you have here`;
}

/** The element that a message about a field leads to. */
export function fieldId(name: string): string {
  return `profile-${name}`;
}

/** The list of values that are offered for a field, where the page has one. */
export function offersId(name: string): string | undefined {
  return offered.includes(name) ? `offers-${name}` : undefined;
}

/** The heading of a section. */
export function sectionId(title: string): string {
  return `section-${title.toLowerCase().replaceAll(" ", "-")}`;
}
