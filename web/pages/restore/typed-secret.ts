import { identityLines } from "../../../api/config/identities.ts";

const begin = "AGE-SECRET-KEY-1";
const rest = 58;

/**
 * Normalizes a typed secret. Spaces, line breaks and small letters don't matter. The part after the
 * prefix has no letters B, I and O, and no digit 1, so they are read as the characters they look
 * like.
 */
export function typedSecret(text: string): string {
  const typed = text.replaceAll(/[\s\u00AD\u200B-\u200D\u2060\uFEFF]/g, "")
    .replaceAll(/[\u2010-\u2015\u2212]/g, "-").toUpperCase();
  if (!typed.startsWith(begin)) return typed;
  const letters = typed.slice(begin.length).replaceAll("-", "");
  return begin + letters.replaceAll("O", "0").replaceAll(/[I1]/g, "L");
}

/** What is wrong with a typed secret, as far as its checksum tells without a backup. */
export function secretFault(typed: string): string | undefined {
  if (typed === "") return "Type the secret from your printed sheet.";
  if (!typed.startsWith(begin)) {
    return `The secret begins with ${begin}. Type all of it, as it is on your printed sheet.`;
  }
  const length = typed.length - begin.length;
  if (length !== rest) {
    const off = Math.abs(length - rest);
    const amount = `${off} ${off === 1 ? "is" : "are"} ${length < rest ? "missing" : "too many"}`;
    return `After ${begin}, the secret has ${rest} letters and digits: ${amount}. ` +
      "Compare it with your printed sheet.";
  }
  try {
    identityLines(typed);
  } catch {
    return "A letter or digit of the secret is wrong. Compare it with your printed sheet.";
  }
  return undefined;
}
