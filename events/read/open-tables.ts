import type { Database } from "../database.ts";
import { joinedInstallation } from "../installation.ts";
import { migrate } from "../migrate.ts";
import { createTables, tableNames } from "./tables.ts";

/**
 * Brings the read tables to today's schema; they are empty in a new database.
 *
 * @param projection Version of this process, noted in tables without rows.
 */
export async function openTables(database: Database, projection: number): Promise<void> {
  await migrate(database, [
    {
      name: "0001-checkpoints",
      statements: [
        `CREATE TABLE checkpoints (
        name TEXT PRIMARY KEY,
        position INTEGER NOT NULL,
        generation INTEGER NOT NULL DEFAULT 0
      ) STRICT`,
        `INSERT INTO checkpoints (name, position) VALUES ('members', 0)`,
        `CREATE TABLE members (
        member_id TEXT PRIMARY KEY,
        position INTEGER NOT NULL,
        username_key TEXT,
        email_key TEXT,
        record TEXT
      ) STRICT`,
        "CREATE INDEX members_position_0 ON members (position)",
        "CREATE INDEX members_username_key_0 ON members (username_key)",
        "CREATE INDEX members_email_key_0 ON members (email_key)",
      ],
    },
    { name: "0002-installation", statements: joinedInstallation },
    {
      name: "0003-event-hash",
      statements: ["ALTER TABLE checkpoints ADD COLUMN event_hash TEXT"],
    },
    {
      name: "0004-projection",
      statements: ["ALTER TABLE checkpoints ADD COLUMN projection INTEGER NOT NULL DEFAULT 0"],
    },
    {
      name: "0005-stream-heads",
      statements: [
        "ALTER TABLE members ADD COLUMN version INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE members ADD COLUMN hash TEXT NOT NULL DEFAULT ''",
      ],
    },
    {
      name: "0006-connections",
      statements: createTables(["connections", "messages", "blocks"])
        .map(({ sql }) => sql),
    },
    {
      name: "0007-reveals",
      statements: createTables(["reveals"]).map(({ sql }) => sql),
    },
    {
      name: "0008-conversations",
      statements: [
        "ALTER TABLE members ADD COLUMN changed_position INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE members ADD COLUMN conversations INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE members ADD COLUMN paused_until TEXT",
        "DROP INDEX IF EXISTS members_position_0",
        "CREATE INDEX members_changed_0 ON members (changed_position)",
        "CREATE INDEX members_paused_0 ON members (paused_until) WHERE paused_until IS NOT NULL",
      ],
    },
    {
      name: "0009-program",
      statements: [
        "ALTER TABLE members ADD COLUMN standing TEXT",
        "ALTER TABLE members ADD COLUMN is_cadre INTEGER",
        "CREATE INDEX members_standing_0 ON members (standing) WHERE standing IS NOT NULL",
        "CREATE INDEX members_cadre_0 ON members (is_cadre) WHERE is_cadre IS NOT NULL",
        ...createTables(["reports"]).map(({ sql }) => sql),
      ],
    },
    {
      name: "0010-erased",
      statements: [
        "CREATE INDEX members_erased_0 ON members (changed_position) WHERE record IS NULL",
      ],
    },
    {
      name: "0011-settings",
      statements: createTables(["settings"]).map(({ sql }) => sql),
    },
    {
      name: "0012-sealed-since",
      // Their shape has changed: they stay empty until the next start rebuilds them.
      statements: ["ALTER TABLE members ADD COLUMN private_count INTEGER NOT NULL DEFAULT 0"]
        .concat(["reveals", "reports"].map((name) => `DROP TABLE ${name}`))
        .concat(createTables(["reveals", "reports"]).map(({ sql }) => sql)),
    },
    {
      name: "0013-no-builds",
      // Left by a rebuild of an earlier version.
      statements: [
        "DELETE FROM checkpoints WHERE name <> 'members'",
        ...tableNames.map((name) => `DROP TABLE IF EXISTS ${name}_next`),
      ],
    },
  ]);
  await database.write([{
    sql: "UPDATE checkpoints SET projection = ? WHERE position = 0 AND projection <> ?",
    args: [projection, projection],
  }]);
}
