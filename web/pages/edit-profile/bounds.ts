/**
 * Bounds of a profile's form that was sent without script: how long its lists may be, and how much of
 * each text is shown again when it was refused. Browsers keep people within the fields' own limits.
 *
 * @module
 */
import { Problem } from "../../../api/problems.ts";
import {
  byName,
  type FieldName,
  isListField,
  maxLengthOf,
  profileField,
  profileFields,
} from "../../../events/members/profile-fields.ts";
import { maxListed, type ProfileFormValues } from "../../islands/profile-form/form-values.ts";

/** Long enough that the text is still too long when it is sent again. */
const maxShown = byName(profileFields, (name) => {
  if (isListField(name)) return maxLengthOf(name) + 20;
  return maxLengthOf(name) + (profileField[name].max === undefined ? 60 : 100);
});

/** @throws {Problem} 413 when a list is longer than any that is shown. */
export function refuseLongLists(values: ProfileFormValues): void {
  if (Object.values(values).some((value) => Array.isArray(value) && value.length > maxListed)) {
    throw new Problem(413, `A list has more than ${maxListed} entries. Remove some.`);
  }
}

/** The part of the form that is shown again. */
export function shownAgain(values: ProfileFormValues): ProfileFormValues {
  return byName(Object.keys(values) as (keyof ProfileFormValues)[], (name) => {
    const value = values[name];
    if (typeof value === "string") return value.slice(0, maxShown[name as FieldName]);
    if (!Array.isArray(value)) return value;
    return value.map((entry: string) => entry.slice(0, maxShown[name as FieldName]));
  }) as ProfileFormValues;
}
