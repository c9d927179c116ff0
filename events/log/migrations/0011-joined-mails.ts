/**
 * Mails held because their recipient has had many. `address` is a keyed hash of the recipient's address, to
 * find mails sent together; `joined_to` is the mail that carries one, or the mail itself once it is counted.
 */
export const joinedMails = [
  `ALTER TABLE outbox ADD COLUMN address TEXT`,
  `ALTER TABLE outbox ADD COLUMN joined_to TEXT`,
  `CREATE INDEX outbox_address ON outbox (address) WHERE address IS NOT NULL`,
];
