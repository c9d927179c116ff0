/**
 * Header with the member whose page makes a call. If someone else has signed in by then in another
 * tab, the call isn't authenticated. Runs in browsers, too.
 */
export const memberHeader = "X-Member";

/** Field of forms with the same; pages' scripts add it. */
export const memberField = "pageMember";
