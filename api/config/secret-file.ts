/** The file with the secret. The first start creates it; a restore or a new secret adds a line. */
import { randomUUID } from "node:crypto";
import { link, mkdir, open, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";
import { identitiesIn, type Identity, identityLines, makeIdentity } from "./identities.ts";

/**
 * @returns `undefined` if there is no such file.
 * @throws {NotAnIdentity} If it contains something else.
 */
export async function readIdentities(path: string): Promise<readonly Identity[] | undefined> {
  const text = await readFile(path, "utf8").catch(undefinedWhenMissing);
  if (text === undefined) return undefined;
  await removeUnfinished(path);
  return await identitiesIn(text);
}

/** Creates the file with a new identity. @returns False if it exists already. */
export async function makeSecretFile(path: string): Promise<boolean> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const made = await makeIdentity();
  const unfinished = `${path}.${randomUUID()}`;
  try {
    await write(unfinished, `${heading}${lineOf(made)}`);
    await link(unfinished, path);
    await syncFolder(path);
    return true;
  } catch (error) {
    // Another start was first, and may have removed this one's unfinished file.
    const { code = "" } = error as { code?: string };
    if (code !== "EEXIST" && code !== "ENOENT") throw error;
    return false;
  } finally {
    await removeUnfinished(path);
  }
}

/** Adds a line, unless it is there. A crash leaves the file as it was, or with the line. */
export async function addIdentity(path: string, identity: string): Promise<void> {
  const before = await readFile(path, "utf8").catch(undefinedWhenMissing);
  const [added] = await identitiesIn(identity);
  if (added === undefined) return;
  if (before !== undefined && identityLines(before).includes(added.identity)) return;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  // Uses another name than a first start, because every reader removes that one.
  const unfinished = `${path}.unfinished`;
  await rm(unfinished, { force: true });
  try {
    await write(unfinished, `${before?.replace(/\n*$/, "\n") ?? heading}${lineOf(added)}`);
    await rename(unfinished, path);
    await syncFolder(path);
  } finally {
    await rm(unfinished, { force: true });
  }
}

const heading =
  "# The secret of Alumni Connect. Without it, no one can read the data or a backup. Keep a copy elsewhere.\n";

/** The format of `age-keygen`. */
function lineOf({ identity, recipient }: Identity): string {
  return `# added: ${
    new Date().toISOString().slice(0, 19)
  }Z\n# public key: ${recipient}\n${identity}\n`;
}

/** Flushes the file before it gets its name, so that a killed start leaves nothing that looks like a secret. */
async function write(path: string, content: string): Promise<void> {
  await writeFile(path, content, { flag: "wx", mode: 0o600, flush: true });
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(dirname(path));
  await folder.sync().finally(() => folder.close());
}

/** Removes unfinished files of killed starts. Called once the secret exists. */
async function removeUnfinished(path: string): Promise<void> {
  for (const name of await readdir(dirname(path))) {
    // Only this pattern: an operator may store an older secret beside it.
    const isOurs = name.startsWith(`${basename(path)}.`) &&
      /^\.[0-9a-f-]{36}$/.test(extname(name));
    if (isOurs) await rm(join(dirname(path), name), { force: true });
  }
}

function undefinedWhenMissing(error: unknown): undefined {
  if ((error as { code?: string }).code === "ENOENT") return undefined;
  throw error;
}
