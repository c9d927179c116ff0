/** Distinguishes a first start from lost data, by files that a service leaves beside its database. */
import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { Database } from "../../events/store/database.ts";
import { refuseOtherProduct, tableNamesOf } from "../../events/store/migrate.ts";
import { tablesOf } from "../../events/store/queries.ts";
import type { Environment } from "../config/env.ts";
import { ledgerPath } from "./erasure-ledger.ts";

export interface Survey {
  /** Whether it has no tables or no file, only tables, or events. */
  readonly content: "none" | "empty" | "filled";
  /** Files that a service makes after its database. */
  readonly traces: readonly string[];
}

export function isLost({ content, traces }: Survey): boolean {
  return content === "none" && traces.length > 0;
}

/** Reads the database last, because a first start at the same time creates it before any trace. */
export async function survey(
  environment: Environment,
  database: Database | undefined,
): Promise<Survey> {
  const { dataDir, secret } = environment;
  const candidates = [
    join(dataDir, "in-use"),
    // In another place, the file may be a copy that someone put there for a restore.
    ...secret === undefined ? [join(dataDir, "secrets", "secret")] : [],
    ledgerPath(environment),
  ];
  const traces: string[] = [];
  for (const path of candidates) if (await isTrace(path)) traces.push(path);
  return { traces, content: await contentOf(database) };
}

async function contentOf(database: Database | undefined): Promise<Survey["content"]> {
  if (database === undefined) return "none";
  await refuseOtherProduct(database);
  if (!(await tableNamesOf(database)).includes("events")) return "none";
  return await isFilled(database) ? "filled" : "empty";
}

async function isFilled(database: Database): Promise<boolean> {
  const rows = await tablesOf(database).selectFrom("events").select("position").limit(1).execute();
  return rows.length > 0;
}

/** Ignores empty files: the lock, and a ledger without erased members. */
async function isTrace(path: string): Promise<boolean> {
  const isLock = path.endsWith("in-use");
  return await stat(path).then((found) => found.isFile() && (isLock || found.size > 0))
    .catch(() => false);
}
