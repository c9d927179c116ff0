/** Checks a database file for `damaged-files.ts`, on a read-only connection. */
import { openDatabase } from "../../events/database.ts";
import { DatabaseDamaged } from "../../events/database-errors.ts";
import { verifyFile } from "../../events/verify/verify-file.ts";
import { answerInWorker } from "../../events/worker.ts";
import type { FileAnswer, FileOrder } from "./damaged-files.ts";

answerInWorker(check);

async function check({ url }: FileOrder): Promise<FileAnswer> {
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
