/**
 * Documents check: every path that a document names exists, and it uses the product's words. Run by
 * `deno task check`; prints one line for each that doesn't.
 *
 * @module
 */
import { glob, readFile } from "node:fs/promises";
import { dirname, join, normalize } from "node:path";
import { readWords, type Words, wrongWords } from "./words.ts";

/** Quotes the specification, word for word. */
const quotes = "web/SPECIFICATION.md";
/** Blocks of code become empty lines, so that lines keep their numbers. */
const withoutBlocks = (text: string) =>
  text.replaceAll(/^ *```[\s\S]*?^ *```/gm, (block) => block.replaceAll(/[^\n]/g, ""));

/**
 * Paths that a document names and the project lacks.
 *
 * @param document Where it is, from the root.
 * @param paths All files and folders, from the root. A name with `thing` in it stands for any.
 */
export function missingPaths(document: string, text: string, paths: ReadonlySet<string>): string[] {
  const prose = withoutBlocks(text);
  const links = [...prose.matchAll(/(?:\]\(|src=")(?!\w+:)([^)#"]+)/g)].map(([, to = ""]) => to);
  const named = [...prose.matchAll(/`([\w./-]+)`/g)].map(([, name = ""]) => name)
    .filter((name) => /^(api|web|events|search|\.ci)\/|\.(tsx?|md|css|sh)$/.test(name))
    .filter((name) => !/\bthing\b/.test(name));
  const isLinked = (path: string) =>
    paths.has(normalize(join(dirname(document), path)).replace(/\/$/, ""));
  const isNamed = (name: string) => {
    const path = name.replace(/\/$/, "");
    return isLinked(path) || [...paths].some((one) => `/${one}`.endsWith(`/${path}`));
  };
  return [...links.filter((path) => !isLinked(path)), ...named.filter((name) => !isNamed(name))];
}

/** Words of a document that the product does not use, outside of code, links and quotes. */
export function wrongWordsIn(document: string, text: string, words: Words): string[] {
  const lines = withoutBlocks(text).replaceAll(/`[^`\n]*`|\]\([^)]*\)|"[^"\n]*"/g, "…").split("\n");
  return wrongWords(words, document, lines.map((text, index) => ({ line: index + 1, text })))
    .map(({ line, instead }) => `line ${line}, ${instead}`);
}

if (import.meta.main) {
  const exclude = ["node_modules", "dist", "data", "coverage", ".git"];
  const paths = new Set(await Array.fromAsync(glob(["**", ".*", ".*/**"], { exclude })));
  const words = readWords(await readFile(".ci/words.txt", "utf8"));
  for (const document of [...paths].filter((path) => path.endsWith(".md"))) {
    const text = await readFile(document, "utf8");
    const wrong = missingPaths(document, text, paths).map((path) => `${path} does not exist`);
    if (document !== quotes) wrong.push(...wrongWordsIn(document, text, words));
    for (const what of wrong) console.error(`${document}: ${what}`);
    if (wrong.length > 0) Deno.exitCode = 1;
  }
}
