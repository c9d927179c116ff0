import { createHmac, randomUUID } from "node:crypto";
import {
  type FileHandle,
  link,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  rmdir,
  stat,
} from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import { isSameSecret } from "../auth/secret-token.ts";
import {
  type IsWanted,
  maxUploadBytes,
  type ObjectStore,
  ObjectsUnavailable,
  Unwanted,
  uploadLifetimeMs,
  UploadRefused,
} from "./object-store.ts";
import { writeUpload } from "./write-upload.ts";

export interface LocalStoreOptions {
  readonly folder: string;
  /** Signs upload addresses; shared by nodes that share the folder. */
  readonly secret: Uint8Array;
  readonly now: () => Date;
}

const keyPattern = /^[a-z]+(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)+$/;
const pathPrefix = "/objects/";

/**
 * Object store in a folder. Unfinished files are in `tmp`, under their objects' folder names, so
 * that an erasure removes them, too. `spent` has an empty file for each used upload address.
 */
export function createLocalStore({ folder, secret, now }: LocalStoreOptions): ObjectStore {
  const signingKey = createHmac("sha256", secret).update("upload addresses").digest();
  const sign = (text: string) => createHmac("sha256", signingKey).update(text).digest("base64url");
  const spentPath = (key: string) => join(folder, "spent", sign(`spent ${key}`));
  const pathTo = (key: string) => {
    if (!keyPattern.test(key)) throw new Error("This is no key of an object");
    return join(folder, ...key.split("/"));
  };

  function keyOf(uploadAddress: string): string | undefined {
    const [path = ""] = uploadAddress.split("?");
    const key = path.slice(pathPrefix.length);
    return path.startsWith(pathPrefix) && keyPattern.test(key) ? key : undefined;
  }

  function checkAddress(address: string): string {
    const key = keyOf(address);
    const query = new URLSearchParams(address.split("?")[1] ?? "");
    const expires = query.get("expires") ?? "";
    const isSigned = isSameSecret(query.get("signature") ?? "", sign(`${key}\n${expires}`));
    if (key === undefined || !isSigned) throw new UploadRefused("forged");
    if (now().getTime() > Number(expires)) throw new UploadRefused("expired");
    return key;
  }

  /**
   * Writes a file outside the objects; `publish` moves it there, or it is deleted. An erasure
   * removes these files first, so none is published after it.
   */
  async function writeAside(
    key: string,
    write: (file: FileHandle) => Promise<void>,
    isWanted: IsWanted,
    publish: (unfinished: string) => Promise<void>,
  ): Promise<void> {
    const unfinished = join(dirname(join(folder, "tmp", ...key.split("/"))), randomUUID());
    try {
      const file = await inFolder(unfinished, () => open(unfinished, "wx", 0o600));
      try {
        await write(file);
        // An event will name the file, so it must survive the same power cuts.
        await file.sync();
      } finally {
        await file.close();
      }
      if (!await isWanted()) throw new Unwanted("Its owner was erased");
      await publish(unfinished).catch(async (error) => {
        if (await stat(unfinished).catch(undefinedWhenMissing)) throw error;
        await removeIfEmpty(dirname(pathTo(key)));
        throw new Unwanted("It was removed before it was there", { cause: error });
      });
    } finally {
      await rm(unfinished, { force: true });
      await removeIfEmpty(dirname(unfinished));
    }
  }

  return {
    keyOf,
    async uploadAddress(key) {
      const expires = String(now().getTime() + uploadLifetimeMs);
      const query = new URLSearchParams({ expires, signature: sign(`${key}\n${expires}`) });
      return `${pathPrefix}${key}?${query}`;
    },
    receive: (address, body, declaredBytes, isWanted = async () => true) =>
      reach(async () => {
        const key = checkAddress(address);
        if (!await isWanted()) throw new UploadRefused("expired");
        if (await stat(spentPath(key)).catch(undefinedWhenMissing)) throw new UploadRefused("used");
        if ((declaredBytes ?? 0) > maxUploadBytes) throw new UploadRefused("too-large");
        if (body === null) throw new UploadRefused("empty");
        await writeAside(key, (file) => writeUpload(file, body), isWanted, async (unfinished) => {
          // The one of two parallel uploads that creates the note becomes the object.
          const note = await inFolder(spentPath(key), () => open(spentPath(key), "wx", 0o600))
            .catch(undefinedWhenThere);
          if (note === undefined) throw new UploadRefused("used");
          await note.close();
          await inFolder(pathTo(key), () => link(unfinished, pathTo(key)));
        }).catch((error) => {
          throw error instanceof Unwanted ? new UploadRefused("expired", { cause: error }) : error;
        });
      }),
    put: (key, bytes, isWanted = async () => true) =>
      reach(() =>
        writeAside(
          key,
          (file) => file.writeFile(bytes),
          isWanted,
          (unfinished) => inFolder(pathTo(key), () => rename(unfinished, pathTo(key))),
        )
      ),
    read: (key) =>
      reach(async () => {
        const file = await Deno.open(pathTo(key)).catch(undefinedWhenMissing);
        if (file === undefined) return undefined;
        const { size } = await file.stat();
        return { sizeBytes: size, body: file.readable };
      }),
    remove: (keys) =>
      reach(async () => {
        for (const key of keys) {
          const path = pathTo(key);
          await rm(path, { force: true });
          // A member's folder is removed with its last file.
          await removeIfEmpty(dirname(path));
        }
      }),
    removeAll: (prefix) =>
      reach(async () => {
        const names = prefix.split("/");
        // Removes files first that could still become objects.
        for (const top of ["tmp", ""]) await removeTree(join(folder, top, ...names));
      }),
    async *list(prefix) {
      const top = join(folder, ...prefix.split("/"));
      const names = await reach(() =>
        readdir(top, { recursive: true }).catch(undefinedWhenMissing)
      );
      for (const name of names ?? []) {
        const found = await stat(join(top, name)).catch(undefinedWhenMissing);
        const key = `${prefix}${name.split(sep).join("/")}`;
        if (found?.isFile() && keyPattern.test(key)) yield { key, writtenAt: found.mtime };
      }
    },
    tidy: (before) =>
      reach(async () => {
        for (const aside of ["tmp", "spent"]) {
          const top = join(folder, aside);
          const names = await readdir(top, { recursive: true }).catch(undefinedWhenMissing) ?? [];
          for (const name of names) {
            const path = join(top, name);
            const found = await stat(path).catch(undefinedWhenMissing);
            if (found === undefined || found.mtime >= before) continue;
            if (found.isFile()) await rm(path, { force: true });
            else await removeIfEmpty(path);
          }
        }
      }),
  };
}

