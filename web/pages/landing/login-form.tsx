import { AccountForm } from "../../forms/account-form.tsx";
import type { FormState } from "../../forms/form-state.ts";
import { paths } from "../../paths.ts";
import { PasswordField, UsernameField } from "../../ui/fields/account-fields.tsx";

/** Shown when "Browse Directory" led here. */
const whySignIn = "Sign in to browse the directory. Only members can see who's in it.";

export function LoginForm({ sent }: { readonly sent?: FormState | undefined }) {
  return (
    <AccountForm
      id="login"
      action={`${paths.login()}#account`}
      fields={["username", "password"]}
      sent={sent}
      checks="login"
      failed={{ title: "Login failed", text: "Invalid username or password" }}
      submit="Login"
      pending="Logging in..."
    >
      {(field) => (
        <>
          <UsernameField {...field("username")} hint={whySignIn} />
          <PasswordField {...field("password")} />
          <p className="account-forgot links">
            <a href={paths.forgotPassword()}>Forgot Password?</a>
          </p>
        </>
      )}
    </AccountForm>
  );
}
