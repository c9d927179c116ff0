/**
 * One profile written in two places at once: what was changed here joins what was changed elsewhere
 * since, and where both changed the same field, nobody loses anything unasked. Runs in browsers, too.
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

/** Fields that were changed here and, in another way, elsewhere. Switches never are among them. */
export function conflictsOf({ opened, typed, stored }: Versions): readonly Name[] {
  const elsewhere = changesOf(opened, stored);
  const different = changesOf(stored, typed);
  return (Object.keys(changesOf(opened, typed)) as Name[]).filter((name) =>
    name !== "sharedFields" && name in elsewhere && name in different
  );
}

/** What is saved by now, with what was changed here over it. */
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
