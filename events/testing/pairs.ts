import type { Statement } from "../store/database.ts";

/** Two tables that each whole batch leaves with as many rows. */
export const pairTables: readonly Statement[] = ["lefts", "rights"].map((name) => ({
  sql: `CREATE TABLE ${name} (number INTEGER PRIMARY KEY, at INTEGER)`,
}));

/** A row of each table; refused where one has the number already. */
export function pairOf(left: number, right = left): Statement[] {
  return [
    { sql: "INSERT INTO lefts (number, at) SELECT ?, count(*) FROM lefts", args: [left] },
    { sql: "INSERT INTO rights (number, at) SELECT ?, count(*) FROM rights", args: [right] },
  ];
}

/** Reads both at once. */
export const countPairs =
  "SELECT (SELECT count(*) FROM lefts) AS lefts, (SELECT count(*) FROM rights) AS rights";
