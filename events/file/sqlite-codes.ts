/**
 * Names of SQLite's primary result codes that an error can have.
 *
 * @see {@link https://www.sqlite.org/rescode.html#primary_result_code_list}
 */
export const sqliteCodes: Readonly<Record<number, string>> = Object.fromEntries(
  [
    ...["ERROR", "INTERNAL", "PERM", "ABORT", "BUSY", "LOCKED", "NOMEM", "READONLY", "INTERRUPT"],
    ...[
      "IOERR",
      "CORRUPT",
      "NOTFOUND",
      "FULL",
      "CANTOPEN",
      "PROTOCOL",
      "EMPTY",
      "SCHEMA",
      "TOOBIG",
    ],
    ...["CONSTRAINT", "MISMATCH", "MISUSE", "NOLFS", "AUTH", "FORMAT", "RANGE", "NOTADB"],
  ].map((name, at) => [at + 1, `SQLITE_${name}`]),
);
