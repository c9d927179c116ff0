/**
 * Documents check: every path that a document names exists. Run by `deno task check`; prints one line for
 * each that doesn't.
 *
 * @module
 */
import { readdir, readFile } from "node:fs/promises";
import { dirname, join, normalize } from "node:path";

const isOwn = (entry: string) => !/^(node_modules|dist|data|coverage|\.git)(\/|$)/.test(entry);

/**
 * Paths that a document names and the project lacks.
 *
 * @param document Where it is, from the root.
 * @param paths All files and folders, from the root. A name with `thing` in it stands for any.
 */
export function missingPaths(document: string, text: string, paths: ReadonlySet<string>): string[] {
  const withoutBlocks = text.replaceAll(/^```[\s\S]*?^```/gm, "");
  const links = [...withoutBlocks.matchAll(/\]\(([^)#]+)[^)]*\)|src="([^"]+)"/g)]
    .map(([, target, source]) => target ?? source ?? "")
    .filter((target) => !/^\w+:/.test(target));
  const isLinked = (target: string) => paths.has(normalize(join(dirname(document), target)));
  const named = [...withoutBlocks.matchAll(/`([\w@.-]*[\w@./-]+)`/g)]
    .map(([, name = ""]) => name)
    .filter((name) => /^(api|web|events|search|\.ci)\/|\.(tsx?|md|css|sh)$/.test(name))
    .filter((name) => !name.startsWith("@") && !/\bthing\b/.test(name));
  const isNamed = (name: string) => {
    const path = name.replace(/\/$/, "");
    return isLinked(path) || paths.has(path) || [...paths].some((one) => one.endsWith(`/${path}`));
  };
  return [
    ...links.filter((target) => !isLinked(target.replace(/\/$/, ""))),
    ...named.filter((name) => !isNamed(name)),
  ];
}

if (import.meta.main) {
  const top = (await readdir(".")).filter(isOwn);
  const below = await Promise.all(
    top.map((folder) => readdir(folder, { recursive: true }).catch(() => [])),
  );
  const paths = new Set(
    top.flatMap((entry, i) => [entry, ...(below[i] ?? []).map((path) => join(entry, path))]),
  );
  for (const document of [...paths].filter((path) => path.endsWith(".md"))) {
    for (const path of missingPaths(document, await readFile(document, "utf8"), paths)) {
      console.error(`${document}: ${path} does not exist`);
      Deno.exitCode = 1;
    }
  }
}
