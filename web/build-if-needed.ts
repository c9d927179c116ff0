/**
 * Build on demand: builds scripts and styles when they are missing or older than one of their sources.
 * An old script would not fit the pages that newer code renders, and could not hydrate them.
 *
 * @module
 */
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const sources = ["web", "events", "search", "api/contract", "vite.config.ts", "package-lock.json"];

const builtAtMs = await modifiedAtMs(join(root, "dist/.vite/manifest.json"));
const changedAtMs = Math.max(
  ...(await Promise.all(sources.map((path) => newestAtMs(join(root, path))))),
);
// Runs with the permissions in build.txt: no programs, and writing only to dist/.
if (builtAtMs < changedAtMs) {
  console.error("Building scripts and styles for browsers ...");
  const { build } = await import("vite");
  await build({ root, configLoader: "native", logLevel: "warn" });
}

/** Time of a file's last change, or of the newest file in a folder; 0 for missing ones. */
async function newestAtMs(path: string): Promise<number> {
  const info = await stat(path).catch(() => undefined);
  if (info === undefined) return 0;
  if (!info.isDirectory()) return info.mtimeMs;
  const names = await readdir(path);
  return Math.max(0, ...(await Promise.all(names.map((name) => newestAtMs(join(path, name))))));
}

async function modifiedAtMs(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.mtimeMs ?? 0;
}
