/**
 * Three-way merge of a profile that is edited in two places at once. Changes of different fields are joined. Where both
 * changed the same field it is a conflict, and the person decides. Runs in browsers, too.
 */
import { changesOf } from "./changes.ts";
import type { ProfileFormValues } from "./form-values.ts";

/** Three versions of the form's values. */
export interface Versions {
  /** Saved when the form was opened. */
  readonly opened: ProfileFormValues;
  /** In the form now. */
  readonly typed: ProfileFormValues;
  /** Saved now. */
  readonly stored: ProfileFormValues;
}

type Name = keyof ProfileFormValues;

/** Values that are changed part by part: a switch for each shared field, an audience for each contact. */
const nested = ["sharedFields", "contactAudiences"] as const;

/** Conflicts: fields that were changed here and, to another value, elsewhere. Never a switch or an audience. */
export function conflictsOf({ opened, typed, stored }: Versions): readonly Name[] {
  const elsewhere = changesOf(opened, stored);
  const different = changesOf(stored, typed);
  return (Object.keys(changesOf(opened, typed)) as Name[]).filter((name) =>
    !nested.some((one) => one === name) && name in elsewhere && name in different
  );
}

/** The merge: saved values with the changes made here applied. */
export function joined({ opened, typed, stored }: Versions): ProfileFormValues {
  return {
    ...stored,
    ...changesOf(opened, typed),
    ...Object.fromEntries(nested.map((name) => [name, {
      ...stored[name],
      ...changedParts(opened[name], typed[name]),
    }])),
  };
}

function changedParts<T extends object>(opened: T, typed: T): Partial<T> {
  return Object.fromEntries(
    Object.entries(typed).filter(([part, value]) => value !== opened[part as keyof T]),
  ) as Partial<T>;
}
