/** Where sealed payloads stood that were forgotten by themselves, while their member goes on. */
export const forgottenPayloads = [
  `CREATE TABLE forgotten_payloads (position INTEGER PRIMARY KEY) STRICT`,
];
