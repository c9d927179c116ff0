/** Limits shared by the API, its description and pages. Runs in browsers, too. */

/** How long a confirmed password isn't required again. */
export const confirmedForMinutes = 10;

/** Maximum size of the program's logo. */
export const maxLogoBytes = 5 * 1024 * 1024;

/** Minimum characters of a username. */
export const shortestUsername = 3;

/** Minimum characters of a new password. */
export const shortestPassword = 6;

/** Maximum characters of a search. Each is one or two UTF-16 units. */
export const maxQueryText = 200;

/** Contact views on one page. */
export const revealsAtOnce = 50;
