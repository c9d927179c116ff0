import { Link, Text } from "@radix-ui/themes";
import { type Context, Hono } from "hono";
import { forgotPasswordForm } from "../../forms/account-forms.ts";
import { AccountForm } from "../../forms/form.tsx";
import type { FormState } from "../../forms/form-state.ts";
import type { PageEnv, SiteDeps } from "../../page-env.ts";
import { paths } from "../../paths.ts";
import { ToastOnArrival } from "../../toasts/toast-on-arrival.tsx";
import type { Toast } from "../../toasts/toast.ts";
import { Notice } from "../../ui/notice.tsx";
import { EmailField } from "../../ui/fields/account-fields.tsx";
import { AccountPage } from "../account-page.tsx";
import { submitForm } from "../form.ts";
import { forSignedOut } from "../guard.tsx";
import { emailMeACode } from "../landing/account-card.tsx";

interface ForgotPasswordProps {
  readonly form?: FormState;
  /** Set once the request was accepted; in development with the token that the email would have. */
  readonly sent?: { readonly isSent: boolean; readonly devToken?: string };
  readonly supportEmail: string;
}

export function forgotPasswordRoutes({ product }: SiteDeps) {
  const show = (c: Context<PageEnv>, props: Omit<ForgotPasswordProps, "supportEmail"> = {}) => {
    const supportEmail = product.settings.brand().supportEmail;
    return c.render(<ForgotPasswordPage {...props} supportEmail={supportEmail} />, {
      title: "Forgot Password",
    });
  };

  return new Hono<PageEnv>()
    .use(paths.forgotPassword(), forSignedOut)
    .get(paths.forgotPassword(), (c) => show(c))
    .post(paths.forgotPassword(), (c) =>
      submitForm(c, {
        form: forgotPasswordForm,
        failed: "Error",
        show: (form) => show(c, { form }),
        async run(request) {
          const sent = await product.wayIn.request(request, c.var.origin);
          return show(c, { sent });
        },
      }));
}

const linkSent: Toast = {
  title: "Reset Link Sent",
  description: "If an account exists with that email, a password reset link has been sent.",
};

function ForgotPasswordPage({ form, sent, supportEmail }: ForgotPasswordProps) {
  return (
    <AccountPage
      id="forgot-password"
      title="Forgot Password"
      lead="Enter your account's email address. We'll email you a link to choose a new password."
    >
      <AccountForm
        id="forgot"
        action={paths.forgotPassword()}
        of={forgotPasswordForm}
        sent={form}
        submit="Send Reset Link"
        pending="Sending..."
        other={emailMeACode}
      >
        {(field) => (
          <>
            {sent?.isSent && (
              <>
                <Notice tone="success" title={linkSent.title}>
                  <Text as="p">{linkSent.description}</Text>
                </Notice>
                <ToastOnArrival toast={linkSent} />
              </>
            )}
            {sent?.isSent === false && (
              <Notice tone="warning" title="No link was sent">
                <Text as="p">
                  This site can't send email yet. For a new password, write to{" "}
                  <Link href={`mailto:${supportEmail}`}>{supportEmail}</Link>.
                </Text>
              </Notice>
            )}
            {sent?.devToken !== undefined && (
              <Notice tone="warning" title="Development mode">
                <Text as="p">
                  Without a mail server, emails are saved in the outbox folder. The link:{" "}
                  <Link href={paths.resetPassword(sent.devToken)}>
                    {paths.resetPassword(sent.devToken)}
                  </Link>
                </Text>
              </Notice>
            )}
            <EmailField {...field("email")} />
          </>
        )}
      </AccountForm>
      <Text as="p" size="2" color="gray" className="account-switch links">
        <Link href={paths.home()}>Back to Login</Link>
      </Text>
    </AccountPage>
  );
}
