import { randomBytes, randomUUID } from "node:crypto";
import { link, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";
import { parseSecret } from "./env-values.ts";
import { EnvironmentError } from "./environment-error.ts";
import type { Environment } from "./env.ts";

export interface Secrets {
  /** Wraps the members' keys. */
  readonly kek: Uint8Array;
  /** The key before, until all members' keys are wrapped by the new one. */
  readonly previousKek: Uint8Array | undefined;
  /** Hashes usernames and email addresses, so that each is taken only once. */
  readonly claimKey: Uint8Array;
  /** Files that this start created, for a warning. */
  readonly made: readonly string[];
}

export interface SecretsOptions {
  readonly mayMake: boolean;
  /** Whether data was written with them: with other secrets, it could not be read. */
  readonly isWritten?: Readonly<Record<"kek" | "claim-key", boolean>>;
}

/**
 * The configured secrets, or those in `DATA_DIR/secrets`, which are made on the first start.
 * @throws {EnvironmentError} When a secret is missing, and may not be created.
 */
export async function loadSecrets(
  environment: Environment,
  { mayMake, isWritten = { "kek": false, "claim-key": false } }: SecretsOptions,
): Promise<Secrets> {
  const made: string[] = [];
  const { kek, previousKek, claimKey, dataDir } = environment;
  const folder = join(dataDir, "secrets");

  async function readOrMake(
    name: "kek" | "claim-key",
    variable: string,
  ): Promise<Uint8Array> {
    const path = join(folder, name);
    const refusal = (problem: string) => new EnvironmentError([`${variable}: ${problem}`]);
    try {
      const stored = await readFile(path, "utf8").catch(undefinedWhenMissing);
      if (stored !== undefined) {
        await removeUnfinished(path);
        return parseStored(stored, path);
      }
      if (isWritten[name]) {
        throw refusal(
          `${path} is missing, but ${environment.database.url} was written with it; ` +
            "restore the file or set the variable",
        );
      }
      if (!mayMake) {
        throw refusal(`set it, or copy it to ${path}; without it the backup can't be read`);
      }
      const secret = randomBytes(32);
      const isMade = await makeFile(path, `${secret.toString("base64")}\n`);
      await removeUnfinished(path);
      // Of two first starts at once, the second reads what the first made.
      if (!isMade) return parseStored(await readFile(path, "utf8"), path);
      made.push(path);
      return new Uint8Array(secret);
    } catch (error) {
      const { code = "" } = error as { code?: string };
      // Another kind of file, such as a folder that a container mount created.
      if (["EISDIR", "ENOTDIR", "ELOOP"].includes(code)) {
        throw refusal(
          `${path} isn't a file; remove what's there and put your copy of the secret there`,
        );
      }
      if (!["EACCES", "EPERM", "EROFS"].includes(code)) throw error;
      throw refusal(
        `this user may not read ${path}, or not write to ${folder}; make it their owner`,
      );
    }
  }

  return {
    kek: kek ?? await readOrMake("kek", "KEK_FILE"),
    previousKek,
    claimKey: claimKey ?? await readOrMake("claim-key", "CLAIM_KEY_FILE"),
    made,
  };
}

/**
 * The file is on the disk before it gets its name: a start that is killed leaves nothing that looks
 * like a secret. @returns False when it already exists.
 */
async function makeFile(path: string, content: string): Promise<boolean> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const unfinished = `${path}.${randomUUID()}`;
  try {
    await writeFile(unfinished, content, { flag: "wx", mode: 0o600, flush: true });
    await link(unfinished, path);
    return true;
  } catch (error) {
    // Another start was first, and may have removed this one's unfinished file.
    const { code = "" } = error as { code?: string };
    if (code !== "EEXIST" && code !== "ENOENT") throw error;
    return false;
  } finally {
    await rm(unfinished, { force: true });
  }
}

/** Removes unfinished files of killed starts. Called once the secret exists. */
async function removeUnfinished(path: string): Promise<void> {
  for (const name of await readdir(dirname(path))) {
    // Only this pattern: an operator may store an older secret beside it.
    const isOurs = name.startsWith(basename(path)) && /^\.[0-9a-f-]{36}$/.test(extname(name));
    if (isOurs) await rm(join(dirname(path), name), { force: true });
  }
}

function parseStored(text: string, path: string): Uint8Array {
  const secret = parseSecret(text);
  if (secret === undefined) throw new EnvironmentError([`${path}: must hold 32 bytes in base64`]);
  return secret;
}

function undefinedWhenMissing(error: unknown): undefined {
  if ((error as { code?: string }).code === "ENOENT") return undefined;
  throw error;
}
