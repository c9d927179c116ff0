import { randomUUID } from "node:crypto";
import { readdir, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ledgerPaths } from "../../erasure/ledger.ts";
import { diskSpaceAt } from "../../node/data-folder.ts";
import { type Check, kindOf } from "./finding.ts";

const megabyte = 1_000_000;

export const checkFolders: Check = async ({ environment }, say) => {
  const { dataDir } = environment;
  const found = await stat(dataDir).catch(() => undefined);
  if (found === undefined) {
    return say.warn(`DATA_DIR ${dataDir} is not there yet`, "the first start creates it");
  }
  if (!found.isDirectory()) {
    return say.fail(`DATA_DIR ${dataDir} isn't a folder`, "name another one");
  }
  const probe = join(dataDir, `.doctor-${randomUUID()}`);
  await writeFile(probe, "x", { flag: "wx", flush: true }).then(
    () => say.ok(`DATA_DIR ${dataDir} can be written to`),
    (error) =>
      say.fail(
        `DATA_DIR ${dataDir} can't be written to (${kindOf(error)})`,
        "make the service's user its owner",
      ),
  );
  await rm(probe, { force: true }).catch(() => undefined);
  // The service makes its own folders private when it starts. It only warns about others.
  const secrets = await stat(join(dataDir, "secrets", "kek")).catch(() => undefined);
  if ((found.mode & 0o005) !== 0 || ((secrets?.mode ?? 0) & 0o077) !== 0) {
    say.warn(`other users of this machine may read ${dataDir}`, `chmod -R go= ${dataDir}`);
  }
  const names = await readdir(dataDir);
  if (names.includes("restore-unfinished")) {
    say.fail("a restore was interrupted", 'run "npm run admin -- restore" again');
  }
  const replaced = names.filter((name) => /\.replaced-.*Z$/.test(name));
  if (replaced.length > 0) {
    say.warn(
      `files replaced by earlier restores are still there: ${replaced.join(", ")}`,
      "delete them when you no longer need them; they may contain deleted accounts",
    );
  }
  const [path] = ledgerPaths(environment);
  const ledger = await stat(path).catch(() => undefined);
  if (ledger?.isFile() === false) {
    say.fail(`ERASURE_LEDGER ${path} isn't a file`, "remove what's there and put its copy back");
  }
  const { freeBytes, percent } = await diskSpaceAt(dataDir);
  const free = `${Math.floor(freeBytes / megabyte)} MB free on its disk (${percent} %)`;
  const todo = "free some space, or move DATA_DIR to a larger disk";
  if (freeBytes < 200 * megabyte) say.fail(free, todo);
  else if (freeBytes < 2000 * megabyte && percent < 10) say.warn(free, todo);
  else say.ok(free);
};
