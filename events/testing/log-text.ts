import type { Database } from "../database.ts";

/** Of a personal part that isn't forgotten. */
export const isThere = "personal.sealed <> zeroblob(length(personal.sealed))";

/** Everything that the log's own tables hold, as one text. The read tables beside it are in clear. */
export async function logText(database: Pick<Database, "read">): Promise<string> {
  const texts: string[] = [];
  for (const table of ["events", "personal", "claims", "outbox"]) {
    for (const row of await database.read(`SELECT * FROM ${table}`)) {
      texts.push(
        ...Object.values(row).map((value) =>
          value instanceof ArrayBuffer ? new TextDecoder("latin1").decode(value) : String(value)
        ),
      );
    }
  }
  return texts.join("\n");
}
