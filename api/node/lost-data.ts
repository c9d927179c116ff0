/** Distinguishes a first start from lost data, by what a service leaves beside its databases. */
import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { Database } from "../../events/database.ts";
import type { Environment } from "../config/env.ts";
import { ledgerPaths } from "../erasure/ledger.ts";

/** No tables or no file; only tables; rows of members. */
export type Content = "none" | "empty" | "filled";

export interface Survey {
  readonly log: Content;
  readonly vault: Content;
  /** Files that a service makes after its databases. */
  readonly traces: readonly string[];
}

export type Found = Readonly<Partial<Record<"events" | "vault" | "read", Database>>>;

/** The lost database; `undefined` if none is lost or none ever existed. */
export function lossOf({ log, vault, traces }: Survey): "log" | "vault" | undefined {
  if (log === "none" && (vault === "filled" || traces.length > 0)) return "log";
  return log === "filled" && vault === "none" ? "vault" : undefined;
}

/** The log is read last: a first start at the same time creates it before any trace. */
export async function survey(environment: Environment, found: Found): Promise<Survey> {
  const { dataDir, kek, claimKey } = environment;
  const candidates = [
    join(dataDir, "in-use"),
    ...kek ? [] : [join(dataDir, "secrets", "kek")],
    ...claimKey ? [] : [join(dataDir, "secrets", "claim-key")],
    ...ledgerPaths(environment),
  ];
  const traces: string[] = [];
  for (const path of candidates) if (await isThere(path)) traces.push(path);
  const vault = await contentOf(found.vault, "member_keys");
  return { traces, vault, log: await contentOf(found.events, "events") };
}

async function contentOf(database: Database | undefined, table: string): Promise<Content> {
  if (database === undefined) return "none";
  const sql = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?";
  if ((await database.read(sql, [table])).length === 0) return "none";
  const [row] = await database.read(`SELECT 1 FROM ${table} LIMIT 1`);
  return row === undefined ? "empty" : "filled";
}

export async function isFilled(database: Database | undefined, table: string): Promise<boolean> {
  return await contentOf(database, table) === "filled";
}

/** The lock is an empty file; a ledger is empty until someone is erased. */
async function isThere(path: string): Promise<boolean> {
  const isLock = path.endsWith("in-use");
  return await stat(path).then((found) => found.isFile() && (isLock || found.size > 0))
    .catch(() => false);
}
