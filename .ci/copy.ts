/**
 * Prints every sentence that people can read, by file, from the sources; and the words among them that
 * `words.txt` keeps out:
 *
 *     npm run copy                                 all of them
 *     npm run copy -- web/pages/home api/mail      those of some files or folders
 *     npm run copy -- --check                      only those with such words, which `npm run check` refuses
 *
 * @module
 */
import { readFile } from "node:fs/promises";
import { isTest, modules } from "./imports.ts";
import { visibleText } from "./visible-text.ts";
import { readWords, wrongWords } from "./words.ts";

const isCheck = Deno.args.includes("--check");
const places = Deno.args.filter((arg) => !arg.startsWith("--"));
const paths = (await modules()).filter((path) =>
  !isTest(path) && !/\/(migrations|demo)\//.test(path) &&
  (places.length === 0 || places.some((place) => path.startsWith(place)))
);
const words = readWords(await readFile(".ci/words.txt", "utf8"));
for (const path of paths.sort()) {
  const texts = visibleText(await readFile(path, "utf8"), path.endsWith("x"));
  if (!isCheck && texts.length > 0) console.log();
  for (const { line, text } of isCheck ? [] : texts) console.log(`${path}:${line}  ${text}`);
  for (const { line, text, instead } of isCheck ? wrongWords(words, path, texts) : []) {
    console.error(`${path}:${line}  ${text}\n    ${instead}`);
    Deno.exitCode = 1;
  }
}
