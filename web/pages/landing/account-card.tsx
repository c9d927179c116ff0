import type { FormState } from "../../forms/form-state.ts";
import { paths } from "../../paths.ts";
import { LoginForm } from "./login-form.tsx";
import { RegisterForm } from "./register-form.tsx";

export type AccountMode = "login" | "register";

export interface AccountCardProps {
  readonly mode: AccountMode;
  /** Whether registration needs an invitation. */
  readonly isByInvitation?: boolean;
  readonly cadreCodeRequired: boolean;
  readonly passwordMinLength: number;
  /** What was sent and refused. */
  readonly sent?: FormState | undefined;
}

/** Login or registration; a link switches to the other. */
export function AccountCard({ mode, isByInvitation, sent, ...form }: AccountCardProps) {
  return (
    <section id="account" className="card account" aria-labelledby="account-title" data-part="">
      {mode === "login" || isByInvitation
        ? (
          <>
            <h2 id="account-title">Login</h2>
            <p className="account-lead">Welcome back to the network.</p>
            <LoginForm sent={sent} />
            <p className="account-switch links">
              {isByInvitation ? "Registration is by invitation only." : (
                <>
                  Don't have an account?{" "}
                  <a href={`${paths.register()}#account`} data-turns="">Sign up</a>
                </>
              )}
            </p>
          </>
        )
        : (
          <>
            <h2 id="account-title">Create Account</h2>
            <p className="account-lead">For cadets, alumni and cadre of the program.</p>
            <RegisterForm sent={sent} {...form} />
            <p className="account-switch links">
              <a href={`${paths.home()}#account`} data-turns="">Already have an account? Login</a>
            </p>
          </>
        )}
    </section>
  );
}
