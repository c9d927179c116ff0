import { anyAt, anyDigit, anyDot, anySeparators } from "./contact-patterns.ts";

interface KnownContacts {
  readonly addresses: readonly string[];
  readonly numbers: readonly string[];
}

/**
 * Replaces a member's own email addresses and phone numbers in a text. Addresses may have any case,
 * a tag ("sam+army@"), or "(at)"; numbers any separators, and missing codes.
 */
export function maskKnown(
  text: string,
  { addresses, numbers }: KnownContacts,
): { readonly text: string; readonly found: readonly string[] } {
  const found: string[] = [];
  const replace = (before: string, patterns: readonly string[], replacement: string) =>
    patterns.length === 0
      ? before
      : before.replace(new RegExp(patterns.join("|"), "giu"), (value) => {
        found.push(value);
        return replacement;
      });
  const rest = replace(text, addresses.flatMap(addressPattern), "[address left out]");
  return { text: replace(rest, numbers.flatMap(numberPattern), "[number left out]"), found };
}

function addressPattern(address: string): string[] {
  const [local, domain, more] = address.trim().split("@");
  if (!local || !domain || more !== undefined) return [];
  const quoted = (part: string) => part.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  return [
    "(?<![\\p{L}\\p{N}+-]|[\\p{L}\\p{N}]\\.)" +
    `${quoted(local)}(?:\\+[\\w.-]{1,64})?${anyAt}${domain.split(".").map(quoted).join(anyDot)}` +
    "(?![\\p{L}\\p{N}])",
  ];
}

/** Fewer digits may be any number. */
const fewestDigits = 7;
const mostCodeDigits = 3;
/** A country code, and a parenthesis that is closed within the number. */
const beforeNumber =
  "(?:(?:(?:\\+|\\b00)\\d{1,3}|\\b1)[\\s.\\-]?|\\+)?(?:\\((?=[\\d\\s.\\-]{1,6}\\)))?";

function numberPattern(number: string): string[] {
  // Leading zeros replace country codes.
  const digits = number.replace(/(?:x|ext).*/is, "").replace(/\D+/g, "").replace(/^0+/, "");
  if (digits.length < fewestDigits) return [];
  const joined = (some: string) => Array.from(some, anyDigit).join(anySeparators);
  const codeDigits = Math.min(mostCodeDigits, digits.length - fewestDigits);
  const code = Array.from(digits.slice(0, codeDigits)).reduce(
    (before, digit) => `(?:${before}${anyDigit(digit)}${anySeparators})?`,
    "",
  );
  const whole = `0*(?:${code}${joined(digits.slice(codeDigits))}|${
    joined(digits.slice(-fewestDigits))
  })`;
  // "18315550142": a country code without a space.
  const behindCode = `\\d{1,${mostCodeDigits}}${joined(digits)}`;
  return [`${beforeNumber}(?<!\\d)(?:${whole}|${behindCode})(?!\\d)`];
}
