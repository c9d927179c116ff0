import { randomUUID } from "node:crypto";
import { readdir, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ledgerPaths } from "../../erasure/ledger.ts";
import { diskSpaceAt } from "../../node/disk-space.ts";
import { type Check, type Findings, kindOf } from "./finding.ts";

/** Whether the data folder can be written to, by this user alone, and has room. */
export const checkFolders: Check = async ({ environment }, found) => {
  const { dataDir } = environment;
  const folder = await stat(dataDir).catch(() => undefined);
  if (folder === undefined) return found.add("no-data-dir", { dataDir });
  if (!folder.isDirectory()) return found.add("data-dir-no-folder", { dataDir });
  await checkWritable(dataDir, found);
  // A start makes the product's own files private. A folder that someone else made stays as it is, with a warning.
  const secrets = await stat(join(dataDir, "secrets", "kek")).catch(() => undefined);
  if ((folder.mode & 0o005) !== 0 || ((secrets?.mode ?? 0) & 0o077) !== 0) {
    found.add("data-dir-open", { dataDir });
  }
  const names = await readdir(dataDir);
  if (names.includes("restore-unfinished")) found.add("restore-interrupted");
  const replaced = names.filter((name) => /\.replaced-.*Z$/.test(name));
  if (replaced.length > 0) found.add("replaced-files", { files: replaced.join(", ") });
  const [path] = ledgerPaths(environment);
  const ledger = await stat(path).catch(() => undefined);
  if (ledger !== undefined && !ledger.isFile()) found.add("ledger-no-file", { path });
  await checkSpace(dataDir, found);
};

async function checkWritable(dataDir: string, found: Findings) {
  const probe = join(dataDir, `.doctor-${randomUUID()}`);
  try {
    await writeFile(probe, "x", { flag: "wx", flush: true });
    found.add("data-dir-writable", { dataDir });
  } catch (error) {
    found.add("data-dir-not-writable", { dataDir, kind: kindOf(error) });
  } finally {
    await rm(probe, { force: true }).catch(() => undefined);
  }
}

async function checkSpace(dataDir: string, found: Findings) {
  const { freeBytes, percent } = await diskSpaceAt(dataDir);
  const megabytes = Math.floor(freeBytes / 1_000_000);
  const isLittle = freeBytes < 2_000_000_000 && percent < 10;
  const level = freeBytes < 200_000_000 ? "FAIL" : isLittle ? "WARN" : "OK";
  found.add("disk-space", { megabytes, percent }, level);
}
