/** Whose address takes no mail, by a keyed hash of it: it says nothing once they have another one. */
export const refusedAddresses = [
  `CREATE TABLE refused_addresses (
    member_id TEXT PRIMARY KEY,
    address TEXT NOT NULL
  ) STRICT`,
];
