import { readdir } from "node:fs/promises";
import { diskSpaceAt } from "../../node/data-folder.ts";
import type { Check } from "./finding.ts";

const megabyte = 1_000_000;

/** Content and free space of the data folder. Opening the data shows if it is usable. */
export const checkFolders: Check = async ({ environment: { dataDir } }, say) => {
  const names = await readdir(dataDir).catch(() => undefined);
  if (names === undefined) return;
  const replaced = names.filter((name) => /\.replaced-.*Z$/.test(name));
  if (replaced.length > 0) {
    say.warn(
      `files replaced by earlier restores are still there: ${replaced.join(", ")}`,
      "delete them when you no longer need them; they may contain deleted accounts",
    );
  }
  const { freeBytes, percent } = await diskSpaceAt(dataDir);
  const free = `${Math.floor(freeBytes / megabyte)} MB free on its disk (${percent} %)`;
  const todo = "free some space, or move DATA_DIR to a larger disk";
  if (freeBytes < 200 * megabyte) say.fail(free, todo);
  else if (freeBytes < 2000 * megabyte && percent < 10) say.warn(free, todo);
  else say.ok(free);
};
