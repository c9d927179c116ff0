/**
 * Header with the member whose page makes a call. If someone else has signed in since in another tab, the call isn't
 * authenticated. Runs in browsers, too.
 */
export const memberHeader = "X-Member";

/** Form field with the same member, added by pages' scripts. */
export const memberField = "pageMember";
