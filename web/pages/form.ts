import type { Context } from "hono";
import { toProblem } from "../../api/problems.ts";
import { flash } from "../flash.ts";
import type { Checked, FormState } from "../forms/form-state.ts";
import { isEnhanced } from "./enhanced.ts";

/** Names of fields whose values never go back into a page. */
export const secrets: ReadonlySet<string> = new Set([
  "password",
  "newPassword",
  "currentPassword",
  "confirmPassword",
  "cadreCode",
  "token",
  "mailPassword",
]);

export interface SentForm<T> {
  readonly checked: Checked<T>;
  /** What may be shown again. */
  readonly values: Readonly<Record<string, string>>;
  readonly texts: Readonly<Record<string, string>>;
}

/** More than any field of these forms may have, and than a mailed link's token has. */
const maxRead = 1000;

/** As much of a text as is looked at, and given back: the rest could not make it valid. */
export function cut(text: string): string {
  return text.slice(0, maxRead);
}

/**
 * Reads a form that was posted without script: its own fields alone, and as much of each as can
 * matter. A field with a file in it is passed over.
 */
export async function readForm<T>(
  c: Context,
  names: readonly string[],
  check: (texts: Readonly<Record<string, string>>) => Checked<T>,
): Promise<SentForm<T>> {
  const form = await c.req.formData();
  const texts: Record<string, string> = {};
  for (const name of names) {
    const value = form.get(name);
    if (typeof value === "string") texts[name] = cut(value);
  }
  const values = Object.fromEntries(Object.entries(texts).filter(([name]) => !secrets.has(name)));
  return { checked: check(texts), values, texts };
}

/**
 * What a form shows when the product said no, and the answer's status to go with it.
 *
 * @throws The error itself, when it is a fault of ours.
 */
export function refusedForm(
  c: Context,
  error: unknown,
  values: Readonly<Record<string, string>>,
  title: string,
): FormState {
  const problem = toProblem(error);
  // Where the password is asked for, the question takes the place of the page; see `pages/confirm`.
  if (problem === undefined || problem.details.confirm) throw error;
  c.status(problem.status);
  if (problem.retryAfterSeconds !== undefined) {
    c.header("Retry-After", String(problem.retryAfterSeconds));
  }
  const { message } = problem;
  const fields = { ...takenField(message), ...problem.fields };
  return { values, fields, failure: failureOf(c, title, message) };
}

/** What went wrong as a whole; an enhanced form says it by a toast, and shows nothing itself. */
export function failureOf(c: Context, title: string, message: string): FormState["failure"] {
  if (!isEnhanced(c)) return { title, message };
  flash(c, { variant: "destructive", title, description: message });
  return undefined;
}

/** A name that is taken is said beside its field, too. */
function takenField(message: string): Readonly<Record<string, string>> {
  if (message.includes("Username already taken")) return { username: message };
  return message.includes("Email already in use") ? { email: message } : {};
}

/** What a form shows when a field is wrong. */
export function invalidForm(
  c: Context,
  fields: Readonly<Record<string, string>>,
  values: Readonly<Record<string, string>>,
): FormState {
  c.status(400);
  return { values, fields };
}
