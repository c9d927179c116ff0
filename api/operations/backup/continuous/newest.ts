import type { LogPlace } from "../../../../events/log/segment.ts";
import { logKeys, readStored } from "./log-line.ts";
import { lineIn, type SealedObjects } from "./sealed-objects.ts";
import { vaultKeys, type VaultMark, VaultPart, WholeVault } from "./vault-line.ts";

/** Where the log's copy ends, and from when it is; `undefined` when there is none. */
export async function newestSegment(
  objects: SealedObjects,
): Promise<{ readonly to: LogPlace; readonly at: string } | undefined> {
  const newest = (await objects.keys(logKeys.all)).at(-1);
  if (newest === undefined) return undefined;
  const { segment, at } = await readStored(objects, newest);
  return { to: segment.to, at };
}

/** The newest line of the vault's copy that is whole. */
function newestLine(keys: readonly string[]): string | undefined {
  return keys.filter((key) => key.endsWith("/whole")).map(lineIn).at(-1);
}

/** How far the vault's copy is; `undefined` when there is none. */
export async function newestVault(objects: SealedObjects): Promise<VaultMark | undefined> {
  const keys = await objects.keys(vaultKeys.all);
  const line = newestLine(keys);
  if (line === undefined) return undefined;
  const last = keys.findLast((key) => key.startsWith(vaultKeys.changes(line)));
  const change = last === undefined
    ? WholeVault.parse(await objects.read(vaultKeys.whole(line))).change
    : VaultPart.parse(await objects.read(last)).to;
  return { line, change };
}
