/** Open requests were claimed once; since the log knows which streams a commit was decided on, none is. */
export const noRequestClaims = ["DELETE FROM claims WHERE kind = 'request'"];
