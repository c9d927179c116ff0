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
  maxUploadBytes,
  type ObjectStore,
  ObjectsUnavailable,
  uploadLifetimeMs,
  UploadRefused,
} from "./object-store.ts";
import { writeUpload } from "./write-upload.ts";

export interface LocalStoreOptions {
  /** Made when it is not there. */
  readonly folder: string;
  /** Signs upload addresses. Nodes that share the folder share it. */
  readonly secret: Uint8Array;
  readonly now: () => Date;
}

const keyPattern = /^[a-z]+(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)+$/;
const pathPrefix = "/objects/";

/**
 * Objects as files below a folder. Unfinished files lie in `tmp`, in folders of the same names, so that
 * they go with what they were to become; `spent` has an empty file for each upload address that was
 * used.
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

  /** The key of an address that is good now. */
  function checkAddress(address: string): string {
    const key = keyOf(address);
    const query = new URLSearchParams(address.split("?")[1] ?? "");
    const expires = query.get("expires") ?? "";
    const isSigned = isSameSecret(query.get("signature") ?? "", sign(`${key}\n${expires}`));
    if (key === undefined || !isSigned) throw new UploadRefused("forged");
    if (now().getTime() > Number(expires)) throw new UploadRefused("expired");
    return key;
  }

  /** Writes a file apart from the objects; it becomes one by `publish`, or is gone. */
  async function writeAside(
    key: string,
    write: (file: FileHandle) => Promise<void>,
    publish: (unfinished: string) => Promise<void>,
  ): Promise<void> {
    const unfinished = join(dirname(join(folder, "tmp", ...key.split("/"))), randomUUID());
    try {
      const file = await openNew(unfinished);
      try {
        await write(file);
        // An event will name it: it has to survive every power cut that the event survives.
        await file.sync();
      } finally {
        await file.close();
      }
      await publish(unfinished);
    } finally {
      await rm(unfinished, { force: true });
    }
  }

  return {
    keyOf,
    async uploadAddress(key) {
      const expires = String(now().getTime() + uploadLifetimeMs);
      const query = new URLSearchParams({ expires, signature: sign(`${key}\n${expires}`) });
      return `${pathPrefix}${key}?${query}`;
    },
    receive: (address, body, declaredBytes) =>
      reach(async () => {
        const key = checkAddress(address);
        if (await stat(spentPath(key)).catch(undefinedWhenMissing)) throw new UploadRefused("used");
        if ((declaredBytes ?? 0) > maxUploadBytes) throw new UploadRefused("too-large");
        if (body === null) throw new UploadRefused("empty");
        await writeAside(key, (file) => writeUpload(file, body), async (unfinished) => {
          await makeFolderOf(spentPath(key));
          // Of two that were sent at once, one makes the note, and the object is its.
          const note = await open(spentPath(key), "wx", 0o600).catch(undefinedWhenThere);
          if (note === undefined) throw new UploadRefused("used");
          await note.close();
          await intoPlace(pathTo(key), (path) => link(unfinished, path));
        });
      }),
    put: (key, bytes) =>
      reach(() =>
        writeAside(
          key,
          (file) => file.writeFile(bytes),
          (unfinished) => intoPlace(pathTo(key), (path) => rename(unfinished, path)),
        )
      ),
    read: (key) =>
      reach(async () => {
        const file = await open(pathTo(key), "r").catch(undefinedWhenMissing);
        if (file === undefined) return undefined;
        const { size } = await file.stat();
        return { sizeBytes: size, body: streamOf(file) };
      }),
    remove: (keys) =>
      reach(async () => {
        for (const key of keys) {
          const path = pathTo(key);
          await rm(path, { force: true });
          // A member's folder goes with the last file in it; until then this fails, and may.
          await rmdir(dirname(path)).catch(() => undefined);
        }
      }),
    removeAll: (prefix) =>
      reach(async () => {
        const names = prefix.split("/");
        for (const top of [join(folder, ...names), join(folder, "tmp", ...names)]) {
          await rm(top, { recursive: true, force: true });
        }
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
            // A folder goes when nothing is in it any more.
            else await rmdir(path).catch(() => undefined);
          }
        }
      }),
  };
}

/** Puts a file where it belongs, also when its folder is removed by someone at this moment. */
async function intoPlace(path: string, move: (path: string) => Promise<void>): Promise<void> {
  await makeFolderOf(path);
  try {
    await move(path);
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
    await makeFolderOf(path);
    await move(path);
  }
}

/** Opens a file that is not there yet, also when its folder is removed by someone at this moment. */
async function openNew(path: string): Promise<FileHandle> {
  await makeFolderOf(path);
  try {
    return await open(path, "wx", 0o600);
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
    await makeFolderOf(path);
    return await open(path, "wx", 0o600);
  }
}

async function makeFolderOf(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
}

const chunkBytes = 64 * 1024;

function streamOf(file: FileHandle): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { bytesRead, buffer } = await file.read(new Uint8Array(chunkBytes), 0, chunkBytes);
      if (bytesRead > 0) return controller.enqueue(buffer.subarray(0, bytesRead));
      await file.close();
      controller.close();
    },
    cancel: () => file.close(),
  });
}

/** What the disk refuses is no fault of ours, but nothing can be done without it. */
async function reach<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    throw new ObjectsUnavailable("The folder of objects cannot be used", { cause: error });
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
