/** How the product was examined, for the report and the statement. */
import { type Conformance, criteria, type Criterion } from "./criteria.ts";

/** When the whole table was last reviewed. */
export const examinedOn = "2026-11-29";

/** The methods that show conformance, in a sentence each. */
export const methods = [
  "axe-core examines the pages in Chromium, in the light and the dark theme, on a desktop and on a phone's size.",
  "Journeys are walked with a keyboard alone, with script and without, and what has the focus is looked at after each step.",
  "Pages are measured at 320, 360 and 640 pixels, with text of twice the size, with wide spacing, in forced colors and " +
  "with less motion: what is cut off, and what is too small to press.",
  "These tests run before each change is accepted. A test that this report names and that isn't there fails the check.",
] as const;

export const triedByHand = [
  "The privacy page and the accessibility statement were looked at as pictures, at 360 and 1280 pixels, in both themes, " +
  "on November 29, 2026.",
  "On the same day, the texts in the code were searched for words of place, color and shape. Those that were found name " +
  "what they mean: “below” is the reading order, and a colored badge has its words.",
] as const;

/** Methods that were not used. */
export const notTried = [
  "Pages other than the privacy page and the statement weren't gone through by hand, criterion by criterion.",
  "No one has used the product with a screen reader: no session with NVDA, JAWS, VoiceOver or TalkBack.",
  "No one who relies on assistive technology has tried it, and no one outside the project has examined it.",
  "It wasn't used on real phones and tablets, with voice control, switches or a screen magnifier.",
  "Emails weren't read in mail programs with a screen reader.",
] as const;

export function limits(): readonly (Criterion & { readonly limit: string })[] {
  return criteria.flatMap((criterion) =>
    criterion.limit === undefined ? [] : [{ ...criterion, limit: criterion.limit }]
  );
}

/** 4.1.1 Parsing. */
const removedIn22 = "4.1.1";

/** How many criteria of WCAG 2.2. */
export function countOf(conformance: Conformance): number {
  return criteria.filter(({ is, number }) => is === conformance && number !== removedIn22).length;
}
