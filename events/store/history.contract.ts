import { expect, it } from "vitest";
import type { Database } from "./database.ts";
import { commit } from "../testing/commits.ts";
import { openLibsqlLog } from "./libsql-log.ts";

/** Changes that the database of a log refuses to everyone. */
export function itKeepsHistory(create: () => Promise<Database>) {
  it.each([
    "UPDATE events SET type = 'Other'",
    "DELETE FROM events",
    "UPDATE personal SET sealed = x'02'",
  ])("refuses to change or delete what happened: %s", async (sql) => {
    const database = await create();
    const log = await openLibsqlLog(database, () => 1);
    await log.append([commit("a", "1")]);
    await expect(database.write([{ sql }])).rejects.toThrow(/never/);
  });
}
