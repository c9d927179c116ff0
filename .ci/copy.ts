/**
 * Prints every sentence that people can read, by file, from the sources; and the words among them that
 * `words.txt` keeps out. Run by `npm run copy`, and with `--check` by `npm run check`.
 *
 * @module
 */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { isTest } from "./imports.ts";
import { visibleText } from "./visible-text.ts";
import { readWords, wrongWords } from "./words.ts";

const help =
  `Print every sentence that people can read, by page, mail and command, from the sources.

  npm run copy                                 all of them
  npm run copy -- web/pages/home api/mail      those of some files or folders
  npm run copy -- --check                      only those with words that .ci/words.txt keeps out`;

const folders = ["web", "api", "events", "search"];

async function files(places: readonly string[]): Promise<string[]> {
  const all = await Promise.all(
    folders.map((folder) => readdir(folder, { recursive: true, withFileTypes: true })),
  );
  return all.flat()
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !isTest(path) && !/\/(migrations|demo)\//.test(path))
    .filter((path) => places.length === 0 || places.some((place) => path.startsWith(place)))
    .sort();
}

if (import.meta.main) {
  if (Deno.args.includes("--help")) {
    console.log(help);
    Deno.exit();
  }
  const isCheck = Deno.args.includes("--check");
  const words = readWords(await readFile(".ci/words.txt", "utf8"));
  let wrong = 0;
  for (const path of await files(Deno.args.filter((arg) => !arg.startsWith("--")))) {
    const texts = visibleText(await readFile(path, "utf8"), path.endsWith("x"));
    if (!isCheck) {
      if (texts.length > 0) console.log();
      for (const { line, text } of texts) console.log(`${path}:${line}  ${text}`);
      continue;
    }
    for (const { line, text, instead } of wrongWords(words, path, texts)) {
      console.error(`${path}:${line}  ${text}\n    ${instead}`);
      wrong++;
    }
  }
  if (wrong > 0) Deno.exit(1);
}
