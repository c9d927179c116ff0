import { calls, paths } from "../../paths.ts";
import { TextField } from "../../ui/text-field.tsx";
import type { Login } from "../../../api/contract/account.ts";
import { messageOf, send } from "../api.ts";
import { toast } from "../toasts.ts";
import { AccountForm } from "./account-form.tsx";
import type { FormState } from "./form-state.ts";
import { useForm } from "./use-form.ts";

interface LoginFormProps {
  readonly sent?: FormState | undefined;
  readonly onSuccess: () => Promise<void>;
}

export function LoginForm({ sent, onSuccess }: LoginFormProps) {
  const { field, ...state } = useForm<Login, unknown>({
    id: "login",
    fields: ["username", "password"],
    initial: sent,
    loadCheck: () => import("./checks.ts").then(({ checkLogin }) => checkLogin),
    send: (login) => send("POST", calls.login, login),
    onSuccess,
    onFailure: (error) =>
      toast({
        variant: "destructive",
        title: "Login failed",
        description: messageOf(error, "Invalid username or password"),
      }),
  });

  return (
    <AccountForm
      state={state}
      action={`${paths.login()}#account`}
      submit="Login"
      pending="Logging in..."
    >
      <TextField
        {...field("username")}
        label="Username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        minLength={3}
        maxLength={64}
      />
      <TextField
        {...field("password")}
        label="Password"
        type="password"
        autoComplete="current-password"
        required
        minLength={6}
        maxLength={128}
      />
      <p className="account-forgot">
        <a href={paths.forgotPassword()}>Forgot Password?</a>
      </p>
    </AccountForm>
  );
}
