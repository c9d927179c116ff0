import { Link, Text } from "@radix-ui/themes";
import { type Context, Hono } from "hono";
import { resetPasswordForm } from "../../forms/account-forms.ts";
import { FailureToast } from "../../forms/form-failure.tsx";
import { AccountForm } from "../../forms/form.tsx";
import type { FormState } from "../../forms/form-state.ts";
import type { PageEnv, SiteDeps } from "../../page-env.ts";
import { pagePaths, paths } from "../../paths.ts";
import { passwordSetByLink } from "../../toasts/messages.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { ConfirmPasswordField, NewPasswordField } from "../../ui/fields/account-fields.tsx";
import { AccountPage } from "../account-page.tsx";
import { cut, invalidForm, readForm, runForm } from "../form.ts";
import { forSignedOut } from "../guard.tsx";

/** Seconds that the success is shown before the login page. */
const redirectSeconds = 3;

interface ResetPasswordProps {
  /** Token from the mailed link; absent if there is nothing to reset. */
  readonly token: string;
  /**
   * Username of the link's owner. If absent, the link doesn't work, which is said before anyone
   * chooses a password.
   */
  readonly username?: string | undefined;
  readonly form?: FormState;
  readonly isDone?: boolean;
}

export function resetPasswordRoutes({ product }: SiteDeps) {
  async function show(c: Context<PageEnv>, shown: ResetPasswordProps) {
    const { token } = shown;
    const owner = token === "" ? undefined : await product.passwordReset.find(token);
    const props = { username: owner?.username, ...shown };
    return c.render(<ResetPasswordPage {...props} />, {
      title: "Reset Password",
      isSecret: true,
      ...(shown.isDone && { refresh: { seconds: redirectSeconds, to: paths.home() } }),
    });
  }

  return new Hono<PageEnv>()
    .use(paths.resetPassword(), forSignedOut)
    .get(paths.resetPassword(), async (c) => {
      const token = cut(c.req.query("token") ?? "");
      // Without mail, the page that asks for a link shows it, also if it leads to an invitation.
      const isInvitation = token !== "" && await product.invitations.find(token) !== undefined;
      if (isInvitation) return c.redirect(pagePaths.invitation(token), 302);
      return show(c, { token });
    })
    .post(paths.resetPassword(), async (c) => {
      const { checked, texts: { token = "" } } = await readForm(c, resetPasswordForm);
      if (token === "") {
        c.status(422);
        const failure = { title: "Invalid Link", message: "Password reset token is missing" };
        return show(c, { token, form: { values: {}, fields: {}, failure } });
      }
      if (!checked.ok) return show(c, { token, form: invalidForm(c, checked.fields, {}) });
      const reset = { token, newPassword: checked.value.newPassword };
      return runForm(c, {
        failed: "Reset Failed",
        show: (form) => show(c, { token, form }),
        async run() {
          const { origin, keepBrowser } = c.var;
          const { signal } = c.req.raw;
          const done = await product.passwordReset.complete(reset, origin, signal);
          keepBrowser(done);
          if (done.signedIn) {
            await c.var.signIn(done.signedIn);
            return passwordSetByLink;
          }
          return show(c, { token: "", username: done.username, isDone: true });
        },
      });
    });
}

function ResetPasswordPage(
  { token, username, form, isDone }: ResetPasswordProps,
) {
  if (isDone) {
    return (
      <AccountPage
        title="Password Reset Successful"
        lead="Redirecting to login page..."
        isDone
      >
        <YourUsername username={username} />
        <ButtonLink href={paths.home()} className="wide">Go to Login Now</ButtonLink>
      </AccountPage>
    );
  }
  if (token === "" || username === undefined) {
    return (
      <AccountPage title="Invalid Reset Link">
        <FailureToast failure={form?.failure} />
        <Text as="p" className="account-lead">
          {token === ""
            ? "This link is incomplete. Open it from your email again, or "
            : "This link has expired or was used already. Log in, or "}
          <Link href={paths.forgotPassword()}>ask for a new one</Link>.
        </Text>
        <ButtonLink href={paths.home()} className="wide">Back to Login</ButtonLink>
      </AccountPage>
    );
  }
  return (
    <AccountPage title="Reset Password" lead="Choose a new password for your account.">
      <AccountForm
        id="reset"
        action={paths.resetPassword()}
        of={resetPasswordForm}
        sent={form}
        submit="Reset Password"
        pending="Resetting..."
      >
        {(field) => (
          <>
            <input type="hidden" name="token" value={token} />
            <YourUsername username={username} />
            {/* Lets password managers store it with the new password. */}
            <input type="text" autoComplete="username" value={username} readOnly hidden />
            <NewPasswordField {...field("newPassword")} label="New Password" />
            <ConfirmPasswordField {...field("confirmPassword")} />
          </>
        )}
      </AccountForm>
      <Text as="p" size="2" color="gray" className="account-switch links">
        <Link href={paths.home()}>Back to Login</Link>
      </Text>
    </AccountPage>
  );
}

function YourUsername({ username }: Pick<ResetPasswordProps, "username">) {
  return (
    <Text as="p" className="account-lead">
      Your username is <strong dir="auto">{username}</strong>
    </Text>
  );
}
