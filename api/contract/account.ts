import { shortestPassword, shortestUsername } from "./limits.ts";
import { z } from "zod";
import { isAddress, line } from "../../events/members/texts.ts";
import { roles } from "../../events/vocabulary.ts";
import { wrongPassword } from "./wrong-password.ts";

const maxName = 64;
const maxEmail = 254;
const maxPassword = 128;

const usernameShort = `Username must be at least ${shortestUsername} characters`;
const passwordShort = `Password must be at least ${shortestPassword} characters`;
const emailInvalid = "Invalid email address";

/** A new username. It has no @, so that a login name with one is always an address. */
const username = line(maxName, usernameShort).min(shortestUsername, usernameShort)
  .refine((text) => !isAddress(text), "Usernames can't contain an @ sign");
/** Never trimmed, because every character counts. */
const password = z.string({ error: passwordShort })
  .min(shortestPassword, passwordShort)
  .max(maxPassword, `Password must be at most ${maxPassword} characters`);
const email = line(maxEmail, emailInvalid).refine(
  (text) => z.email().safeParse(text).success,
  emailInvalid,
).meta({ format: "email" });
const firstNameMissing = "First name is required";
const lastNameMissing = "Last name is required";
const firstName = line(maxName, firstNameMissing).min(1, firstNameMissing);
const lastName = line(maxName, lastNameMissing).min(1, lastNameMissing);
const role = z.enum(roles, "Role must be cadet, alumni or cadre");
/** Required for the role cadre if the program has set one. */
const cadreCode = z.string("Must be text").max(200, "Must be at most 200 characters").optional();

/** A form with the new password twice; the API takes it once. */
function withRepeated<Shape extends { readonly newPassword: typeof password }>(shape: Shape) {
  return z.strictObject({ ...shape, confirmPassword: z.string() }).refine(
    (form) => {
      const typed = form as Readonly<Record<"newPassword" | "confirmPassword", string>>;
      return typed.newPassword === typed.confirmPassword;
    },
    {
      path: ["confirmPassword"],
      message: "Passwords don't match",
      // Checked even if the new password is too short, so that people see all mistakes at once.
      when: () => true,
    },
  );
}

const mailedToken = (missing: string, invalid: string) =>
  z.string(missing).min(1, missing).max(200, invalid);

/** A username or an email address. */
const loginName = line(maxEmail, usernameShort).min(shortestUsername, usernameShort);
export const Login = z.strictObject({ username: loginName, password });
export type Login = z.infer<typeof Login>;

export const AskForCode = z.strictObject({ username: loginName });
export type AskForCode = z.infer<typeof AskForCode>;

const codeWrong = "Enter the 8 digits from our email";
/** As people type or paste it. */
export const MailedCode = z.strictObject({
  code: z.string(codeWrong).max(40, codeWrong).transform((text) => text.replace(/[\s\p{Pd}]/gu, ""))
    .pipe(z.string().regex(/^\d{8}$/, codeWrong)),
});
export type MailedCode = z.infer<typeof MailedCode>;

export const Registration = z.strictObject({
  username,
  password,
  email,
  firstName,
  lastName,
  role: role.default("cadet"),
  cadreCode,
});
export type Registration = z.infer<typeof Registration>;

/** The first staff account of an installation, made by the secret link that the service prints. */
export const FirstStaffRegistration = Registration.omit({ role: true, cadreCode: true });
export type FirstStaffRegistration = z.infer<typeof FirstStaffRegistration>;

export const SelectRole = z.strictObject({ role, cadreCode });
export type SelectRole = z.infer<typeof SelectRole>;

export const ForgotPassword = z.strictObject({ email });
export type ForgotPassword = z.infer<typeof ForgotPassword>;

export const NewAddress = z.strictObject({ email });
export type NewAddress = z.infer<typeof NewAddress>;

export const ResetPassword = z.strictObject({
  token: mailedToken("Password reset token is missing", "Invalid or expired reset token"),
  newPassword: password,
});
export type ResetPassword = z.infer<typeof ResetPassword>;

const passwordMissing = "Enter your password";
/** The current password. Older ones may be shorter than the rules allow today. */
const givenPassword = z.string({ error: passwordMissing }).min(1, passwordMissing)
  .max(maxPassword, wrongPassword);

/** The password, to confirm it in an existing session. */
export const Confirmation = z.strictObject({ password: givenPassword });
export type Confirmation = z.infer<typeof Confirmation>;

export const ChangePassword = z.strictObject({
  currentPassword: givenPassword,
  newPassword: password,
});
export type ChangePassword = z.infer<typeof ChangePassword>;

export const ChangePasswordForm = withRepeated(ChangePassword.shape);

/** The first password of a member who signs in without one. */
export const AddPassword = z.strictObject({ newPassword: password });
export type AddPassword = z.infer<typeof AddPassword>;

export const AddPasswordForm = withRepeated(AddPassword.shape);

/** A session as shown to its member. */
export interface Session {
  readonly id: string;
  readonly browser: string | null;
  readonly createdAt: string;
  readonly lastSeenAt: string;
  readonly isCurrent: boolean;
}

export const ResetPasswordForm = withRepeated({ newPassword: password });

/** Absent fields stay unchanged. */
export const AccountDetails = z.strictObject({ username, firstName, lastName, email }).partial();
export type AccountDetails = z.infer<typeof AccountDetails>;
