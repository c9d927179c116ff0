import type { Statement } from "../store/database.ts";

/** Two tables that have equally many rows after each complete batch. */
export const pairTables: readonly Statement[] = ["lefts", "rights"].map((name) => ({
  sql: `CREATE TABLE ${name} (number INTEGER PRIMARY KEY, at INTEGER)`,
}));

/** Inserts a row in each table. Refused if one has the number already. */
export function pairOf(left: number, right = left): Statement[] {
  return [
    { sql: "INSERT INTO lefts (number, at) SELECT ?, count(*) FROM lefts", args: [left] },
    { sql: "INSERT INTO rights (number, at) SELECT ?, count(*) FROM rights", args: [right] },
  ];
}

/** Counts both in one statement. */
export const countPairs =
  "SELECT (SELECT count(*) FROM lefts) AS lefts, (SELECT count(*) FROM rights) AS rights";
