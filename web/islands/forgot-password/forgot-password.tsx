import { useState } from "react";
import type { ForgotPassword } from "../../../api/contract/account.ts";
import { calls, paths } from "../../paths.ts";
import { EmailField } from "../../ui/account-fields.tsx";
import { Callout } from "../../ui/callout.tsx";
import { Card } from "../../ui/card.tsx";
import { AccountForm } from "../account-card/account-form.tsx";
import type { FormState } from "../../forms/form-state.ts";
import { useForm } from "../../forms/use-form.ts";
import { send } from "../../hydration/calls.ts";
import { toast, toastFailure } from "../../toasts/toasts.ts";

export interface ForgotPasswordFormProps {
  readonly form?: FormState;
  readonly sent?: { readonly devToken?: string };
}

const sentTitle = "Reset Link Sent";
const sentText = "If an account exists with that email, a password reset link has been sent.";

export function ForgotPasswordForm({ form: initial, sent: first }: ForgotPasswordFormProps) {
  const [sent, setSent] = useState(first);
  const { field, ...state } = useForm<
    ForgotPassword,
    { devToken?: string }
  >({
    id: "forgot",
    fields: ["email"],
    initial,
    loadCheck: () =>
      import("../../forms/account-checks.ts").then((checks) => checks.checkForgotPassword),
    send: (body) => send("POST", calls.forgotPassword, body),
    onSuccess({ devToken }) {
      setSent(devToken === undefined ? {} : { devToken });
      toast({ title: sentTitle, description: sentText });
    },
    onFailure: (error) => toastFailure("Error", error, "Failed to process password reset request"),
  });

  return (
    <Card aria-labelledby="forgot-title" className="account">
      <h1 id="forgot-title">Forgot Password</h1>
      <p className="account-lead">
        Enter your account's email address. We'll email you a link to choose a new password.
      </p>
      <AccountForm
        state={state}
        action={paths.forgotPassword()}
        submit="Send Reset Link"
        pending="Sending..."
      >
        {sent && (
          <Callout tone="success" title={sentTitle}>
            <p>{sentText}</p>
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
      </AccountForm>
      <p className="account-switch">
        <a href={paths.home()}>Back to Login</a>
      </p>
    </Card>
  );
}
