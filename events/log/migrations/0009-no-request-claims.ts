/** Open requests were claimed once. Since commits name the streams they depend on, none is. */
export const noRequestClaims = ["DELETE FROM claims WHERE kind = 'request'"];
