/** Limits shared by the API, its description and pages. Runs in browsers, too. */

/** Characters of a search, each of which is one or two units of UTF-16. */
export const maxQueryText = 200;

/** How many are on one page of a member's contact views. */
export const revealsAtOnce = 50;
