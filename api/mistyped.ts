import { nearest } from "../events/report/nearest.ts";

/** How names of ours begin. Other programs' variables are none of our business. */
const beginnings =
  /^(APP|CADRE|CLAIM|DATA|DRAIN|EVENTS|KEK|LIMIT|MAIL|MEILI|METRICS|PROGRAM|READ|S3|SMTP|SUPPORT|TRUSTED|UNIVERSITY|VAULT)_/;

/**
 * Variables that are set and mean nothing here, but look as if somebody meant one that does: one line
 * for each.
 *
 * @param given Names of what is set.
 * @param known Names of what there is.
 */
export function mistyped(given: readonly string[], known: readonly string[]): string[] {
  return given.filter((name) => beginnings.test(name) && !known.includes(name)).flatMap((name) => {
    const meant = nearest(name.toLowerCase(), known.map((one) => one.toLowerCase()));
    return meant === undefined ? [] : [`${name} is not used: ${meant.toUpperCase()} is`];
  });
}
