/** What someone changed in the profile form. Runs in browsers, too. */
import type { ProfileFormValues } from "./form-values.ts";

export type Changes = Partial<ProfileFormValues>;

/** The values that differ from what is saved. Empty entries are no change, nor
 * is the order of topics. */
export function changesOf(saved: ProfileFormValues, typed: ProfileFormValues): Changes {
  return Object.fromEntries(
    Object.entries(typed).filter(([name, value]) =>
      comparable(name, value) !== comparable(name, saved[name as keyof ProfileFormValues])
    ),
  );
}

/** Saved values with changes applied; changes that no version of the form could have written are dropped. */
export function withChanges(saved: ProfileFormValues, changes: unknown): ProfileFormValues {
  const fitting = Object.entries(Object(changes)).filter(([name, value]) =>
    name in saved && kindOf(value) === kindOf(saved[name as keyof ProfileFormValues])
  );
  return { ...saved, ...Object.fromEntries(fitting) };
}

function comparable(name: string, value: ProfileFormValues[keyof ProfileFormValues]): string {
  if (!Array.isArray(value)) return JSON.stringify(value);
  const texts = value.filter((text) => text !== "");
  // Topics are a set; entries are in the order that their owner gave them.
  return JSON.stringify(name === "helpTopics" ? texts.sort() : texts);
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return value.every((one) => typeof one === "string") ? "texts" : "?";
  return value === null ? "?" : typeof value;
}
