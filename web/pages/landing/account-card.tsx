import { FieldError } from "../../ui/fields/field.tsx";
import { Card, Heading, Link, Text } from "@radix-ui/themes";
import { roles, roleTraits } from "../../../events/vocabulary.ts";
import { loginForm, registrationForm } from "../../forms/account-forms.ts";
import { AccountForm, type FormField } from "../../forms/form.tsx";
import type { FormState } from "../../forms/form-state.ts";
import { PasskeyButton } from "../../forms/passkey-button.tsx";
import { pagePaths, paths } from "../../paths.ts";
import {
  CadreCodeField,
  EmailField,
  FirstNameField,
  LastNameField,
  NewPasswordField,
  PasswordField,
  UsernameField,
} from "../../ui/fields/account-fields.tsx";

export type AccountMode = "login" | "register";

export interface AccountCardProps {
  readonly mode: AccountMode;
  /** Whether registration needs an invitation. */
  readonly isByInvitation?: boolean;
  readonly cadreCodeRequired: boolean;
  /** Whether this site can have passkeys. */
  readonly hasPasskeys?: boolean;
  readonly sent?: FormState | undefined;
}

export function AccountCard({ mode, isByInvitation, sent, ...form }: AccountCardProps) {
  return (
    <Card asChild size="3" className="account">
      <section id="account" aria-labelledby="account-title">
        {mode === "login" || isByInvitation
          ? (
            <>
              <Heading as="h2" size="6" id="account-title">Login</Heading>
              <Text as="p" className="account-lead">Welcome back to the network.</Text>
              <LoginForm sent={sent} />
              {form.hasPasskeys && <PasskeyLogin />}
              <Text as="p" size="2" color="gray" className="account-switch links">
                {isByInvitation ? "Registration is by invitation only." : (
                  <>
                    Don't have an account? <Link href={`${paths.register()}#account`}>Sign up</Link>
                  </>
                )}
              </Text>
            </>
          )
          : (
            <>
              <Heading as="h2" size="6" id="account-title">Create Account</Heading>
              <Text as="p" className="account-lead">
                For cadets, alumni and cadre of the program.
              </Text>
              <RegisterForm sent={sent} {...form} />
              <Text as="p" size="2" color="gray" className="account-switch links">
                <Link href={pagePaths.privacyNotice()}>What we store, and who sees it</Link>
              </Text>
              <Text as="p" size="2" color="gray" className="account-switch links">
                <Link href={`${paths.home()}#account`}>Already have an account? Login</Link>
              </Text>
            </>
          )}
      </section>
    </Card>
  );
}

/** Shown after a redirect from "Browse Directory". */
const whySignIn = "Sign in to browse the directory. Only members can see who's in it.";

/** For people who forgot their password: the form needs only a name. */
export const emailMeACode = {
  label: "Email me a code",
  pending: "Sending...",
  action: paths.code(),
} as const;

function LoginForm({ sent }: { readonly sent?: FormState | undefined }) {
  return (
    <AccountForm
      id="login"
      action={paths.login()}
      of={loginForm}
      sent={sent}
      submit="Login"
      pending="Logging in..."
      other={emailMeACode}
    >
      {(field) => (
        <>
          <UsernameField
            {...field("username")}
            label="Username or email"
            maxLength={254}
            hint={whySignIn}
            autoComplete="username webauthn"
          />
          <PasswordField {...field("password")} />
          <Text as="p" size="2" className="account-forgot links">
            <Link href={paths.forgotPassword()}>Forgot Password?</Link>
          </Text>
        </>
      )}
    </AccountForm>
  );
}

/** Shown below the form, whose name field also offers passkeys. */
function PasskeyLogin() {
  return (
    <form method="post" action={pagePaths.passkeyLogin()} className="account-passkey">
      <PasskeyButton use="signIn" label="Sign in with a passkey" variant="outline" isWide />
    </form>
  );
}

type RegisterFormProps = Omit<AccountCardProps, "mode" | "isByInvitation">;

function RegisterForm({ sent, cadreCodeRequired }: RegisterFormProps) {
  return (
    <AccountForm
      id="register"
      action={paths.registration()}
      of={registrationForm}
      sent={sent}
      submit="Create Account"
      pending="Creating account..."
    >
      {(field) => (
        <>
          <div className="account-pair">
            <FirstNameField {...field("firstName")} />
            <LastNameField {...field("lastName")} />
          </div>
          <EmailField {...field("email")} />
          <UsernameField {...field("username")} />
          <NewPasswordField {...field("password")} />
          <RoleChoice {...field("role")} />
          {cadreCodeRequired && <CadreCodeField {...field("cadreCode")} />}
        </>
      )}
    </AccountForm>
  );
}

function RoleChoice({ id, defaultValue = "cadet", error }: FormField) {
  return (
    <fieldset id={id} tabIndex={-1} aria-describedby={error && `${id}-error`}>
      <legend className="field-label">Role</legend>
      <div className="account-role-choices">
        {roles.map((role) => (
          <label key={role} className="account-role choice radio-card">
            <input type="radio" name="role" value={role} defaultChecked={role === defaultValue} />
            <span>{roleTraits[role].label}</span>
          </label>
        ))}
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  );
}
