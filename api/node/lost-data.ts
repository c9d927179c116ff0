/** Distinguishes a first start from lost data, by an installation's traces elsewhere. */
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Database } from "../../events/database.ts";
import type { Environment } from "../config/env.ts";
import { ledgerPaths } from "../erasure/ledger.ts";
import { pictures } from "../objects/keys.ts";
import { type ObjectStore, ObjectsUnavailable } from "../objects/object-store.ts";
import { openBucket, openCopyStores } from "../objects/open.ts";

/** No tables or no file; only tables; rows of members. */
export type Content = "none" | "empty" | "filled";

export interface Trace {
  /** In words, such as "pictures in data/objects". */
  readonly what: string;
  /** Whether it only exists once someone has registered. */
  readonly isOfMembers: boolean;
}

export interface Survey {
  readonly log: Content;
  readonly vault: Content;
  readonly traces: readonly Trace[];
}

export type Found = Readonly<Partial<Record<"events" | "vault" | "read", Database>>>;

/** Lost databases; `undefined` if nothing is lost or none ever existed. */
export function lossOf({ log, vault, traces }: Survey): "log" | "vault" | undefined {
  if (log === "none" && (vault === "filled" || traces.length > 0)) return "log";
  if (log === "empty" && traces.some(({ isOfMembers }) => isOfMembers)) return "log";
  if (log === "filled" && vault === "none") return "vault";
  return undefined;
}

/** The log is read last: a first start at the same time creates it before any trace. */
export async function survey(environment: Environment, found: Found): Promise<Survey> {
  const traces = await tracesOf(environment, found);
  const vault = await contentOf(found.vault, "member_keys");
  return { traces, vault, log: await contentOf(found.events, "events") };
}

async function contentOf(database: Database | undefined, table: string): Promise<Content> {
  if (database === undefined || !await has(database, table)) return "none";
  const [row] = await database.read(`SELECT 1 FROM ${table} LIMIT 1`);
  return row === undefined ? "empty" : "filled";
}

async function tracesOf(environment: Environment, found: Found): Promise<Trace[]> {
  const { dataDir, kek, claimKey } = environment;
  const at = (...names: string[]) => join(dataDir, ...names);
  const traces: (Trace | undefined)[] = [
    await trace(isFilled(found.vault, "sessions"), "sessions in the vault", true),
    await trace(isFilled(found.vault, "installation"), "a vault that belongs to a log", false),
    await trace(hasReadEvents(found.read), "read tables of a log", true),
    await trace(hasFiles(at("objects", "pictures")), `pictures in ${at("objects")}`, true),
    await trace(isFile(at("objects", "installation", "id")), `the mark of ${at("objects")}`),
    await trace(hasFiles(at("outbox")), `mails in ${at("outbox")}`),
    await trace(isFile(at("last-backup.json")), `a note of backups, ${at("last-backup.json")}`),
    kek ? undefined : await trace(isFile(at("secrets", "kek")), at("secrets", "kek")),
    claimKey ? undefined : await trace(isFile(at("secrets", "claim-key")), at("secrets/claim-key")),
  ];
  for (const path of ledgerPaths(environment)) {
    traces.push(await trace(isFile(path), `erasures in ${path}`));
  }
  // These may ask servers, so only when it matters.
  if (!await isFilled(found.events, "events")) traces.push(...await tracesElsewhere(environment));
  return traces.filter((one) => one !== undefined);
}

async function tracesElsewhere(environment: Environment): Promise<(Trace | undefined)[]> {
  const { s3, continuous } = environment;
  const copies = await openCopyStores(environment);
  return [
    s3 &&
    await trace(hasAny(await openBucket(s3), pictures), `pictures in the bucket ${s3.bucket}`),
    copies && await trace(hasAny(copies.log, ""), `continuous copies in ${continuous?.log}`),
    copies && await trace(hasAny(copies.vault, ""), `continuous copies in ${continuous?.vault}`),
  ];
}

async function trace(
  exists: Promise<boolean>,
  what: string,
  isOfMembers = false,
): Promise<Trace | undefined> {
  return await exists ? { what, isOfMembers } : undefined;
}

export async function isFilled(database: Database | undefined, table: string): Promise<boolean> {
  return await contentOf(database, table) === "filled";
}

async function hasReadEvents(read: Database | undefined): Promise<boolean> {
  if (read === undefined || !await has(read, "checkpoints")) return false;
  return (await read.read("SELECT 1 FROM checkpoints WHERE position > 0 LIMIT 1")).length > 0;
}

async function has(database: Database, table: string): Promise<boolean> {
  const sql = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?";
  return (await database.read(sql, [table])).length > 0;
}

async function isFile(path: string): Promise<boolean> {
  return await stat(path).then((found) => found.isFile() && found.size > 0, () => false);
}

async function hasFiles(folder: string): Promise<boolean> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.some((entry) => entry.isFile());
}

/** False if the store can't be asked. */
async function hasAny(store: Pick<ObjectStore, "list">, prefix: string): Promise<boolean> {
  try {
    for await (const _ of store.list(prefix)) return true;
  } catch (error) {
    if (!(error instanceof ObjectsUnavailable)) throw error;
  }
  return false;
}
