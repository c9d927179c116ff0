import "./without-eval.ts";
import type { z } from "zod";
import { roles, roleTraits } from "../../events/vocabulary.ts";
import { fieldMessages } from "../../events/members/profile.ts";
import type { Checked } from "./form-state.ts";

export type Texts = Readonly<Record<string, string>>;

/** A form: its page shows the fields in this order, and its route reads and checks them. */
export interface FormOf<T> {
  /** By which browsers find its rules, to check a field that is left; without it, only the server checks. */
  readonly name: string | undefined;
  readonly fields: readonly string[];
  /** Fields that people don't see, such as a link's token; they aren't checked here. */
  readonly hidden: readonly string[];
  readonly check: (texts: Texts) => Checked<T>;
}

/** @param schema The rules of the call that does the same, or the call's with what only a page asks for. */
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

/** Only some roles have a code. */
function isGuarded(role: string | undefined): boolean {
  return roles.some((one) => one === role && roleTraits[one].isGuarded);
}
