/** Notes a change of a row's member. */
export const noted = `
  DELETE FROM changes WHERE member_id = NEW.member_id;
  INSERT INTO changes (member_id) VALUES (NEW.member_id);`;

/**
 * Members whose key or password changed, in order of their latest change, for incremental copies. Each member is
 * listed once, until their key is destroyed.
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
