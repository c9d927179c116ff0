/**
 * Three-way merge of a profile that is edited in two places at once. Changes of different fields are
 * joined. Where both changed the same field it is a conflict, and the person decides. Runs in browsers,
 * too.
 *
 * @module
 */
import { changesOf } from "./changes.ts";
import type { ProfileFormValues } from "./form-values.ts";

/** Three versions of the form's values. */
export interface Versions {
  /** What was saved when the form was opened. */
  readonly opened: ProfileFormValues;
  /** What the form holds now. */
  readonly typed: ProfileFormValues;
  /** What is saved by now. */
  readonly stored: ProfileFormValues;
}

type Name = keyof ProfileFormValues;

/** Conflicts: fields that were changed here and, to another value, elsewhere. Never a switch. */
export function conflictsOf({ opened, typed, stored }: Versions): readonly Name[] {
  const elsewhere = changesOf(opened, stored);
  const different = changesOf(stored, typed);
  return (Object.keys(changesOf(opened, typed)) as Name[]).filter((name) =>
    name !== "sharedFields" && name in elsewhere && name in different
  );
}

/** The merge: what is saved by now, with the changes made here over it. */
export function joined({ opened, typed, stored }: Versions): ProfileFormValues {
  const sharedFields = Object.fromEntries(
    Object.entries(typed.sharedFields).filter(([name, isShared]) =>
      isShared !== opened.sharedFields[name as keyof typeof opened.sharedFields]
    ),
  );
  return {
    ...stored,
    ...changesOf(opened, typed),
    sharedFields: { ...stored.sharedFields, ...sharedFields },
  };
}
