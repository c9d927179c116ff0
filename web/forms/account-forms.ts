/**
 * Forms of accounts, each written once: its page, its route and the checks in the browser use it.
 * Browsers load this when someone first leaves a field, since zod is larger than everything else on
 * the page.
 */
import {
  AccountDetails,
  AddPasswordForm,
  AskForCode,
  ChangePasswordForm,
  ForgotPassword,
  Login,
  MailedCode,
  NewAddress,
  Registration,
  ResetPasswordForm,
  SelectRole,
} from "../../api/contract/account.ts";
import { formOf } from "./form-of.ts";

export const loginForm = formOf(Login, ["username", "password"], { name: "login" });

/** The login's second button, which ignores the typed password. */
export const askForCodeForm = formOf(AskForCode, ["username"], { hidden: ["email"] });

export const codeForm = formOf(MailedCode, ["code"], { name: "code" });

export const registrationForm = formOf(
  Registration,
  ["firstName", "lastName", "email", "username", "password", "role", "cadreCode"],
  { name: "registration" },
);

export const forgotPasswordForm = formOf(ForgotPassword, ["email"], { name: "forgotPassword" });

export const resetPasswordForm = formOf(
  ResetPasswordForm,
  ["newPassword", "confirmPassword"],
  { name: "resetPassword", hidden: ["token"] },
);

export const changePasswordForm = formOf(
  ChangePasswordForm,
  ["currentPassword", "newPassword", "confirmPassword"],
  { name: "changePassword" },
);

export const addPasswordForm = formOf(
  AddPasswordForm,
  ["newPassword", "confirmPassword"],
  { name: "addPassword" },
);

export const selectRoleForm = formOf(SelectRole, ["role", "cadreCode"], { name: "selectRole" });

export const newAddressForm = formOf(NewAddress, ["email"], {
  name: "newAddress",
  hidden: ["as"],
});

/** The account's values when the form was opened. */
export const openedField = "opened";

export const detailsForm = formOf(
  // The form has all four fields, so a missing one was emptied.
  AccountDetails.required(),
  ["username", "email", "firstName", "lastName"],
  { name: "account", hidden: [openedField] },
);

/** Forms by the name in `data-checks`. */
export const accountForms = [
  ...[loginForm, registrationForm, forgotPasswordForm, resetPasswordForm, changePasswordForm],
  ...[codeForm, addPasswordForm],
  ...[selectRoleForm, detailsForm],
];
