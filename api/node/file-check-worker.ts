/** Checks a database file for `damaged-files.ts`, on a read-only connection. */
import { openDatabase } from "../../events/database.ts";
import { DatabaseDamaged } from "../../events/database-errors.ts";
import { verifyFile } from "../../events/verify/verify-file.ts";
import { answerInWorker } from "../../events/worker.ts";

answerInWorker(check);

/** @returns The damage in SQLite's words, if any. */
async function check(url: string): Promise<string | undefined> {
  try {
    const database = await openDatabase({ url, durability: "full", isReadOnly: true });
    const wrong = await verifyFile(database);
    database.close();
    return wrong;
  } catch (error) {
    if (error instanceof DatabaseDamaged) return "it can't be read";
    throw error;
  }
}
