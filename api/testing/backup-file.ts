/**
 * Makes invalid backup files, which the product never makes.
 *
 * @module
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Encrypter } from "age-encryption";
import { readFile } from "node:fs/promises";
import { backupTables } from "../../events/store/backup-tables.ts";
import type { Database } from "../../events/store/database.ts";
import { openCopy } from "../../events/store/received-copy.ts";
import { temporaryFolder } from "../../events/testing/database.ts";

interface BackupMaking {
  readonly recipient: string;
  readonly about?: Readonly<Record<string, unknown>>;
  readonly objects?: Readonly<Record<string, Uint8Array>>;
  /** Additional statements on the copy. */
  readonly also?: readonly string[];
  /** Changes the bytes before sealing. */
  readonly bytes?: (made: Uint8Array) => Uint8Array;
}

export const aboutBackup = {
  product: "alumni-connect",
  format: 1,
  version: "1.0.0",
  madeAt: "2026-03-01T12:00:00.000Z",
  program: "Old State ROTC",
  people: 2,
  pictures: 0,
  position: 2,
};

/** @returns The file's path. */
export async function makeBackup(
  database: Pick<Database, "read">,
  { recipient, about, objects = {}, also = [], bytes = (made) => made }: BackupMaking,
): Promise<string> {
  const folder = await temporaryFolder();
  const path = join(folder, "copy.db");
  await database.read("VACUUM INTO ?", [path]);
  const copy = openCopy(path);
  for (const sql of backupTables) copy.run(sql);
  copy.run("INSERT INTO backup VALUES (1, ?)", [JSON.stringify({ ...aboutBackup, ...about })]);
  for (const [key, body] of Object.entries(objects)) {
    copy.run("INSERT INTO objects VALUES (?, ?)", [key, body]);
  }
  for (const sql of also) copy.run(sql);
  copy.close();
  return await sealBackup(bytes(new Uint8Array(await readFile(path))), recipient);
}

/** @returns The path of a file in its own folder. */
export async function sealBackup(content: Uint8Array, recipient: string): Promise<string> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  const path = join(await temporaryFolder(), "alumni-2026-03-01T12-00-00Z.age");
  await writeFile(path, await encrypter.encrypt(content));
  return path;
}
