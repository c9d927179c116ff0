import type { Context } from "hono";
import type { z } from "zod";
import { Problem } from "../../api/contract/problem.ts";
import { toProblem } from "../../api/http/problems.ts";
import { fieldMessages } from "../../events/members/profile.ts";
import { flash } from "../flash.ts";
import type { FormOf } from "../forms/form-of.ts";
import type { FormState } from "../forms/form-state.ts";
import { paths } from "../paths.ts";
import type { Toast } from "../toasts/toast.ts";
import { textLimits } from "../../events/connections/limits.ts";

type Texts = Readonly<Record<string, string>>;

/** Names of fields whose values never go back into a page. */
export const secrets: ReadonlySet<string> = new Set([
  "password",
  "newPassword",
  "currentPassword",
  "confirmPassword",
  "cadreCode",
  "token",
  "mailPassword",
  "code",
]);

/** Longer than any valid field of these forms, and than a mailed link's token. */
const maxRead = 1000;

/** Cuts a text to the length that is checked and shown again. Longer ones are never valid. */
export function cut(text: string): string {
  return text.slice(0, maxRead);
}

/** Reads the named fields of a form, each cut to the longest valid length. Files are ignored. */
export async function readFields(c: Context, names: readonly string[]): Promise<Texts> {
  const form = await c.req.formData();
  const texts: Record<string, string> = {};
  for (const name of names) {
    const value = form.get(name);
    if (typeof value === "string") texts[name] = cut(value);
  }
  return texts;
}

/** Reads and validates a form. `values` are the texts that may be shown again. */
export async function readForm<T>(
  c: Context,
  { fields, hidden, check }: Omit<FormOf<T>, "name">,
) {
  const texts = await readFields(c, [...fields, ...hidden]);
  const values = Object.fromEntries(Object.entries(texts).filter(([name]) => !secrets.has(name)));
  return { checked: check(texts), values, texts };
}

interface FormRun {
  /** Title of the message if it is refused. */
  readonly failed?: string;
  readonly values?: Texts;
  readonly show: (sent: FormState) => Response | Promise<Response>;
  /** Resolves with a toast or title for the next page, or with an answer that replaces that page. */
  readonly run: () => Promise<string | Toast | Response | void>;
  readonly next?: string;
}

/** Runs a form, then redirects. If it is refused, its page is shown again. */
export async function runForm(
  c: Context,
  { failed = "That didn't work", values = {}, show, run, next = paths.home() }: FormRun,
): Promise<Response> {
  try {
    const done = await run();
    if (done instanceof Response) return done;
    if (done) flash(c, typeof done === "string" ? { title: done } : done);
  } catch (error) {
    return await show(refusedForm(c, error, values, failed));
  }
  return c.redirect(next, 303);
}

interface CheckedForm<T> extends Omit<FormRun, "run" | "values"> {
  readonly form: FormOf<T>;
  readonly run: (value: T, texts: Texts) => ReturnType<FormRun["run"]>;
}

export async function submitForm<T>(
  c: Context,
  { form, run, ...answers }: CheckedForm<T>,
): Promise<Response> {
  const { checked, values, texts } = await readForm(c, form);
  if (!checked.ok) return await answers.show(invalidForm(c, checked.fields, values));
  return await runForm(c, { ...answers, values, run: () => run(checked.value, texts) });
}

/**
 * The state of a form that the product refused. Sets the answer's status.
 * @throws The error itself if it is a bug.
 */
export function refusedForm(c: Context, error: unknown, values: Texts, title: string): FormState {
  const problem = toProblem(error);
  // When the password has to be confirmed, the question replaces the page; see `pages/confirm`.
  if (problem === undefined || problem.details.confirm) throw error;
  setStatus(c, problem);
  const { message } = problem;
  const fields = { ...takenField(message), ...problem.fields };
  return { values, fields, failure: { title, message } };
}

/** A refused form was read: 422, where an API call gets 400. */
export function setStatus(c: Context, { status, retryAfterSeconds }: Problem): void {
  c.status(status === 400 ? 422 : status);
  if (retryAfterSeconds !== undefined) c.header("Retry-After", String(retryAfterSeconds));
}

/** Shows the message that a name is taken at its field, too. */
function takenField(message: string): Texts {
  if (message.includes("Username already taken")) return { username: message };
  return message.includes("Email already in use") ? { email: message } : {};
}

/** The state of a form with invalid fields. Sets the answer's status. */
export function invalidForm(c: Context, fields: Texts, values: Texts): FormState {
  c.status(422);
  return { values, fields };
}

/** Longer than the longest valid message, with line breaks of two characters. */
const maxText = 2 * textLimits.message + 200;
/** More topics than a member can offer. */
const maxTopics = 33;

/**
 * Reads a form with longer texts than `readForm` returns. Files and empty fields are left out. Line
 * breaks are sent as two characters, and count as one.
 */
export async function readTexts(
  c: Context,
  names: readonly string[],
): Promise<Readonly<Record<string, string>>> {
  const form = await c.req.formData();
  const texts: Record<string, string> = {};
  for (const name of names) {
    const value = form.get(name);
    if (typeof value === "string" && value !== "") {
      texts[name] = value.replaceAll("\r\n", "\n").slice(0, maxText);
    }
  }
  return texts;
}

export type Sent = readonly (readonly [name: string, value: string])[];

/**
 * All fields of a form, for a page that posts them again. Leaves out files, secrets, and fields in
 * `without`.
 */
export async function readSent(c: Context, without: readonly string[] = []): Promise<Sent> {
  return [...await c.req.formData()].flatMap(([name, value]) =>
    typeof value === "string" && !without.includes(name) && !secrets.has(name)
      ? [[cut(name), value.replaceAll("\r\n", "\n").slice(0, maxText)] as const]
      : []
  );
}

export async function readTopics(c: Context): Promise<readonly string[]> {
  return (await c.req.formData()).getAll("topics")
    .flatMap((topic) => typeof topic === "string" ? [topic.slice(0, maxText)] : [])
    .slice(0, maxTopics);
}

/** @throws {Problem} With the message of each invalid field. */
export function checked<T>(schema: z.ZodType<T>, input: unknown): T {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw new Problem(400, "Please check what you wrote", { fields: fieldMessages(parsed.error) });
}
