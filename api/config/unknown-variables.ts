import leven from "leven";
import { closestString } from "./closest-string.ts";

/** How names of ours begin. Other programs' variables are none of our business. */
const beginnings =
  /^(APP|CADRE|CLAIM|CONTINUOUS|DATA|DRAIN|EVENTS|KEK|LIMIT|MAIL|MEILI|METRICS|PROGRAM|READ|S3|SMTP|SUPPORT|TRUSTED|UNIVERSITY|VAULT)_/;

/** Two letters may be wrong in a name that is so long: no other program's is that near. */
const longName = 8;

/** For docker compose, which passes everything in .env on to the service. */
const ofCompose = ["VAULT_BACKUPS"];

/**
 * Unknown variables that are spelled nearly like known ones: one line for each.
 *
 * @param given Names of what is set.
 * @param known Names of what there is.
 */
export function unknownVariables(given: readonly string[], known: readonly string[]): string[] {
  const isNear = (name: string) =>
    name.length >= longName &&
    known.some((one) => one.length >= longName && leven(one, name) <= 2);
  const isStrange = (name: string) =>
    ![...known, ...ofCompose].includes(name) && (beginnings.test(name) || isNear(name));
  return given.filter(isStrange).flatMap((name) => {
    const meant = closestString(name.toLowerCase(), known.map((one) => one.toLowerCase()));
    return meant === undefined ? [] : [`${name} is not used: ${meant.toUpperCase()} is`];
  });
}
