import { calls, paths } from "../../paths.ts";
import { PasswordField, UsernameField } from "../../ui/account-fields.tsx";
import type { Login } from "../../../api/contract/account.ts";
import { send } from "../../hydration/calls.ts";
import { AccountForm } from "./account-form.tsx";
import type { FormState } from "../../forms/form-state.ts";
import { useForm } from "../../forms/use-form.ts";
import { toastFailure } from "../../toasts/toasts.ts";

/** Shows when "Browse Directory" has led here. */
const whySignIn = "Sign in to browse the directory. Only members can see who's in it.";

interface LoginFormProps {
  readonly sent?: FormState | undefined;
  readonly onSuccess: () => Promise<void>;
}

export function LoginForm({ sent, onSuccess }: LoginFormProps) {
  const { field, ...state } = useForm<Login, unknown>({
    id: "login",
    fields: ["username", "password"],
    initial: sent,
    loadCheck: () => import("../../forms/account-checks.ts").then(({ checkLogin }) => checkLogin),
    send: (login) => send("POST", calls.login, login),
    onSuccess,
    onFailure: (error) => toastFailure("Login failed", error, "Invalid username or password"),
  });

  return (
    <AccountForm
      state={state}
      action={`${paths.login()}#account`}
      submit="Login"
      pending="Logging in..."
    >
      <UsernameField {...field("username")} hint={whySignIn} />
      <PasswordField {...field("password")} />
      <p className="account-forgot">
        <a href={paths.forgotPassword()}>Forgot Password?</a>
      </p>
    </AccountForm>
  );
}
