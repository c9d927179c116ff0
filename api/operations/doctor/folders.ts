import { randomUUID } from "node:crypto";
import { readdir, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ledgerPaths } from "../../erasure/ledger.ts";
import { diskSpaceAt } from "../../node/disk-space.ts";
import { about, type Check, type Finding, kindOf } from "./finding.ts";

const { ok, warn, fail } = about("folders");
const megabyte = 1_000_000;

/** Whether the data folder can be written to, by this user alone, and has room. */
export const checkFolders: Check = async ({ environment }) => {
  const { dataDir } = environment;
  const found = await stat(dataDir).catch(() => undefined);
  if (found === undefined) {
    return [warn(`DATA_DIR ${dataDir} is not there yet`, "the first start creates it")];
  }
  if (!found.isDirectory()) return [fail(`DATA_DIR ${dataDir} isn't a folder`, "name another one")];
  return [
    await writable(dataDir),
    ...await isReadByOthers(dataDir)
      ? [warn(`other users of this machine may read ${dataDir}`, `chmod -R go= ${dataDir}`)]
      : [],
    ...await leftAside(dataDir),
    ...await ledgerFindings(environment),
    await diskSpace(dataDir),
  ];
};

async function writable(dataDir: string): Promise<Finding> {
  const probe = join(dataDir, `.doctor-${randomUUID()}`);
  try {
    await writeFile(probe, "x", { flag: "wx", flush: true });
    return ok(`DATA_DIR ${dataDir} can be written to`);
  } catch (error) {
    return fail(
      `DATA_DIR ${dataDir} can't be written to (${kindOf(error)})`,
      "make the service's user its owner",
    );
  } finally {
    await rm(probe, { force: true }).catch(() => undefined);
  }
}

/** A start closes what the product made; a folder that somebody else made, it leaves and names. */
async function isReadByOthers(dataDir: string): Promise<boolean> {
  const secrets = await stat(join(dataDir, "secrets", "kek")).catch(() => undefined);
  const { mode } = await stat(dataDir);
  return (mode & 0o005) !== 0 || ((secrets?.mode ?? 0) & 0o077) !== 0;
}

async function leftAside(dataDir: string): Promise<Finding[]> {
  const names = await readdir(dataDir);
  const replaced = names.filter((name) => /\.replaced-.*Z$/.test(name));
  return [
    ...names.includes("restore-unfinished")
      ? [fail("a restore was interrupted", 'run "npm run admin -- restore" again')]
      : [],
    ...replaced.length > 0
      ? [warn(
        `files replaced by earlier restores are still there: ${replaced.join(", ")}`,
        "delete them when you no longer need them; they may contain deleted accounts",
      )]
      : [],
  ];
}

async function ledgerFindings(environment: Parameters<typeof ledgerPaths>[0]): Promise<Finding[]> {
  const [path] = ledgerPaths(environment);
  const found = await stat(path).catch(() => undefined);
  if (found === undefined || found.isFile()) return [];
  return [
    fail(`ERASURE_LEDGER ${path} isn't a file`, "remove what's there and put its copy back"),
  ];
}

async function diskSpace(dataDir: string): Promise<Finding> {
  const { freeBytes, percent } = await diskSpaceAt(dataDir);
  const what = `${Math.floor(freeBytes / megabyte)} MB free on its disk (${percent} %)`;
  const todo = "free some space, or move DATA_DIR to a larger disk";
  if (freeBytes < 200 * megabyte) return fail(what, todo);
  return freeBytes < 2000 * megabyte && percent < 10 ? warn(what, todo) : ok(what);
}
