import {
  type FileHandle,
  link as realLink,
  open as realOpen,
  rename as realRename,
  rm as realRm,
  writeFile as realWriteFile,
} from "node:fs/promises";
import { runStep } from "../orders.ts";

export * from "node:fs/promises";

type Content = string | Uint8Array;

/** The real file system, which can kill the process around any change of it. */
export const rename: typeof realRename = (from, to) =>
  runStep({ edge: "file", call: "rename", path: String(to) }, () => realRename(from, to));

export const link: typeof realLink = (from, to) =>
  runStep({ edge: "file", call: "link", path: String(to) }, () => realLink(from, to));

export const rm: typeof realRm = (path, options) =>
  runStep({ edge: "file", call: "rm", path: String(path) }, () => realRm(path, options));

export const writeFile = (
  path: string,
  content: Content,
  options?: Parameters<typeof realWriteFile>[2],
): Promise<void> => writeContent(path, content, (part) => realWriteFile(path, part, options));

export async function open(
  path: string,
  flags?: string | number,
  mode?: number,
): Promise<FileHandle> {
  const file = await realOpen(path, flags, mode);
  const append = file.appendFile.bind(file);
  return Object.assign(file, {
    appendFile: (content: Content) => writeContent(path, content, append),
  });
}

/** Writes the content, or only its first half if the process is to die in the middle. */
function writeContent<T>(path: string, content: Content, write: (part: Content) => Promise<T>) {
  const runHalf = () => write(content.slice(0, Math.ceil(content.length / 2)));
  return runStep({ edge: "file", call: "write", path }, () => write(content), runHalf);
}
