import type { MailAbout } from "../../../events/members/handle.ts";
import { draft } from "../../mail/letters/messages.ts";
import { Problem } from "../../problems.ts";

export interface NewPasswordRules {
  readonly minLength: number;
}

/** Owner of a password: their own words are the first guesses. */
export interface PasswordOwner {
  readonly username: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

/** How many of the most common leaked passwords are refused. */
const commonCount = 10_000;
/** Shorter words appear in many passwords by chance. */
const shortestWord = 3;
/** With this many other letters a password isn't guessed from its owner's words. */
const enoughLetters = 3;

let common: Promise<ReadonlySet<string>> | undefined;

const newField = "newPassword";

/** @throws {Problem} 400 when it is too short, or one of the 10,000 most common ones. */
export async function requireUncommonPassword(
  password: string,
  rules: NewPasswordRules,
): Promise<void> {
  requireLongPassword(password, rules, newField);
  common ??= loadCommon();
  if (!(await common).has(password.toLowerCase())) return;
  throw refused(
    newField,
    "This password is too common. Choose another one.",
  );
}

/**
 * For members who are signed in or invited: uncommon, and not made of their name or address. A
 * reset doesn't check that: the answer would reveal the account's names to the link's holder.
 *
 * @throws {Problem} 400 also when it is made of these words.
 */
export async function requireOwnPassword(
  password: string,
  owner: PasswordOwner,
  rules: NewPasswordRules,
): Promise<void> {
  await requireUncommonPassword(password, rules);
  if (!isOwnWords(password, owner)) return;
  throw refused(
    newField,
    "This password is too close to your name or email address. Choose another one.",
  );
}

/** @throws {Problem} 400 when it is shorter than the program's minimum. */
export function requireLongPassword(
  password: string,
  { minLength }: NewPasswordRules,
  field: string,
): void {
  if (password.length >= minLength) return;
  throw refused(field, `Password must be at least ${minLength} characters`);
}

/** Whether hardly a letter remains without the owner's words, digits and punctuation. */
function isOwnWords(password: string, { username, email, firstName, lastName }: PasswordOwner) {
  const words = [username, firstName, lastName, ...email.split("@")]
    .flatMap((text) => [lettersOf(text), ...text.split(/[^\p{L}]+/u).map(lettersOf)])
    .filter((word) => word.length >= shortestWord)
    .sort((one, other) => other.length - one.length);
  const letters = lettersOf(password);
  const rest = words.reduce((left, word) => left.replaceAll(word, ""), letters);
  return rest !== letters && rest.length < enoughLetters;
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}]/gu, "");
}

/** Loaded when the first person chooses a password: it would slow down a start. */
async function loadCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set(dictionary["passwords-common"].slice(0, commonCount));
}

function refused(field: string, message: string): Problem {
  return new Problem(400, message, { fields: { [field]: message } });
}

/** Notice to a member about a new password, in case they did not set it. */
export const passwordNotice: MailAbout = ({ after: { email, firstName } }) => [
  draft("password-changed", { to: email, firstName }),
];
