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

/** Longer than any valid field of these forms, and than a mailed link's token. */
const maxRead = 1000;

/** Cuts a text to what is checked and shown again: longer ones are never valid. */
export function cut(text: string): string {
  return text.slice(0, maxRead);
}

/**
 * Reads a form that was posted without script: only the named fields, each cut to the longest that
 * can be valid. Files are ignored.
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
 * The state of a form that the product refused. Sets the answer's status.
 *
 * @throws The error itself, when it is a bug.
 */
export function refusedForm(
  c: Context,
  error: unknown,
  values: Readonly<Record<string, string>>,
  title: string,
): FormState {
  const problem = toProblem(error);
  // When the password has to be confirmed, the question replaces the page; see `pages/confirm`.
  if (problem === undefined || problem.details.confirm) throw error;
  c.status(problem.status);
  if (problem.retryAfterSeconds !== undefined) {
    c.header("Retry-After", String(problem.retryAfterSeconds));
  }
  const { message } = problem;
  const fields = { ...takenField(message), ...problem.fields };
  return { values, fields, failure: failureOf(c, title, message) };
}

/** The failure of a whole form; an enhanced form shows it as a toast instead. */
export function failureOf(c: Context, title: string, message: string): FormState["failure"] {
  if (!isEnhanced(c)) return { title, message };
  flash(c, { variant: "destructive", title, description: message });
  return undefined;
}

/** A message that a name is taken is shown at its field, too. */
function takenField(message: string): Readonly<Record<string, string>> {
  if (message.includes("Username already taken")) return { username: message };
  return message.includes("Email already in use") ? { email: message } : {};
}

/** The state of a form with wrong fields. Sets the answer's status. */
export function invalidForm(
  c: Context,
  fields: Readonly<Record<string, string>>,
  values: Readonly<Record<string, string>>,
): FormState {
  c.status(400);
  return { values, fields };
}
