import type { Context } from "hono";
import { flash } from "../../flash.ts";
import type { FormState } from "../../forms/form-state.ts";
import type { Toast } from "../../toasts/toast.ts";
import { refusedForm } from "../form.ts";

interface PostedForm {
  /** Carries out the form. @returns A toast for the next page, or an answer in place of that page. */
  readonly act: () => Promise<string | Toast | Response | void>;
  readonly to: string;
  readonly show: (sent: FormState) => Response | Promise<Response>;
  readonly values?: Readonly<Record<string, string>>;
  readonly failed?: string;
}

/** Answers a posted form: with the next page, or with the form again and why it was refused. */
export async function postForm(
  c: Context,
  { act, to, show, values = {}, failed = "That didn't work" }: PostedForm,
): Promise<Response> {
  try {
    const done = await act();
    if (done instanceof Response) return done;
    if (done !== undefined) flash(c, typeof done === "string" ? { title: done } : done);
  } catch (error) {
    return await show(refusedForm(c, error, values, failed));
  }
  return c.redirect(to, 303);
}
