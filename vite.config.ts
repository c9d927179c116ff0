/**
 * Browser build (one entry: web/hydration/client.ts). An image is built with this file, and without .ci and the
 * tests; vitest.config.ts has their settings.
 *
 * @module
 */
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin, type UserConfig } from "vite";
import { themesAreRoots, unusedClasses } from "./web/styles/purge.ts";
import product from "./package.json" with { type: "json" };

const appPort = process.env.PORT ?? "8000";

export default defineConfig(({ command }) => {
  // What is built is for people, also when a test has it built: its NODE_ENV is for itself.
  if (command === "build") process.env.NODE_ENV = "production";
  return settings;
});

/**
 * Fewer files: each costs a request, and small ones compress badly. What every island needs is one, what a
 * directory shares with others is one, and so is what needs no React. None takes what the entry needs, or every
 * page would load it.
 */
function chunkOf(id: string, graph: ModuleGraph): string | null {
  const importers = importersOf(id, graph);
  const isFor = (path: string) => importers.has(join(import.meta.dirname ?? ".", "web", path));
  const isOnlyFor = (path: string) =>
    [...importers].every((importer) =>
      importer.endsWith(path) || graph.getModuleInfo(importer)?.importers.length !== 0
    );
  const directory = "islands/directory/directory.tsx";
  if (isFor("hydration/client.ts")) return null;
  const plain = plainEntries.find(isFor);
  if (plain !== undefined) return isOnlyFor(plain) ? null : "plain";
  if (isFor("hydration/hydrate.tsx")) return "hydrate";
  if (isFor(directory)) return isOnlyFor(directory) ? null : "shared";
  return null;
}

/** What needs no React. */
const plainEntries = [
  "hydration/live/conversation.ts",
  "hydration/own-profile/start.ts",
];

interface ModuleGraph {
  getModuleInfo(id: string): { readonly importers: readonly string[] } | null;
}

/** A module, and those that import it, directly or not, before anything is loaded later. */
function importersOf(id: string, graph: ModuleGraph, seen = new Set<string>()): Set<string> {
  if (seen.has(id)) return seen;
  seen.add(id);
  for (const importer of graph.getModuleInfo(id)?.importers ?? []) {
    importersOf(importer, graph, seen);
  }
  return seen;
}

const settings: UserConfig = {
  plugins: [react(), precompress()],
  // Pages come from the server; Vite only knows modules and styles.
  appType: "custom",
  css: {
    postcss: { plugins: [themesAreRoots] },
    lightningcss: { unusedSymbols: unusedClasses() },
  },
  build: {
    outDir: "dist",
    // Scripts and styles are lowered to the oldest browsers that are supported; package.json has them.
    target: product.browserslist.map((browser) => browser.replace(" ", "")),
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: "web/hydration/client.ts",
      // A class that is lowered for Safari 15 sets its fields, without helpers.
      transform: {
        assumptions: { setPublicClassFields: true },
        typescript: { removeClassFieldsWithoutInitializer: true },
      },
      output: {
        codeSplitting: {
          groups: [{ name: chunkOf, debugName: "chunkOf" }],
          includeDependenciesRecursively: false,
        },
      },
    },
  },
  server: {
    host: "127.0.0.1",
    port: Number(process.env.DEV_PORT ?? "5173"),
    strictPort: true,
    // Everything but Vite's own paths is answered by the server, which renders the pages.
    proxy: {
      "^/(?!@|web/|events/|search/|api/contract/|node_modules/|\\.vite/)": {
        target: `http://127.0.0.1:${appPort}`,
        changeOrigin: false,
      },
    },
  },
};

/** Writes a .br and a .gz beside each asset that gets smaller, so that no request waits for it. */
function precompress(): Plugin {
  const brotli = promisify(brotliCompress);
  const zip = promisify(gzip);
  return {
    name: "precompress",
    apply: "build",
    async closeBundle() {
      const folder = join("dist", "assets");
      for (const name of await readdir(folder)) {
        if (!/\.(js|css|svg)$/.test(name)) continue;
        const path = join(folder, name);
        const bytes = await readFile(path);
        const quality = { [constants.BROTLI_PARAM_QUALITY]: 11 };
        await writeFile(`${path}.br`, await brotli(bytes, { params: quality }));
        await writeFile(`${path}.gz`, await zip(bytes, { level: 9 }));
      }
    },
  };
}
