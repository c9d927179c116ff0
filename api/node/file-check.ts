import { stat } from "node:fs/promises";
import { askWorker } from "../../events/worker.ts";
import { DatabaseDamaged } from "../../events/database-errors.ts";
import type { Environment } from "../config/env.ts";
import { isServer } from "../config/combinations.ts";
import { startBytes } from "./damaged-files.ts";
import { databasePath } from "./private-files.ts";
import { damageOf } from "./stores.ts";

/** Request to the thread: a database's address. */
export interface FileOrder {
  readonly url: string;
}

/** The damage, in SQLite's words; `undefined` for an intact file. */
export type FileAnswer = string | undefined;

/** Files up to this many bytes are checked: ten seconds of one core, while no request waits. */
const maxBytes = 1_000_000_000;

/**
 * Integrity check of the large files, one after the other on a thread of its own: SQLite checks a file without
 * a pause.
 *
 * @throws {DatabaseDamaged}
 */
export async function checkLargeFiles(
  environment: Pick<Environment, "events" | "vault" | "read">,
  stopping?: AbortSignal,
): Promise<void> {
  for (const name of ["events", "vault", "read"] as const) {
    const { url } = environment[name];
    if (isServer(url)) continue;
    const { size } = await stat(databasePath(url));
    if (size <= startBytes || size > maxBytes) continue;
    const worker = new Worker(new URL("./file-check-worker.ts", import.meta.url), {
      type: "module",
    });
    const order: FileOrder = { url };
    const wrong = await askWorker<FileAnswer>(worker, order, stopping);
    if (wrong === undefined) continue;
    const { what, todo } = damageOf(name, url);
    throw new DatabaseDamaged(`${what} (${wrong})`, todo);
  }
}
