/**
 * The fields of an account, the same in every form: labels, autofill,
 * and limits.
 *
 * @module
 */
import { TextField, type TextFieldProps } from "./text-field.tsx";

type AccountFieldProps = Partial<TextFieldProps>;

export function UsernameField(field: AccountFieldProps) {
  return (
    <TextField
      label="Username"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      required
      minLength={3}
      maxLength={64}
      {...field}
    />
  );
}

export function EmailField(field: AccountFieldProps) {
  return (
    <TextField
      label="Email"
      type="email"
      autoComplete="email"
      required
      maxLength={254}
      {...field}
    />
  );
}

export function FirstNameField(field: AccountFieldProps) {
  return (
    <TextField
      label="First Name"
      autoComplete="given-name"
      autoCapitalize="words"
      required
      maxLength={64}
      {...field}
    />
  );
}

export function LastNameField(field: AccountFieldProps) {
  return (
    <TextField
      label="Last Name"
      autoComplete="family-name"
      autoCapitalize="words"
      required
      maxLength={64}
      {...field}
    />
  );
}

/** The current password. */
export function PasswordField(field: AccountFieldProps) {
  return (
    <TextField
      label="Password"
      type="password"
      autoComplete="current-password"
      enterKeyHint="go"
      required
      minLength={6}
      maxLength={128}
      {...field}
    />
  );
}

/** A new password, at least as long as the program requires. */
export function NewPasswordField(
  { minLength, ...field }: AccountFieldProps & { readonly minLength: number },
) {
  return (
    <PasswordField
      autoComplete="new-password"
      minLength={minLength}
      hint={`At least ${minLength} characters`}
      {...field}
    />
  );
}

/** The new password again, to catch typing errors. */
export function ConfirmPasswordField(field: AccountFieldProps) {
  return (
    <TextField
      label="Confirm Password"
      type="password"
      autoComplete="new-password"
      required
      maxLength={128}
      {...field}
    />
  );
}
