/**
 * Replaces the containers' key-encryption key in three steps: `make`, `swap` and `remove`.
 * OPERATING.md, "Rotate the key-encryption key", says what to do between them.
 *
 * Repeated steps change nothing, interrupted ones can be repeated, and steps out of order are
 * refused. No step overwrites or removes a key that is the only copy or still needed.
 */
import { randomBytes } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import process from "node:process";
import { kekIdOf } from "../../../events/store/seal.ts";
import { parseSecret } from "../../config/env-values.ts";
import { exists, secret, writeIfChanged } from "./volume-files.ts";

const pathsIn = (folder: string) => ({
  current: join(folder, "kek"),
  new: join(folder, "kek-new"),
  old: join(folder, "kek-old"),
});
type Paths = ReturnType<typeof pathsIn>;

const steps = { make, swap, remove } as const;

if (import.meta.main) {
  try {
    console.log(await takeStep(Deno.args[0] ?? "", "/secrets", () => text(process.stdin)));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    Deno.exit(1);
  }
}

/**
 * @param readCheck Output of `rotate-kek --check`, which `remove` needs.
 * @returns What was done, in words.
 * @throws {Error} When the step is out of order; it says what to do.
 */
export async function takeStep(
  step: string,
  folder: string,
  readCheck: () => Promise<string>,
): Promise<string> {
  if (!Object.hasOwn(steps, step)) {
    throw new Error(`Which step? Use ${Object.keys(steps).join(", ")}`);
  }
  return await steps[step as keyof typeof steps](pathsIn(folder), readCheck);
}

async function make(paths: Paths): Promise<string> {
  const [current, old] = [await currentKey(paths), await keyIn(paths.old)];
  const next = await keyIn(paths.new);
  if (next === current || (old !== undefined && old !== current)) {
    throw new Error("The last rotation isn't finished. Do step 4 first. Nothing was changed.");
  }
  await secret(paths.new, () => randomBytes(32).toString("base64"));
  return `The new key is in ${paths.new}.`;
}

/** Replaces the current key by the new one, after copying the current one. */
async function swap(paths: Paths): Promise<string> {
  const [current, old] = [await currentKey(paths), await keyIn(paths.old)];
  const next = await keyIn(paths.new);
  if (next === undefined) {
    throw new Error("There is no new key. Do step 1 first. Nothing was changed.");
  }
  if (next !== current) {
    if (old !== undefined && old !== current) {
      throw new Error(
        `${paths.old} still holds a key from an earlier rotation. Move it to your password safe first. ` +
          "Nothing was changed.",
      );
    }
    await writeIfChanged(paths.old, await contentOf(paths.current));
    await writeIfChanged(paths.current, await contentOf(paths.new));
  }
  return `${paths.current} holds the new key, and ${paths.old} the one before.`;
}

/** Removes the two copies, once the check says that all keys are wrapped by the current key. */
async function remove(paths: Paths, readCheck: () => Promise<string>): Promise<string> {
  const [current, next] = [await currentKey(paths), await keyIn(paths.new)];
  if (next !== undefined && next !== current) {
    throw new Error("The new key isn't in use yet. Do step 2 first. Nothing was changed.");
  }
  if (next === undefined && !await exists(paths.old)) return "There is nothing to remove.";
  if (!(await readCheck()).includes(`with the key-encryption key ${current}.`)) {
    throw new Error(
      '"rotate-kek --check" didn\'t say that the old key is no longer needed. Nothing was changed.',
    );
  }
  await rm(paths.new, { force: true });
  await rm(paths.old, { force: true });
  return `Removed ${paths.new} and ${paths.old}.`;
}

async function currentKey({ current }: Paths): Promise<string> {
  const id = await keyIn(current);
  if (id === undefined) throw new Error(`${current} is missing. Restore it from your copy.`);
  return id;
}

/** The id of the key in a file, if there is one. */
async function keyIn(path: string): Promise<string | undefined> {
  if (!await exists(path)) return undefined;
  const key = parseSecret(await contentOf(path));
  if (key === undefined) {
    throw new Error(
      `${path} doesn't hold a key of 32 bytes. Check your copies. Nothing was changed.`,
    );
  }
  return kekIdOf(key);
}

async function contentOf(path: string): Promise<string> {
  return (await readFile(path, "utf8")).trim();
}
