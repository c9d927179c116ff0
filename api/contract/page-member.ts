/**
 * Names the member whose page makes a call. When someone else is signed in by then, in another tab of
 * the same browser, the call is not theirs and is not authenticated. Runs in browsers, too.
 */
export const memberHeader = "X-Member";
