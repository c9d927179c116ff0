/** What two people do in tests. */
export const accept = { type: "Accept", way: "site" } as const;
export const decline = { type: "Decline", reason: "no-time", way: "site" } as const;
export const withdraw = { type: "Withdraw" } as const;
export const write = (text = "Hi") => ({ type: "Write", text, way: "site" }) as const;
export const end = { type: "End" } as const;
