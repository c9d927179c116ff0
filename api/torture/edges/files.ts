import {
  type FileHandle,
  link as realLink,
  open as realOpen,
  rename as realRename,
  rm as realRm,
  writeFile as realWriteFile,
} from "node:fs/promises";
import { take } from "./orders.ts";

export * from "node:fs/promises";

type Content = string | Uint8Array;

/** The file system as it is, in a process that can be told to end around any change of it. */
export const rename: typeof realRename = (from, to) =>
  take({ edge: "file", call: "rename", path: String(to) }, () => realRename(from, to));

export const link: typeof realLink = (from, to) =>
  take({ edge: "file", call: "link", path: String(to) }, () => realLink(from, to));

export const rm: typeof realRm = (path, options) =>
  take({ edge: "file", call: "rm", path: String(path) }, () => realRm(path, options));

export async function writeFile(
  path: string,
  content: Content,
  options?: Parameters<typeof realWriteFile>[2],
): Promise<void> {
  await take(
    { edge: "file", call: "write", path },
    () => realWriteFile(path, content, options),
    () => realWriteFile(path, halfOf(content), options),
  );
}

export async function open(
  path: string,
  flags?: string | number,
  mode?: number,
): Promise<FileHandle> {
  const file = await realOpen(path, flags, mode);
  const changed = {
    write: (bytes: Uint8Array, ...rest: number[]) =>
      take(
        { edge: "file", call: "write", path },
        () => file.write(bytes, ...rest),
        () => file.write(halfOf(bytes) as Uint8Array),
      ),
    writeFile: (content: Content) => append(content),
    appendFile: (content: Content) => append(content),
  };
  const append = (content: Content) =>
    take(
      { edge: "file", call: "write", path },
      () => file.writeFile(content),
      () => file.writeFile(halfOf(content)),
    );
  return new Proxy(file, {
    get(target, name) {
      if (Object.hasOwn(changed, name)) return changed[name as keyof typeof changed];
      const value = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

function halfOf(content: Content): Content {
  const length = Math.ceil(content.length / 2);
  return typeof content === "string" ? content.slice(0, length) : content.subarray(0, length);
}
