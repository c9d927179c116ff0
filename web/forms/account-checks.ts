/**
 * The account forms' rules, as the API has them. Loaded when someone first leaves a field, since zod is larger than
 * everything else on the page.
 */
import { roles, roleTraits } from "../../events/vocabulary.ts";
import type { z } from "zod";
import {
  AccountDetails,
  ChangePasswordForm,
  ForgotPassword,
  Login,
  Registration,
  ResetPasswordForm,
  SelectRole,
} from "../../api/contract/account.ts";
import { fieldMessages } from "../../events/members/profile.ts";
import type { Checked } from "./form-state.ts";

type Texts = Readonly<Record<string, string>>;

export const checkLogin = checkedBy(Login);
export const checkRegistration = checkedBy(Registration);
export const checkForgotPassword = checkedBy(ForgotPassword);
const checkPasswords = checkedBy(ResetPasswordForm);
export const checkResetPassword = ({ token: _, ...passwords }: Texts) => checkPasswords(passwords);
const checkChange = checkedBy(ChangePasswordForm);
export const checkChangePassword = ({ username: _, ...passwords }: Texts) => checkChange(passwords);
export const checkSelectRole = checkedBy(SelectRole);
// All four fields are on the form: a missing one was emptied.
const checkDetails = checkedBy(AccountDetails.required());
export const checkAccount = ({ username, firstName, lastName, email }: Texts) =>
  checkDetails({ username, firstName, lastName, email } as Texts);

/** By the name in a form's `data-checks`. */
export const accountChecks = {
  login: checkLogin,
  registration: checkRegistration,
  forgotPassword: checkForgotPassword,
  resetPassword: checkResetPassword,
  changePassword: checkChangePassword,
  account: checkAccount,
};

export type CheckName = keyof typeof accountChecks;

/** Reads a form's texts. A code is only for the role cadre, and an empty one is left out. */
export function checkedBy<T>(schema: z.ZodType<T>) {
  return (texts: Texts): Checked<T> => {
    const { cadreCode, ...rest } = texts;
    const isGuarded = roles.some((role) => role === rest.role && roleTraits[role].isGuarded);
    const wanted = cadreCode && isGuarded ? { ...rest, cadreCode } : rest;
    const parsed = schema.safeParse(wanted);
    return parsed.success
      ? { ok: true, value: parsed.data }
      : { ok: false, fields: fieldMessages(parsed.error) };
  };
}
