import type { ChangePassword } from "../../../api/contract/account.ts";
import { calls, paths } from "../../paths.ts";
import { ConfirmPasswordField, NewPasswordField, PasswordField } from "../../ui/account-fields.tsx";
import { AccountForm } from "../account-card/account-form.tsx";
import type { FormState } from "../../forms/form-state.ts";
import { useForm } from "../../forms/use-form.ts";
import { send } from "../../hydration/calls.ts";
import { goTo } from "../../hydration/navigation.ts";
import { passwordChanged } from "../../forms/security-words.ts";
import { toastAfterNavigation, toastFailure } from "../../toasts/toasts.ts";

export interface ChangePasswordFormProps {
  /** For programs that keep passwords: whose it is. */
  readonly username: string;
  readonly passwordMinLength: number;
  readonly sent?: FormState;
}

/** Another password, for whoever knows the one they have. */
export function ChangePasswordForm(props: ChangePasswordFormProps) {
  const { username, passwordMinLength, sent } = props;
  const { field, ...state } = useForm<ChangePassword, unknown>({
    id: "change",
    fields: ["currentPassword", "newPassword", "confirmPassword"],
    initial: sent,
    loadCheck: async () => {
      const { checkChangePassword } = await import("../../forms/account-checks.ts");
      return ({ username: _, ...passwords }) => checkChangePassword(passwords);
    },
    send: ({ currentPassword, newPassword }) =>
      send("POST", calls.changePassword, { currentPassword, newPassword }),
    onSuccess() {
      // The list of sessions beside it is another one now.
      toastAfterNavigation(passwordChanged);
      goTo(paths.security());
    },
    onFailure: (error) =>
      toastFailure("Password not changed", error, "Failed to change the password"),
  });

  return (
    <AccountForm
      state={state}
      action={paths.changePassword()}
      submit="Change Password"
      pending="Changing..."
    >
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <PasswordField {...field("currentPassword")} label="Current Password" minLength={1} />
      <NewPasswordField
        {...field("newPassword")}
        label="New Password"
        minLength={passwordMinLength}
      />
      <ConfirmPasswordField {...field("confirmPassword")} label="Confirm New Password" />
    </AccountForm>
  );
}
