import type { EffectiveSettings } from "../../config/effective-settings.ts";
import type { NewPassword, PasswordRequester, Passwords } from "./passwords.ts";
import { shortestPassword } from "../../contract/limits.ts";
import { Problem } from "../../contract/problem.ts";

/** Owner of a password, whose own words are the first guesses. */
export interface PasswordOwner {
  readonly username: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

interface NewPasswordsParts {
  readonly passwords: Pick<Passwords, "hash">;
  readonly settings: Pick<EffectiveSettings, "names">;
}

/** Passwords that people choose, checked and hashed. */
export class NewPasswords {
  constructor(private readonly parts: NewPasswordsParts) {}

  /** As `requireGoodPassword`, with the program's names. */
  check(
    password: string,
    owner: PasswordOwner,
    field: "password" | "newPassword",
  ): Promise<NewPassword> {
    return requireGoodPassword(password, owner, this.parts.settings.names(), field);
  }

  hash(
    password: NewPassword,
    requester: PasswordRequester,
    signal: AbortSignal | undefined,
  ): Promise<string> {
    return this.parts.passwords.hash(password, requester, signal);
  }
}

/** The number of most common leaked passwords that are refused. */
const commonCount = 10_000;
const shortestCommon = 4;
/** Shorter words appear in many passwords by chance. */
const shortestWord = 3;
/** With this many other characters a password isn't guessed from known words. */
const enoughOthers = 3;
/** Digits and signs alone are dates, numbers, or the keys above the letters. */
const shortestWithoutLetters = 14;
/** First guesses of people who know only the product. */
const wordsOfProduct = ["Alumni Connect", "Army", "ROTC", "cadet", "cadre", "hooah"];

let common: Promise<ReadonlySet<string>> | undefined;

/**
 * The one check of a chosen password: long enough, not among the 10,000 most common ones, and not
 * made of the program's names, or its owner's names or address. `Passwords.hash` takes no other.
 *
 * @param field Its name in the form.
 * @throws {Problem} 400 that says what to change.
 */
export async function requireGoodPassword(
  password: string,
  owner: PasswordOwner,
  programNames: readonly string[],
  field: "password" | "newPassword",
): Promise<NewPassword> {
  const refuse = (message: string) => new Problem(400, message, { fields: { [field]: message } });
  if (password.length < shortestPassword) {
    throw refuse(`Password must be at least ${shortestPassword} characters`);
  }
  const typed = typedLetters(password);
  const ofProgram = [...wordsOfProduct, ...programNames];
  if (
    isPattern(password) || isPattern(typed) || hasFewSigns(typed) || await isCommon(typed) ||
    isMadeOf(typed, ofProgram)
  ) {
    throw refuse("This password is too common. Choose another one.");
  }
  const { username, firstName, lastName, email } = owner;
  if (isMadeOf(typed, [username, firstName, lastName, ...email.split("@"), ...ofProgram])) {
    throw refuse("This password is too close to your name or email address. Choose another one.");
  }
  return password as NewPassword;
}

/** Whether it is a common password, also repeated, with digits or signs around it, or in place of letters. */
async function isCommon(typed: string): Promise<boolean> {
  common ??= loadCommon();
  const known = await common;
  const once = typed.replace(/^(.+?)\1+$/su, "$1");
  const bare = once.replace(/^[^\p{L}]{1,6}(?=\p{L})|(?<=\p{L})[^\p{L}]{1,6}$/gu, "");
  return [typed, once, bare, ...spellings(once), ...spellings(bare)]
    .some((text) => text.length >= shortestCommon && known.has(text));
}

function hasFewSigns(typed: string): boolean {
  return typed.length < shortestWithoutLetters && !/\p{L}/u.test(typed);
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

/** Whether hardly anything remains without these words: of its letters, or of letters and digits. */
function isMadeOf(typed: string, texts: readonly string[]): boolean {
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

/** Lower case, without accents, and with Latin letters in place of those that look like them. */
function fold(text: string): string {
  const plain = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return plain.replace(/[\p{Script=Cyrillic}\p{Script=Greek}ıł]/gu, (letter) => (
    latinLetters[letter] ?? letter
  ));
}

/** The same without spaces and characters that can't be seen. */
function typedLetters(password: string): string {
  return fold(password).replace(/[\p{Z}\p{C}]/gu, "");
}

const letters = (text: string) => text.replace(/[^\p{L}]/gu, "");
const lettersAndDigits = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, "");

/** Cyrillic and Greek letters that look like Latin ones. */
const latinLetters: Readonly<Record<string, string>> = {
  ...{ "а": "a", "в": "b", "с": "c", "ԁ": "d", "е": "e", "һ": "h", "н": "h", "і": "i", "ј": "j" },
  ...{ "к": "k", "м": "m", "о": "o", "р": "p", "ԛ": "q", "г": "r", "ѕ": "s", "т": "t", "ѵ": "v" },
  ...{ "ԝ": "w", "х": "x", "у": "y", "α": "a", "ε": "e", "η": "n", "ι": "i", "κ": "k", "ν": "v" },
  ...{ "ο": "o", "ρ": "p", "τ": "t", "υ": "u", "χ": "x", "ω": "w", "ı": "i", "ł": "l" },
};

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
