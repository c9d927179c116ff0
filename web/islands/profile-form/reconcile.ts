/**
 * Three-way merge of a profile edited in two places at once. Changes of different fields are
 * merged. If both changed the same field, that is a conflict, and the person decides.
 */
import type { ProfileFormValues } from "./form-values.ts";

type Changes = Partial<ProfileFormValues>;

/**
 * The values that differ from the saved ones. Empty entries don't count as changes, nor does the
 * order of topics.
 */
export function changesOf(saved: ProfileFormValues, typed: ProfileFormValues): Changes {
  return Object.fromEntries(
    Object.entries(typed).filter(([name, value]) =>
      comparable(name, value) !== comparable(name, saved[name as keyof ProfileFormValues])
    ),
  );
}

/** Saved values with changes applied. Drops changes that no version of the form could have written. */
export function withChanges(saved: ProfileFormValues, changes: unknown): ProfileFormValues {
  const fitting = Object.entries(Object(changes)).filter(([name, value]) =>
    name in saved && kindOf(value) === kindOf(saved[name as keyof ProfileFormValues])
  );
  return { ...saved, ...Object.fromEntries(fitting) };
}

function comparable(name: string, value: ProfileFormValues[keyof ProfileFormValues]): string {
  if (!Array.isArray(value)) return JSON.stringify(value);
  const texts = value.filter((text) => text !== "");
  // Topics are a set; entries keep their owner's order.
  return JSON.stringify(name === "helpTopics" ? texts.sort() : texts);
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return value.every((one) => typeof one === "string") ? "texts" : "?";
  return value === null ? "?" : typeof value;
}

export interface Versions {
  /** Saved values when the form was opened. */
  readonly opened: ProfileFormValues;
  /** Current values in the form. */
  readonly typed: ProfileFormValues;
  /** Currently saved values. */
  readonly stored: ProfileFormValues;
}

type Name = keyof ProfileFormValues;

/**
 * Values that are changed part by part: a switch for each shared field, an audience for each
 * contact.
 */
const nested = ["sharedFields", "contactAudiences"] as const;

/**
 * Conflicts: fields that were changed here and, to another value, elsewhere. Never switches or
 * audiences.
 */
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
