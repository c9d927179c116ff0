import { AccountForm } from "../../forms/account-form.tsx";
import type { FormState } from "../../forms/form-state.ts";
import { paths } from "../../paths.ts";
import { ConfirmPasswordField, NewPasswordField } from "../../ui/fields/account-fields.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { Card } from "../../ui/card.tsx";
import { CheckIcon } from "../../ui/icons/icons.tsx";

export interface ResetPasswordProps {
  /** From the mailed link; without it there is nothing to reset. */
  readonly token: string;
  readonly passwordMinLength: number;
  readonly form?: FormState;
  readonly isDone?: boolean;
}

/** Sets a new password, for people with the mailed link. */
export function ResetPasswordPage(props: ResetPasswordProps) {
  const { token, form, isDone } = props;
  return (
    <div className="account-page">
      <Card
        id="reset-password"
        aria-labelledby="reset-title"
        className={isDone ? "account account-done" : "account"}
        data-part=""
      >
        {isDone
          ? <ResetDone />
          : token === ""
          ? <ResetInvalid failure={form?.failure} />
          : <ResetForm {...props} />}
      </Card>
    </div>
  );
}

function ResetForm({ token, passwordMinLength, form }: ResetPasswordProps) {
  return (
    <>
      <h1 id="reset-title">Reset Password</h1>
      <p className="account-lead">Choose a new password for your account.</p>
      <AccountForm
        id="reset"
        action={paths.resetPassword()}
        fields={["newPassword", "confirmPassword"]}
        sent={form}
        checks="resetPassword"
        failed={{
          title: "Reset Failed",
          text: "Failed to reset password. The link may be invalid or expired.",
        }}
        submit="Reset Password"
        pending="Resetting..."
      >
        {(field) => (
          <>
            <input type="hidden" name="token" value={token} />
            <NewPasswordField
              {...field("newPassword")}
              label="New Password"
              minLength={passwordMinLength}
            />
            <ConfirmPasswordField {...field("confirmPassword")} />
          </>
        )}
      </AccountForm>
      <p className="account-switch links">
        <a href={paths.home()}>Back to Login</a>
      </p>
    </>
  );
}

interface ResetInvalidProps {
  /** Why a form that was sent was refused. */
  readonly failure: FormState["failure"];
}

function ResetInvalid({ failure }: ResetInvalidProps) {
  return (
    <>
      <h1 id="reset-title">Invalid Reset Link</h1>
      {failure && <Callout tone="danger" title={failure.title}>{failure.message}</Callout>}
      <p className="account-lead">
        This link is incomplete. Open it from your email again, or{" "}
        <a href={paths.forgotPassword()}>ask for a new one</a>.
      </p>
      <ButtonLink wide href={paths.home()}>Back to Login</ButtonLink>
    </>
  );
}

function ResetDone() {
  return (
    <>
      <CheckIcon className="account-check" />
      <h1 id="reset-title">Password Reset Successful</h1>
      <p className="account-lead">Redirecting to login page...</p>
      <ButtonLink wide href={paths.home()}>Go to Login Now</ButtonLink>
    </>
  );
}
