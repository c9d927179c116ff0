import type { MailAbout } from "../../../events/members/handle.ts";
import type { NewPassword } from "../../auth/passwords.ts";
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
const shortestCommon = 4;
/** Shorter words appear in many passwords by chance. */
const shortestWord = 3;
/** With this many other characters a password isn't guessed from its owner's words. */
const enoughOthers = 3;

let common: Promise<ReadonlySet<string>> | undefined;

/**
 * The one check of a chosen password: long enough, not among the 10,000 most common ones, and not
 * made of its owner's names or address. `Passwords.hash` takes no other.
 *
 * @param field Its name in the form.
 * @throws {Problem} 400 that says what to change.
 */
export async function requireGoodPassword(
  password: string,
  owner: PasswordOwner,
  { minLength }: NewPasswordRules,
  field: "password" | "newPassword",
): Promise<NewPassword> {
  const refuse = (message: string) => new Problem(400, message, { fields: { [field]: message } });
  if (password.length < minLength) {
    throw refuse(`Password must be at least ${minLength} characters`);
  }
  if (isPattern(password) || await isCommon(password)) {
    throw refuse("This password is too common. Choose another one.");
  }
  if (isOwnWords(password, owner)) {
    throw refuse("This password is too close to your name or email address. Choose another one.");
  }
  return password as NewPassword;
}

/** Whether it is a common password, also with a few digits or signs around it or in place of letters. */
async function isCommon(password: string): Promise<boolean> {
  common ??= loadCommon();
  const known = await common;
  const typed = fold(password).trim();
  const bare = typed.replace(/^[^\p{L}]{1,4}(?=\p{L})|(?<=\p{L})[^\p{L}]{1,4}$/gu, "");
  return [typed, bare, ...spellings(typed), ...spellings(bare)]
    .some((text) => text.length >= shortestCommon && known.has(text));
}

/** Whether it repeats up to four characters, or counts through digits or letters. */
function isPattern(password: string): boolean {
  if (/^(.{1,4}?)\1+.?$/su.test(password)) return true;
  const codes = Array.from(fold(password), (character) => character.codePointAt(0) ?? 0);
  const steps = new Set(
    codes.slice(1).map((code, at) => {
      const step = code - (codes[at] ?? 0);
      // From 9 to 0, and back.
      return Math.abs(step) === 9 ? -Math.sign(step) : step;
    }),
  );
  return steps.size === 1 && (steps.has(1) || steps.has(-1));
}

/** Whether hardly anything remains without the owner's words: of its letters, or of letters and digits. */
function isOwnWords(password: string, owner: PasswordOwner): boolean {
  const texts = [owner.username, owner.firstName, owner.lastName, ...owner.email.split("@")];
  const typed = fold(password);
  const backwards = [...typed].toReversed().join("");
  return [letters, lettersAndDigits].some((only) => {
    const words = texts.map(fold)
      .flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)])
      .map(only)
      .filter((word) => word.length >= shortestWord)
      .toSorted((one, other) => other.length - one.length);
    return [typed, backwards, ...spellings(typed)].some((spelling) => {
      const text = only(spelling);
      const rest = words.reduce((left, word) => left.replaceAll(word, ""), text);
      return rest !== text && rest.length < enoughOthers;
    });
  });
}

/** Lower case, without accents. */
function fold(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

const letters = (text: string) => text.replace(/[^\p{L}]/gu, "");
const lettersAndDigits = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, "");

const looksLike: Readonly<Record<string, string>> = {
  ...{ "0": "o", "3": "e", "4": "a", "5": "s", "7": "t", "8": "b" },
  ...{ "@": "a", "$": "s", "!": "i", "|": "l", "+": "t" },
};

/** The text with letters in place of digits and signs that look like them. */
function spellings(text: string): string[] {
  const spelled = text.replace(/[0-9@$!|+]/g, (sign) => looksLike[sign] ?? sign);
  return ["i", "l"].map((one) => spelled.replaceAll("1", one));
}

/** Loaded when the first person chooses a password: it would slow down a start. */
async function loadCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set(dictionary["passwords-common"].slice(0, commonCount));
}

/** Notice to a member about a new password, in case they did not set it. */
export const passwordNotice: MailAbout = ({ after: { email, firstName } }) => [
  draft("password-changed", { to: email, firstName }),
];
