import { calls, paths } from "../../paths.ts";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { TextField } from "../../ui/text-field.tsx";
import type { Login } from "../../../api/contract/account.ts";
import { messageOf, send } from "../api.ts";
import { toast } from "../toasts.ts";
import type { FormState } from "./form-state.ts";
import { useForm } from "./use-form.ts";

interface LoginFormProps {
  readonly sent?: FormState | undefined;
  readonly onSuccess: () => Promise<void>;
}

export function LoginForm({ sent, onSuccess }: LoginFormProps) {
  const { form, field, summary, failure, isPending } = useForm<Login, unknown>({
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
    <form {...form} className="account-form" method="post" action={`${paths.login()}#account`}>
      {failure && <Callout tone="danger" title={failure.title}>{failure.message}</Callout>}
      <ErrorSummary {...summary} />
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
      <Button type="submit" wide disabled={isPending}>
        {isPending ? "Logging in..." : "Login"}
      </Button>
    </form>
  );
}
