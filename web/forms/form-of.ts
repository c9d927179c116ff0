import "./without-eval.ts";
import type { z } from "zod";
import { roles, roleTraits } from "../../events/vocabulary.ts";
import { fieldMessages } from "../../events/members/profile.ts";
import type { Checked } from "./form-state.ts";

export type Texts = Readonly<Record<string, string>>;

/** A form: its page shows the fields in this order, and its route reads and checks them. */
export interface FormOf<T> {
  /**
   * The name by which browsers find its rules, to check a field that loses focus. Without it, only
   * the server checks.
   */
  readonly name: string | undefined;
  readonly fields: readonly string[];
  /** Hidden fields, such as a link's token. They aren't checked here. */
  readonly hidden: readonly string[];
  readonly check: (texts: Texts) => Checked<T>;
}

/** @param schema The rules of the API call that does the same, with additions for the page. */
export function formOf<T>(
  schema: z.ZodType<T>,
  fields: readonly string[],
  { name, hidden = [] }: Partial<Pick<FormOf<T>, "name" | "hidden">> = {},
): FormOf<T> {
  const check = (texts: Texts): Checked<T> => {
    const wanted = Object.entries(texts).filter(([name]) => fields.includes(name))
      .filter(([name, value]) => name !== "cadreCode" || (value && isGuarded(texts.role)));
    const parsed = schema.safeParse(Object.fromEntries(wanted));
    return parsed.success
      ? { ok: true, value: parsed.data }
      : { ok: false, fields: fieldMessages(parsed.error) };
  };
  return { name, fields, hidden, check };
}

/** Only guarded roles have a code. */
function isGuarded(role: string | undefined): boolean {
  return roles.some((one) => one === role && roleTraits[one].isGuarded);
}
