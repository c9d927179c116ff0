import leven from "leven";
import { closestString } from "./closest-string.ts";

/** Prefixes of this product's variables. Those of other programs are ignored. */
const prefixes = /^(APP|BACKUPS|CADRE|DATA|MAIL|MEILI|METRICS|S3|SECRET|SMTP|TRUSTED)_/;

/** Names this long may have two wrong letters and still mean a variable of this product. */
const longName = 8;

/**
 * Unknown variables that are spelled nearly like known ones: one line for each.
 * @param given Names of variables that are set.
 * @param known Names of this product's variables.
 */
export function unknownVariables(given: readonly string[], known: readonly string[]): string[] {
  const isNear = (name: string) =>
    name.length >= longName &&
    known.some((one) =>
      one.length >= longName && Math.abs(one.length - name.length) <= 2 && leven(one, name) <= 2
    );
  const isUnknown = (name: string) =>
    !known.includes(name) && (prefixes.test(name) || isNear(name));
  return given.filter(isUnknown).flatMap((name) => {
    const meant = closestString(name.toLowerCase(), known.map((one) => one.toLowerCase()));
    return meant === undefined ? [] : [`${name} is not used: ${meant.toUpperCase()} is`];
  });
}
