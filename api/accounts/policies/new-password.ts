import { Problem } from "../../problems.ts";

export interface NewPasswordRules {
  /** At least six, which every form says. */
  readonly minLength: number;
}

/** Whom a password is for: their own words are the first that others try. */
export interface PasswordOwner {
  readonly username: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

/** How many of the list of leaked passwords are refused, most common first. */
const commonCount = 10_000;
/** Shorter words are in many passwords by chance. */
const shortestWord = 3;
/** So many letters beside one's own words make it something that others do not try. */
const enoughLetters = 3;

let common: Promise<ReadonlySet<string>> | undefined;

/** The field that has it, wherever one is chosen in place of another. */
const newField = "newPassword";

/**
 * Password policy for a password that is chosen in place of another one.
 *
 * @throws {Problem} 400 when it is too short, or one of the 10,000 most common ones.
 */
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
 * Password policy for members who are signed in or invited: uncommon, and not made of their own name or
 * address. A reset does not check that, since its answer would tell whoever holds the link what the
 * account's names are.
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

/** @throws {Problem} 400 when it is shorter than this program wants. */
export function requireLongPassword(
  password: string,
  { minLength }: NewPasswordRules,
  field: string,
): void {
  if (password.length >= minLength) return;
  throw refused(field, `Password must be at least ${minLength} characters`);
}

/** Whether hardly a letter is left of it without the owner's words, digits and punctuation. */
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

/** Loaded when the first person chooses a password: a start need not wait for it. */
async function loadCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set(dictionary["passwords-common"].slice(0, commonCount));
}

function refused(field: string, message: string): Problem {
  return new Problem(400, message, { fields: { [field]: message } });
}
