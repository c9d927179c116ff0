/**
 * File that a person names with `--out`: it is written whole or not at all, and what keeps a file from
 * being used is said in words.
 *
 * @module
 */
import { constants } from "node:fs";
import { access, open, realpath, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";

/** A file that a person named cannot be written; the message says which, and why. */
export class FileNotWritable extends Error {
  override readonly name = "FileNotWritable";
}

/**
 * Writes a file beside its name and then moves it there: whoever reads it meanwhile sees what was there or
 * what is new, and no half. Who may read it follows from the process's umask.
 *
 * @throws {FileNotWritable} Also where something is that is no file, such as a folder or `/dev/full`.
 */
export async function writeNamedFile(path: string, text: string): Promise<void> {
  const target = await realpath(path).catch(() => path);
  const unfinished = join(dirname(target), `.${crypto.randomUUID()}.part`);
  try {
    await refuseToReplace(target);
    const file = await open(unfinished, "wx");
    try {
      await file.writeFile(text);
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

/** Moving a file there would replace a device, and what this user may not write to. */
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

/** Why a file that a person named cannot be read; `undefined` when the error is about something else. */
export function whyNotRead(path: string, error: unknown): string | undefined {
  if ((error as { code?: unknown }).code === "ENOENT") return `There is no file ${path}`;
  const problem = problemOf(error);
  return problem === undefined ? undefined : `${path} can't be read: ${problem}`;
}

/** Devices and the like, which Deno keeps this program away from. */
const keptAway = /^Requires (?:all|read|write) access to "(.*)"/;

/**
 * Which file or folder the system does not let be used, and why, such as `data cannot be used: its disk is
 * full`; `undefined` when the error is about something else.
 */
export function fileProblem(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const problem = problemOf(error);
  const path = (error as { path?: unknown }).path ?? keptAway.exec(error.message)?.[1];
  return path === undefined || problem === undefined
    ? undefined
    : `${path} can't be used: ${problem}`;
}

function problemOf(error: unknown): string | undefined {
  const { message, code } = error as { message?: unknown; code?: unknown };
  return keptAway.test(String(message)) ? "no file can be kept there" : problems[String(code)];
}
