import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Hono } from "hono";
import { getMimeType } from "hono/utils/mime";
import type { IslandName } from "./islands/registry.ts";

export interface AssetManifest {
  readonly stylesheets: readonly string[];
  readonly fonts: readonly string[];
  readonly scripts: readonly string[];
  /** Scripts that an island needs as soon as it starts, itself included. */
  scriptsOf(island: IslandName): readonly string[];
  /** Vite's own preamble for hot reload; only while developing. */
  readonly inlineScript?: string;
  /** A built file by its URL; `undefined` if there is none. */
  file(path: string): AssetFile | undefined;
}

export interface AssetFile {
  readonly type: string;
  readonly plain: Uint8Array<ArrayBuffer>;
  /** The compressed content, by the name of the encoding. */
  readonly compressed: Readonly<Partial<Record<"br" | "gzip", Uint8Array<ArrayBuffer>>>>;
}

/** Reads the files of `npm run build` into memory: together they are smaller than one photo. */
export async function readAssets(folder: string): Promise<AssetManifest> {
  const manifest = await readManifest(folder);
  const files = await readFiles(join(folder, "assets"));
  const entry = manifest["web/hydration/client.ts"];
  if (entry === undefined) {
    throw new Error(`No web/hydration/client.ts in ${folder}: run "npm run build"`);
  }
  const styles = Object.values(manifest).flatMap(({ file, css }) => [
    ...(file.endsWith(".css") ? [file] : []),
    ...(css ?? []),
  ]);
  const imported = (key: string): readonly string[] => {
    const chunk = manifest[key];
    return chunk ? [chunk.file, ...(chunk.imports ?? []).flatMap(imported)] : [];
  };
  const urls = (names: readonly string[]) => [...new Set(names)].map((name) => `/${name}`);
  const always = new Set(imported("web/hydration/client.ts"));
  return {
    stylesheets: urls(styles),
    fonts: urls(
      Object.values(manifest).flatMap(({ assets = [] }) => assets)
        .filter((name) => name.endsWith(".woff2")),
    ),
    scripts: urls([entry.file]),
    scriptsOf: (island) =>
      urls(imported(`web/islands/${island}/${island}.tsx`).filter((name) => !always.has(name))),
    file: (path) => files.get(path),
  };
}

export const developmentAssets: AssetManifest = {
  stylesheets: ["/web/styles/index.css"],
  fonts: [],
  scripts: ["/@vite/client", "/web/hydration/client.ts"],
  scriptsOf: () => [],
  inlineScript: "window.$RefreshReg$=()=>{};window.$RefreshSig$=()=>(type)=>type;" +
    "import('/@react-refresh').then((m)=>m.default.injectIntoGlobalHook(window));",
  file: () => undefined,
};

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
  readonly assets?: readonly string[];
}

export class MissingBuild extends Error {
  override readonly name = "MissingBuild";
}

async function readManifest(folder: string): Promise<Record<string, Chunk>> {
  try {
    return JSON.parse(await readFile(join(folder, ".vite", "manifest.json"), "utf8"));
  } catch (cause) {
    throw new MissingBuild(`There is no build in ${folder}: run "npm run build"`, { cause });
  }
}

async function readFiles(folder: string): Promise<ReadonlyMap<string, AssetFile>> {
  const names = new Set(await readdir(folder));
  const read = (name: string) =>
    readFile(join(folder, name)).then((bytes) => new Uint8Array(bytes));
  const files = new Map<string, AssetFile>();
  for (const name of names) {
    const type = getMimeType(name);
    if (type === undefined || name.endsWith(".gz")) continue;
    files.set(`/assets/${name}`, {
      type,
      plain: await read(name),
      compressed: {
        ...(names.has(`${name}.br`) && { br: await read(`${name}.br`) }),
        ...(names.has(`${name}.gz`) && { gzip: await read(`${name}.gz`) }),
      },
    });
  }
  return files;
}

/** Serves built files. Their names include a hash of their content, so they never change. */
export function assetFiles(assets: AssetManifest) {
  return new Hono().get("/assets/*", (c) => {
    const file = assets.file(c.req.path);
    if (file === undefined) return c.text("Not found", 404);
    const accepted = c.req.header("Accept-Encoding") ?? "";
    const coding = (["br", "gzip"] as const).find((name) =>
      file.compressed[name] !== undefined &&
      new RegExp(`\\b${name}\\b(?!;q=0(?:\\.0*)?\\b)`).test(accepted)
    );
    const bytes = (coding && file.compressed[coding]) ?? file.plain;
    return c.body(bytes, 200, {
      "Content-Type": file.type,
      "Content-Length": String(bytes.byteLength),
      "Cache-Control": "public, max-age=31536000, immutable",
      Vary: "Accept-Encoding",
      ...(coding && { "Content-Encoding": coding }),
    });
  });
}
