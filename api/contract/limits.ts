/** Limits shared by the API, its description and pages. Runs in browsers, too. */

/** For how long a password that was given again is not asked for. */
export const confirmedForMinutes = 10;

/** Of a logo that staff choose. */
export const maxLogoBytes = 5 * 1024 * 1024;

/** Characters of a username. */
export const shortestUsername = 3;

/** Characters of a new password. */
export const shortestPassword = 6;

/** Characters of a search, each of which is one or two units of UTF-16. */
export const maxQueryText = 200;

/** How many are on one page of a member's contact views. */
export const revealsAtOnce = 50;
