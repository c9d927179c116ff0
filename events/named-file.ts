import { constants } from "node:fs";
import { access, open, realpath, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";

/** A file that a person named can't be written. The message says which, and why. */
export class FileNotWritable extends Error {
  override readonly name = "FileNotWritable";
}

/**
 * Writes a file completely or not at all.
 * @throws {FileNotWritable} Also for a folder or a device.
 */
export async function writeNamedFile(
  path: string,
  content: string | AsyncIterable<Uint8Array>,
): Promise<void> {
  const target = await realpath(path).catch(() => path);
  const unfinished = join(dirname(target), `.${crypto.randomUUID()}.part`);
  try {
    await refuseToReplace(target);
    const file = await open(unfinished, "wx");
    try {
      if (typeof content === "string") await file.writeFile(content);
      else for await (const part of content) await file.writeFile(part);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(unfinished, target);
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => {});
    const problem = error instanceof FileNotWritable ? error.message : problemOf(error);
    if (problem === undefined) throw error;
    throw new FileNotWritable(`${path} can't be written: ${problem}`, { cause: error });
  }
}

/** Refuses devices and read-only files: moving a file there would replace them. */
async function refuseToReplace(path: string): Promise<void> {
  const found = await stat(path).catch((error) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (found === undefined) return;
  if (found.isDirectory()) throw new FileNotWritable("it is a folder");
  if (!found.isFile()) throw new FileNotWritable("it is a device");
  await access(path, constants.W_OK);
}

const problems: Readonly<Record<string, string>> = {
  EACCES: "this user may not",
  EPERM: "this user may not",
  EROFS: "its disk can only be read",
  ENOSPC: "its disk is full",
  EDQUOT: "its disk is full",
  ENOENT: "there is no such file or folder",
  EISDIR: "it is a folder",
  ENOTDIR: "a part of its path is no folder",
  EEXIST: "there is a file of this name",
  ENAMETOOLONG: "its name is too long",
  ELOOP: "its links go round in a circle",
  EIO: "its disk fails",
};

/** Why a file named by a person can't be read; `undefined` if the error is about something else. */
export function whyNotRead(path: string, error: unknown): string | undefined {
  if ((error as { code?: unknown }).code === "ENOENT") return `There is no file ${path}`;
  const problem = problemOf(error);
  return problem === undefined ? undefined : `${path} can't be read: ${problem}`;
}

const deniedByDeno = /^Requires (?:all|read|write) access to "(.*)"/;

/** Which file or folder can't be used and why; `undefined` if the error is about something else. */
export function fileProblem(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const problem = problemOf(error);
  const path = (error as { path?: unknown }).path ?? deniedByDeno.exec(error.message)?.[1];
  return path === undefined || problem === undefined
    ? undefined
    : `${path} can't be used: ${problem}`;
}

function problemOf(error: unknown): string | undefined {
  const { message, code } = error as { message?: unknown; code?: unknown };
  return deniedByDeno.test(String(message)) ? "no file can be kept there" : problems[String(code)];
}
