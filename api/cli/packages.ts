/** Checks npm packages before a start: an interrupted installation leaves incomplete ones. */
import { open, readdir, readFile, stat } from "node:fs/promises";
import { endianness } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

if (import.meta.main) await refuseBrokenPackages();

/** Ends the process if packages are broken. */
export async function refuseBrokenPackages(): Promise<void> {
  const broken = await findBroken();
  if (broken === undefined) return;
  // Deno doesn't repair existing folders.
  const install = Deno.execPath().startsWith(join(root, "node_modules"))
    ? "npm ci"
    : "rm -rf node_modules && deno install";
  console.error(`${broken}. Run "${install}"`);
  Deno.exit(1);
}

async function findBroken(): Promise<string | undefined> {
  const packages = join(root, "node_modules");
  if (!await exists(packages)) return "The packages are not installed";
  const { dependencies } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  // The package of Deno itself needn't be loaded.
  const names = Object.keys(dependencies).filter((name) => name !== "deno");
  for (const name of names) {
    if (!await exists(join(packages, name))) return `The package ${name} is missing`;
  }
  // Checked before loading any, because an incomplete native file would kill this process.
  for (const path of await nativeFiles(packages)) {
    if (!await isWhole(path)) return `The file ${relative(root, path)} is incomplete`;
  }
  for (const name of names) {
    const failed = await import(name).then(() => false, () => true);
    if (failed) return `The package ${name} can't be loaded`;
  }
}

async function nativeFiles(packages: string): Promise<string[]> {
  const folders = ["@img", "@libsql", "@node-rs"].map((scope) => join(packages, scope));
  const all = await Promise.all(folders.map(async (folder) => {
    if (!await exists(folder)) return [];
    const paths = await readdir(folder, { recursive: true });
    return paths.filter((path) => /\.(node|so)(\.[\d.]+)?$/.test(path)).map((path) =>
      join(folder, path)
    );
  }));
  return all.flat();
}

/** On Linux, a library's header says where its last table ends. */
async function isWhole(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { bytesRead, buffer } = await file.read(new Uint8Array(64), 0, 64, 0);
    if (bytesRead < 64) return false;
    const head = new DataView(buffer.buffer);
    const isElf = head.getUint32(0) === 0x7f454c46;
    const isLittle = endianness() === "LE";
    const end = head.getBigUint64(40, isLittle) +
      BigInt(head.getUint16(58, isLittle) * head.getUint16(60, isLittle));
    return !isElf || BigInt((await file.stat()).size) >= end;
  } finally {
    await file.close();
  }
}

async function exists(path: string): Promise<boolean> {
  return await stat(path).then(() => true, () => false);
}
