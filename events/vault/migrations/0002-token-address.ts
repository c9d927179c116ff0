/** Tokens that are good only as long as their member has the address they were mailed to. */
export const tokenAddress = [`ALTER TABLE tokens ADD COLUMN bound_to TEXT`];
