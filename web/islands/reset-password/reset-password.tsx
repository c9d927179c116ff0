import { useEffect, useRef, useState } from "react";
import { calls, paths } from "../../paths.ts";
import { ConfirmPasswordField, NewPasswordField } from "../../ui/account-fields.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { Card } from "../../ui/card.tsx";
import { CheckIcon } from "../../ui/icons.tsx";
import { AccountForm } from "../account-card/account-form.tsx";
import type { FormState } from "../../forms/form-state.ts";
import { useForm } from "../../forms/use-form.ts";
import { send } from "../../hydration/calls.ts";
import { goOnTo } from "../../hydration/navigation.ts";
import { toastFailure } from "../../toasts/toasts.ts";

export interface ResetPasswordFormProps {
  readonly token: string;
  readonly passwordMinLength: number;
  readonly form?: FormState;
  readonly isDone?: boolean;
}

const redirectMs = 3000;

/** A new password, for whoever has the mailed link. */
export function ResetPasswordForm(props: ResetPasswordFormProps) {
  const { token, passwordMinLength, form: initial, isDone: first } = props;
  const [isDone, setDone] = useState(first ?? false);
  if (isDone) return <ResetDone />;
  if (token === "") return <ResetInvalid failure={initial?.failure} />;
  return (
    <ResetForm
      token={token}
      passwordMinLength={passwordMinLength}
      initial={initial}
      onSuccess={() => setDone(true)}
    />
  );
}

interface ResetFormProps {
  readonly token: string;
  readonly passwordMinLength: number;
  readonly initial?: FormState | undefined;
  readonly onSuccess: () => void;
}

function ResetForm({ token, passwordMinLength, initial, onSuccess }: ResetFormProps) {
  const { field, ...state } = useForm<{ newPassword: string }, unknown>({
    id: "reset",
    fields: ["newPassword", "confirmPassword"],
    initial,
    loadCheck: async () => {
      const { checkResetPassword } = await import("../../forms/account-checks.ts");
      return ({ token: _, ...passwords }) => checkResetPassword(passwords);
    },
    send: ({ newPassword }) => send("POST", calls.resetPassword, { token, newPassword }),
    onSuccess,
    onFailure: (error) =>
      toastFailure(
        "Reset Failed",
        error,
        "Failed to reset password. The link may be invalid or expired.",
      ),
  });

  return (
    <Card aria-labelledby="reset-title" className="account">
      <h1 id="reset-title">Reset Password</h1>
      <p className="account-lead">Choose a new password for your account.</p>
      <AccountForm
        state={state}
        action={paths.resetPassword()}
        submit="Reset Password"
        pending="Resetting..."
      >
        <input type="hidden" name="token" value={token} />
        <NewPasswordField
          {...field("newPassword")}
          label="New Password"
          minLength={passwordMinLength}
        />
        <ConfirmPasswordField {...field("confirmPassword")} />
      </AccountForm>
      <p className="account-switch">
        <a href={paths.home()}>Back to Login</a>
      </p>
    </Card>
  );
}

interface ResetInvalidProps {
  /** Why a form that was sent was refused. */
  readonly failure: FormState["failure"];
}

function ResetInvalid({ failure }: ResetInvalidProps) {
  return (
    <Card aria-labelledby="reset-title" className="account">
      <h1 id="reset-title">Invalid Reset Link</h1>
      {failure && <Callout tone="danger" title={failure.title}>{failure.message}</Callout>}
      <p className="account-lead">
        This link is incomplete. Open it from your email again, or{" "}
        <a href={paths.forgotPassword()}>ask for a new one</a>.
      </p>
      <ButtonLink wide href={paths.home()}>Back to Login</ButtonLink>
    </Card>
  );
}

function ResetDone() {
  const title = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    // The form that had the focus is gone.
    title.current?.focus();
    const timer = setTimeout(() => goOnTo(paths.home()), redirectMs);
    return () => clearTimeout(timer);
  }, []);

  return (
    <Card aria-labelledby="reset-title" className="account account-done">
      <CheckIcon className="account-check" />
      <h1 id="reset-title" ref={title} tabIndex={-1}>Password Reset Successful</h1>
      <p className="account-lead">Redirecting to login page...</p>
      <ButtonLink wide href={paths.home()}>Go to Login Now</ButtonLink>
    </Card>
  );
}
