import { calls, paths } from "../../paths.ts";
import {
  EmailField,
  FirstNameField,
  LastNameField,
  NewPasswordField,
  UsernameField,
} from "../../ui/account-fields.tsx";
import type { Registration } from "../../../api/contract/account.ts";
import { roles, roleTraits } from "../../../events/vocabulary.ts";
import { send } from "../../hydration/calls.ts";
import { AccountForm } from "./account-form.tsx";
import { CadreCode } from "./cadre-code.tsx";
import type { FormState } from "../../forms/form-state.ts";
import { useForm } from "../../forms/use-form.ts";
import { toastFailure } from "../../toasts/toasts.ts";

interface RegisterFormProps {
  readonly sent?: FormState | undefined;
  readonly cadreCodeRequired: boolean;
  readonly passwordMinLength: number;
  readonly onSuccess: () => Promise<void>;
}

export function RegisterForm(props: RegisterFormProps) {
  const { sent, cadreCodeRequired, passwordMinLength, onSuccess } = props;
  const { field, errors, idOf, ...state } = useForm<Registration, unknown>(
    {
      id: "register",
      fields: ["firstName", "lastName", "email", "username", "password", "role", "cadreCode"],
      initial: sent,
      loadCheck: () =>
        import("../../forms/account-checks.ts").then(({ checkRegistration }) => checkRegistration),
      send: (registration) => send("POST", calls.register, registration),
      onSuccess,
      onFailure: (error) =>
        toastFailure("Registration failed", error, "Username or email already exists"),
    },
  );

  return (
    <AccountForm
      state={state}
      action={`${paths.registration()}#account`}
      submit="Create Account"
      pending="Creating account..."
    >
      <div className="account-pair">
        <FirstNameField {...field("firstName")} />
        <LastNameField {...field("lastName")} />
      </div>
      <EmailField {...field("email")} />
      <UsernameField {...field("username")} />
      <NewPasswordField {...field("password")} minLength={passwordMinLength} />
      <fieldset
        id={idOf("role")}
        tabIndex={-1}
        aria-describedby={errors.role && `${idOf("role")}-error`}
      >
        <legend className="field-label">Role</legend>
        <div className="account-role-choices">
          {roles.map((role) => (
            <label key={role} className="account-role">
              <input
                type="radio"
                name="role"
                value={role}
                defaultChecked={role === (sent?.values.role ?? "cadet")}
              />
              <span>{roleTraits[role].label}</span>
            </label>
          ))}
        </div>
        {errors.role && <p className="field-error" id={`${idOf("role")}-error`}>{errors.role}</p>}
      </fieldset>
      {cadreCodeRequired && <CadreCode id={idOf("cadreCode")} error={errors.cadreCode} />}
    </AccountForm>
  );
}
