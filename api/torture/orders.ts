/**
 * Tells a process where to die. It has to be started with {@link importMap} and with
 * `TORTURE_ORDERS` naming the file that has the order.
 *
 * @module
 */
import { existsSync } from "node:fs";
import { rename, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Order } from "./edges/orders.ts";

/** Puts the modules of `edges/` in the place of those that the product writes with. */
export const importMap = fileURLToPath(new URL("edges.json", import.meta.url));

export async function giveOrder(path: string, order: Order): Promise<void> {
  // Renamed into place, so that no process reads half of it.
  await writeFile(`${path}.new`, JSON.stringify(order));
  await rename(`${path}.new`, path);
}

/** Whether the process died as ordered: it removes the order first. */
export function isObeyed(path: string): boolean {
  return !existsSync(path);
}
