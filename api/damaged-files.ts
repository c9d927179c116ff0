import type { Database } from "../events/database.ts";
import { DatabaseDamaged } from "../events/database-errors.ts";
import { verifyFile } from "../events/verify/verify-file.ts";
import type { Environment } from "./env.ts";
import { damageOf } from "./stores.ts";
import { isServer } from "./unfit.ts";

/** A file of a database in which SQLite finds something wrong. */
export interface DamagedFile {
  readonly what: string;
  readonly todo: string;
  /** In SQLite's words. */
  readonly wrong: string;
}

/** Asks SQLite about the file of each database; a server checks its own. */
export async function damagedFiles(
  environment: Pick<Environment, "events" | "vault" | "read">,
  databases: Readonly<Record<"events" | "vault" | "read", Pick<Database, "read">>>,
): Promise<DamagedFile[]> {
  const damaged: DamagedFile[] = [];
  for (const name of ["events", "vault", "read"] as const) {
    const { url } = environment[name];
    if (isServer(url)) continue;
    const wrong = await verifyFile(databases[name]).catch((error) => {
      if (error instanceof DatabaseDamaged) return "it cannot be read";
      throw error;
    });
    if (wrong !== undefined) damaged.push({ ...damageOf(name, url), wrong });
  }
  return damaged;
}
