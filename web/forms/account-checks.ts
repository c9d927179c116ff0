/**
 * The account forms' rules, as the API has them. Loaded when someone first leaves a field, since zod
 * is larger than everything else on the page.
 *
 * @module
 */
import { roles, roleTraits } from "../../events/vocabulary.ts";
import type { z } from "zod";
import {
  ChangePasswordForm,
  ForgotPassword,
  Login,
  Registration,
  ResetPasswordForm,
  SelectRole,
} from "../../api/contract/account.ts";
import { fieldMessages } from "../../events/members/profile.ts";
import type { Checked } from "./form-state.ts";

export const checkLogin = check(Login);
export const checkRegistration = check(Registration);
export const checkForgotPassword = check(ForgotPassword);
export const checkResetPassword = check(ResetPasswordForm);
export const checkChangePassword = check(ChangePasswordForm);
export const checkSelectRole = check(SelectRole);

/** Reads a form's texts. A code belongs to the role cadre only, and an empty one is none. */
function check<T>(schema: z.ZodType<T>) {
  return (texts: Readonly<Record<string, string>>): Checked<T> => {
    const { cadreCode, ...rest } = texts;
    const isGuarded = roles.some((role) => role === rest.role && roleTraits[role].isGuarded);
    const wanted = cadreCode && isGuarded ? { ...rest, cadreCode } : rest;
    const parsed = schema.safeParse(wanted);
    return parsed.success
      ? { ok: true, value: parsed.data }
      : { ok: false, fields: fieldMessages(parsed.error) };
  };
}
