/** Texts of the profile form other than its labels. Also runs in browsers. */
import type { Offers } from "../../../api/features/directory/offers.ts";

const quotedCharacters = 80;

const offered: readonly string[] = ["industry", "company", "location"] satisfies (keyof Offers)[];

/**
 * Shown beside a field that was changed here and elsewhere.
 * @param what Name of the field, if nothing else names it.
 */
export function changedElsewhere(stored: unknown, what = "This"): string {
  const text = Array.isArray(stored) ? stored.join(", ") : String(stored);
  const shown = text.length > quotedCharacters ? `${text.slice(0, quotedCharacters)}…` : text;
  const now = text === "" ? "emptied" : `changed to “${shown}”`;
  return `${what} was ${now} elsewhere. Save again to use what you have here`;
}

/** Id of the element that a message about a field links to. */
export function fieldId(name: string): string {
  return `profile-${name}`;
}

/** Id of the list of suggested values for a field, if the page has one. */
export function offersId(name: string): string | undefined {
  return offered.includes(name) ? `offers-${name}` : undefined;
}

/** The heading of a section. */
export function sectionId(title: string): string {
  return `section-${title.toLowerCase().replaceAll(" ", "-")}`;
}
