/**
 * Checks a database file for `file-check.ts`, on a connection of its own that writes nothing.
 *
 * @module
 */
import { platform, setPriority } from "node:os";
import { openDatabase } from "../../events/database.ts";
import { DatabaseDamaged } from "../../events/database-errors.ts";
import { verifyFile } from "../../events/verify/verify-file.ts";
import type { FileAnswer, FileOrder } from "./file-check.ts";

// On Linux this is about this thread alone, elsewhere about the whole process.
if (platform() === "linux") setPriority(0, 10);

const inbox = self as unknown as Pick<Worker, "postMessage"> & {
  onmessage: (event: MessageEvent<FileOrder>) => void;
};

inbox.onmessage = async ({ data: { url } }) => inbox.postMessage(await check(url));

async function check(url: string): Promise<FileAnswer> {
  try {
    const database = await openDatabase({ url, durability: "full", isReadOnly: true });
    const wrong = await verifyFile(database);
    database.close();
    return wrong ?? null;
  } catch (error) {
    if (error instanceof DatabaseDamaged) return "it can't be read";
    throw error;
  }
}
