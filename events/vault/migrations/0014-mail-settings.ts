import { noted } from "./0006-changes.ts";

/**
 * How mail leaves, as staff set it up: one row, sealed under the key of the program's own stream. A change of it is
 * noted as one of that key, so that the continuous backup takes it along.
 */
export const mailSettings = [
  `CREATE TABLE mail_settings (
    member_id TEXT PRIMARY KEY,
    sealed BLOB NOT NULL
  ) STRICT`,
  ...["INSERT", "UPDATE"].map((what) =>
    `CREATE TRIGGER mail_settings_noted_on_${what.toLowerCase()} AFTER ${what} ON mail_settings
     BEGIN ${noted} END`
  ),
  `CREATE TRIGGER mail_settings_noted_on_delete AFTER DELETE ON mail_settings
   WHEN EXISTS (SELECT 1 FROM member_keys WHERE member_id = OLD.member_id)
   BEGIN ${noted.replaceAll("NEW.", "OLD.")} END`,
];
