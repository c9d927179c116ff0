import { AccountForm } from "../../forms/account-form.tsx";
import type { FormState } from "../../forms/form-state.ts";
import type { Toast } from "../../toasts/toast.ts";
import { paths } from "../../paths.ts";
import { EmailField } from "../../ui/fields/account-fields.tsx";
import { Callout } from "../../ui/callout.tsx";
import { Card } from "../../ui/card.tsx";

export interface ForgotPasswordProps {
  readonly form?: FormState;
  /** Set once the request was accepted; in development mode with the token that the email would have. */
  readonly sent?: { readonly devToken?: string };
}

export const linkSent: Toast = {
  title: "Reset Link Sent",
  description: "If an account exists with that email, a password reset link has been sent.",
};

export function ForgotPasswordPage({ form, sent }: ForgotPasswordProps) {
  return (
    <div className="account-page">
      <Card id="forgot-password" aria-labelledby="forgot-title" className="account" data-part="">
        <h1 id="forgot-title">Forgot Password</h1>
        <p className="account-lead">
          Enter your account's email address. We'll email you a link to choose a new password.
        </p>
        <AccountForm
          id="forgot"
          action={paths.forgotPassword()}
          fields={["email"]}
          sent={form}
          checks="forgotPassword"
          failed={{ title: "Error", text: "Failed to process password reset request" }}
          submit="Send Reset Link"
          pending="Sending..."
        >
          {(field) => (
            <>
              {sent && (
                <Callout tone="success" title={linkSent.title}>
                  <p>{linkSent.description}</p>
                </Callout>
              )}
              {sent?.devToken !== undefined && (
                <Callout tone="warning" title="Development mode">
                  <p>
                    Without a mail server, emails are saved in the outbox folder. The link:{" "}
                    <a href={paths.resetPassword(sent.devToken)}>
                      {paths.resetPassword(sent.devToken)}
                    </a>
                  </p>
                </Callout>
              )}
              <EmailField {...field("email")} />
            </>
          )}
        </AccountForm>
        <p className="account-switch links">
          <a href={paths.home()}>Back to Login</a>
        </p>
      </Card>
    </div>
  );
}