/** How often another process may create or remove a folder at the same moment. */
const maxTries = 5;

/** Retries while another process is removing the empty folder. */
async function inFolder<T>(path: string, work: () => Promise<T>): Promise<T> {
  for (let tries = 1;; tries++) {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    try {
      return await work();
    } catch (error) {
      if (codeOf(error) !== "ENOENT" || tries === maxTries) throw error;
    }
  }
}

/** Works even if files are added at the same time. */
async function removeTree(path: string): Promise<void> {
  for (let tries = 1;; tries++) {
    try {
      return await rm(path, { recursive: true, force: true });
    } catch (error) {
      const isFilled = ["ENOTEMPTY", "EEXIST"].includes(codeOf(error) ?? "");
      if (!isFilled || tries === maxTries) throw error;
    }
  }
}

async function removeIfEmpty(folder: string): Promise<void> {
  await rmdir(folder).catch(() => undefined);
}

/** Errors of the disk become `ObjectsUnavailable`. */
async function reach<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    throw new ObjectsUnavailable("The folder of objects can't be used", { cause: error });
  }
}

function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown }).code;
  return typeof code === "string" ? code : undefined;
}

function undefinedWhenMissing(error: unknown): undefined {
  if (codeOf(error) === "ENOENT") return undefined;
  throw error;
}

function undefinedWhenThere(error: unknown): undefined {
  if (codeOf(error) === "EEXIST") return undefined;
  throw error;
}
