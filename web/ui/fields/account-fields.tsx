/** Fields of an account, with the same labels, autofill and limits in every form. */
import { shortestPassword } from "../../../api/contract/limits.ts";
import { TextField, type TextFieldProps } from "./field.tsx";

type AccountFieldProps = Partial<TextFieldProps>;

const name = { autoCapitalize: "words", required: true, maxLength: 64 } as const;
const password = { type: "password", required: true, maxLength: 128 } as const;

const fields = {
  username: {
    label: "Username",
    autoComplete: "username",
    autoCapitalize: "none",
    spellCheck: false,
    required: true,
    minLength: 3,
    maxLength: 64,
  },
  email: { label: "Email", type: "email", autoComplete: "email", required: true, maxLength: 254 },
  firstName: { ...name, label: "First Name", autoComplete: "given-name" },
  lastName: { ...name, label: "Last Name", autoComplete: "family-name" },
  password: {
    ...password,
    label: "Password",
    autoComplete: "current-password",
    enterKeyHint: "go",
    minLength: shortestPassword,
  },
  cadreCode: {
    className: "cadre-code",
    label: "Cadre code",
    hint: "Cadre only: the code your program gave its staff",
    autoComplete: "off",
    autoCapitalize: "none",
    spellCheck: false,
    maxLength: 200,
  },
  code: {
    className: "mailed-code",
    label: "Code",
    hint: "The 8 digits from our email",
    autoComplete: "one-time-code",
    inputMode: "numeric",
    enterKeyHint: "go",
    required: true,
    maxLength: 40,
  },
  confirmPassword: { ...password, label: "Confirm Password", autoComplete: "new-password" },
} as const satisfies Readonly<Record<string, TextFieldProps>>;

const fieldOf = (preset: TextFieldProps) => (field: AccountFieldProps) => (
  <TextField {...preset} {...field} />
);

export const UsernameField = fieldOf(fields.username);
export const EmailField = fieldOf(fields.email);
export const FirstNameField = fieldOf(fields.firstName);
export const LastNameField = fieldOf(fields.lastName);
export const PasswordField = fieldOf(fields.password);
/** Repeats the new password, to catch typing errors. */
export const ConfirmPasswordField = fieldOf(fields.confirmPassword);
export const CodeField = fieldOf(fields.code);
/** Shown by the stylesheet while the form's role is cadre, so it needs no script. */
export const CadreCodeField = fieldOf(fields.cadreCode);

export const NewPasswordField = fieldOf({
  ...fields.password,
  autoComplete: "new-password",
  hint: `At least ${shortestPassword} characters`,
});
