/**
 * Bounds of a profile's form that was sent without script: how long its lists may be, and how much of
 * each text comes back when it was refused. Browsers keep people within the fields' own limits.
 *
 * @module
 */
import { Problem } from "../../../api/problems.ts";
import { maxListed, type ProfileFormValues } from "../../islands/profile-form/form-values.ts";

/** So much that it is still too long, and says so when it is sent again. */
const maxShown: Readonly<Record<string, number>> = { bio: 4100, linkedinUrl: 600 };
const maxShownOfOthers = 260;
const maxShownOfEntries = 220;

/** @throws {Problem} 413 when a list is longer than any that is shown. */
export function refuseLongLists(values: ProfileFormValues): void {
  if (Object.values(values).some((value) => Array.isArray(value) && value.length > maxListed)) {
    throw new Problem(413, `A list has more than ${maxListed} entries: please send fewer`);
  }
}

/** What goes back into the page. */
export function shownAgain(values: ProfileFormValues): ProfileFormValues {
  const entries = Object.entries(values).map(([name, value]) => {
    if (typeof value === "string") {
      return [name, value.slice(0, maxShown[name] ?? maxShownOfOthers)];
    }
    if (!Array.isArray(value)) return [name, value];
    return [name, value.map((entry: string) => entry.slice(0, maxShownOfEntries))];
  });
  return Object.fromEntries(entries) as ProfileFormValues;
}
