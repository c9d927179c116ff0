import { roles, roleTraits } from "../../../events/vocabulary.ts";
import { AccountForm } from "../../forms/account-form.tsx";
import type { FormState } from "../../forms/form-state.ts";
import { paths } from "../../paths.ts";
import {
  EmailField,
  FirstNameField,
  LastNameField,
  NewPasswordField,
  UsernameField,
} from "../../ui/fields/account-fields.tsx";
import { CadreCode } from "../../ui/fields/cadre-code.tsx";

/** How long the page stays after an account was created. */
const registeredMs = 100;

interface RegisterFormProps {
  readonly sent?: FormState | undefined;
  readonly cadreCodeRequired: boolean;
  readonly passwordMinLength: number;
}

export function RegisterForm({ sent, cadreCodeRequired, passwordMinLength }: RegisterFormProps) {
  return (
    <AccountForm
      id="register"
      action={`${paths.registration()}#account`}
      fields={["firstName", "lastName", "email", "username", "password", "role", "cadreCode"]}
      sent={sent}
      checks="registration"
      failed={{ title: "Registration failed", text: "Username or email already exists" }}
      delayMs={registeredMs}
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
          <NewPasswordField {...field("password")} minLength={passwordMinLength} />
          <RoleChoice {...field("role")} />
          {cadreCodeRequired && <CadreCode {...field("cadreCode")} />}
        </>
      )}
    </AccountForm>
  );
}

interface RoleChoiceProps {
  readonly id: string;
  readonly defaultValue: string | undefined;
  readonly error: string | undefined;
}

function RoleChoice({ id, defaultValue = "cadet", error }: RoleChoiceProps) {
  return (
    <fieldset id={id} tabIndex={-1} aria-describedby={error && `${id}-error`}>
      <legend className="field-label">Role</legend>
      <div className="account-role-choices">
        {roles.map((role) => (
          <label key={role} className="account-role radio-card">
            <input type="radio" name="role" value={role} defaultChecked={role === defaultValue} />
            <span>{roleTraits[role].label}</span>
          </label>
        ))}
      </div>
      {error && <p className="field-error" id={`${id}-error`}>{error}</p>}
    </fieldset>
  );
}
