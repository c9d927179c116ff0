/** Notes a change of whoever a row is of. */
export const noted = `
  DELETE FROM changes WHERE member_id = NEW.member_id;
  INSERT INTO changes (member_id) VALUES (NEW.member_id);`;

/**
 * Whose key or password changed last, in order, for who copies what is new: each member once, and
 * nobody whose key is gone.
 */
export const changes = [
  `CREATE TABLE changes (
    change INTEGER PRIMARY KEY AUTOINCREMENT,
    member_id TEXT NOT NULL UNIQUE
  ) STRICT`,
  ...["member_keys", "credentials"].flatMap((table) => [
    ...["INSERT", "UPDATE"].map((what) =>
      `CREATE TRIGGER ${table}_noted_on_${what.toLowerCase()} AFTER ${what} ON ${table}
       BEGIN ${noted} END`
    ),
    `CREATE TRIGGER ${table}_noted_on_delete AFTER DELETE ON ${table}
     WHEN NOT EXISTS (SELECT 1 FROM member_keys WHERE member_id = OLD.member_id)
     BEGIN DELETE FROM changes WHERE member_id = OLD.member_id; END`,
  ]),
];
