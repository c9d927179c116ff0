import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { tableNamesOf } from "./migrate.ts";
import { openSchema } from "./schema.ts";
import { temporaryDatabase } from "../testing/database.ts";

/** Text of a column's type, as `tables.ts` has it. */
function kindOf(type: string): string {
  const kind = /Blob/.test(type) ? "BLOB" : /number|Flag|RowId/.test(type) ? "NUMBER" : "TEXT";
  const mayMiss = /^Generated</.test(type) ? " DEFAULT" : "";
  return `${kind}${/null$|OrNull</.test(type) ? " NULL" : ""}${mayMiss}`;
}

it("types every column, with its kind and whether it can be null or omitted", async () => {
  const text = await readFile(new URL("tables.ts", import.meta.url), "utf8");
  const typed = [...text.matchAll(/^ {2}(\w+): \{\n([^}]+)^ {2}\};$/gm)].map((
    [, table, columns],
  ) => [
    table,
    Object.fromEntries([...columns!.matchAll(/^ {4}(\w+): (.+);$/gm)]
      .map(([, column, type]) => [column, kindOf(type!)])),
  ]);
  const { sqlite_master: _, ...named } = Object.fromEntries(typed);

  const database = await temporaryDatabase();
  await openSchema(database);
  const ours = (await tableNamesOf(database))
    .filter((name) => !/^sqlite_|^migrations_lock$/.test(name));
  const real = await Promise.all(ours.map(async (table) => {
    const columns = await database.read(`PRAGMA table_info(${table})`);
    return [
      table,
      Object.fromEntries(columns.map(({ name, type, notnull, pk, dflt_value }) => {
        const isNumber = /^(INTEGER|REAL)$/.test(String(type));
        const kind = isNumber ? "NUMBER" : /CHAR/i.test(String(type)) ? "TEXT" : type;
        const isNull = notnull === 0 && Number(pk) === 0 ? " NULL" : "";
        return [name, `${kind}${isNull}${dflt_value === null ? "" : " DEFAULT"}`];
      })),
    ];
  }));
  expect(named).toEqual(Object.fromEntries(real));
});
