import { AccountForm } from "../../forms/account-form.tsx";
import type { FormState } from "../../forms/form-state.ts";
import { paths } from "../../paths.ts";
import {
  ConfirmPasswordField,
  NewPasswordField,
  PasswordField,
} from "../../ui/fields/account-fields.tsx";

export interface ChangePasswordFormProps {
  /** For password managers. */
  readonly username: string;
  readonly passwordMinLength: number;
  readonly sent?: FormState;
}

export const passwordFields = ["currentPassword", "newPassword", "confirmPassword"];

/** Changes the password, for people who know the current one. */
export function ChangePasswordForm({ username, passwordMinLength, sent }: ChangePasswordFormProps) {
  return (
    <AccountForm
      id="change"
      action={paths.changePassword()}
      fields={passwordFields}
      sent={sent}
      checks="changePassword"
      failed={{ title: "Password not changed", text: "Failed to change the password" }}
      submit="Change Password"
      pending="Changing..."
    >
      {(field) => (
        <>
          <input
            type="text"
            name="username"
            autoComplete="username"
            defaultValue={username}
            readOnly
            hidden
          />
          <PasswordField {...field("currentPassword")} label="Current Password" minLength={1} />
          <NewPasswordField
            {...field("newPassword")}
            label="New Password"
            minLength={passwordMinLength}
          />
          <ConfirmPasswordField {...field("confirmPassword")} label="Confirm New Password" />
        </>
      )}
    </AccountForm>
  );
}
