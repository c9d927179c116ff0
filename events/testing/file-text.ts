import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

/** SQL condition of a personal part that isn't forgotten. */
export const isThere = "personal.sealed <> zeroblob(length(personal.sealed))";

/** Every byte of a database's file and write-ahead log, as one text. */
export async function fileText(folder: string): Promise<string> {
  // In another process, since closing the file in this one would release its database's locks.
  const files = ["alumni.db", "alumni.db-wal"].map((name) => join(folder, name));
  const options = { encoding: "latin1", maxBuffer: 2 ** 28 } as const;
  return (await promisify(execFile)("cat", files, options)).stdout;
}

/** A column's bytes as they are in `fileText`. */
export function textOf(bytes: unknown): string {
  return Buffer.from(bytes as ArrayBuffer).toString("latin1");
}
