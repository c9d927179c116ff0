import {
  type FileHandle,
  link as realLink,
  open as realOpen,
  rename as realRename,
  rm as realRm,
  writeFile as realWriteFile,
} from "node:fs/promises";
import { take } from "../orders.ts";

export * from "node:fs/promises";

type Content = string | Uint8Array;

/** The file system as it is, in a process that can be told to end around any change of it. */
export const rename: typeof realRename = (from, to) =>
  take({ edge: "file", call: "rename", path: String(to) }, () => realRename(from, to));

export const link: typeof realLink = (from, to) =>
  take({ edge: "file", call: "link", path: String(to) }, () => realLink(from, to));

export const rm: typeof realRm = (path, options) =>
  take({ edge: "file", call: "rm", path: String(path) }, () => realRm(path, options));

export const writeFile = (
  path: string,
  content: Content,
  options?: Parameters<typeof realWriteFile>[2],
): Promise<void> => takeContent(path, content, (part) => realWriteFile(path, part, options));

export async function open(
  path: string,
  flags?: string | number,
  mode?: number,
): Promise<FileHandle> {
  const file = await realOpen(path, flags, mode);
  const append = file.appendFile.bind(file);
  return Object.assign(file, {
    appendFile: (content: Content) => takeContent(path, content, append),
  });
}

/** Writes all of the content, or the first half when the process is to end in the middle. */
function takeContent<T>(path: string, content: Content, write: (part: Content) => Promise<T>) {
  const half = () => write(content.slice(0, Math.ceil(content.length / 2)));
  return take({ edge: "file", call: "write", path }, () => write(content), half);
}
