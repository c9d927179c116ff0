import { stat } from "node:fs/promises";
import type { Database } from "../../events/database.ts";
import { DatabaseDamaged } from "../../events/database-errors.ts";
import { verifyFile } from "../../events/verify-file.ts";
import type { Environment } from "../config/env.ts";
import { databasePath } from "./private-files.ts";
import { damageOf } from "./open-database.ts";
import { isServer } from "../config/combinations.ts";

export interface DamagedFile {
  readonly what: string;
  readonly todo: string;
  readonly wrong: string;
}

type Files = Pick<Environment, "events" | "vault" | "read">;
type Databases = Readonly<Record<"events" | "vault" | "read", Pick<Database, "read">>>;

/** Files up to this size are checked at a start, in a tenth of a second each. */
const startBytes = 8_000_000;

/** @throws {DatabaseDamaged} Otherwise lookups in a broken index find nothing, without an error. */
export async function refuseDamagedFiles(environment: Files, databases: Databases): Promise<void> {
  const isSmall = async (url: string) => (await stat(databasePath(url))).size <= startBytes;
  for (const { what, todo, wrong } of await damagedFiles(environment, databases, isSmall)) {
    throw new DatabaseDamaged(`${what} (${wrong})`, todo);
  }
}

/** A server checks its own files. */
export async function damagedFiles(
  environment: Files,
  databases: Databases,
  isLookedAt: (url: string) => Promise<boolean> = async () => true,
): Promise<DamagedFile[]> {
  const damaged: DamagedFile[] = [];
  for (const name of ["events", "vault", "read"] as const) {
    const { url } = environment[name];
    if (isServer(url) || !await isLookedAt(url)) continue;
    const wrong = await verifyFile(databases[name]).catch((error) => {
      if (error instanceof DatabaseDamaged) return "it can't be read";
      throw error;
    });
    if (wrong !== undefined) damaged.push({ ...damageOf(name, url), wrong });
  }
  return damaged;
}
