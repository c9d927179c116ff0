/**
 * The words that the product does not use: `words.txt`, and what breaks it.
 *
 * @module
 */
import type { VisibleText } from "./visible-text.ts";

export type Words = ReturnType<typeof readWords>;

/** @throws When a line is neither kind, as an exception without a reason. */
export function readWords(file: string) {
  const forbidden: { pattern: RegExp; instead: string }[] = [];
  /** A file or folder, and the part of a sentence that may stay there. */
  const exceptions: { place: string; part: string }[] = [];
  for (const line of file.split("\n")) {
    if (line.trim() === "" || line.startsWith("#")) continue;
    const [, place, part] = /^except (\S+) "(.+)" because \S.*$/.exec(line) ?? [];
    const [, phrase, instead] = /^(.+?) -> (\S.*)$/.exec(line) ?? [];
    if (place !== undefined && part !== undefined) exceptions.push({ place, part });
    else if (phrase !== undefined && instead !== undefined) {
      forbidden.push({ pattern: new RegExp(`(?<![\\w-])(?:${phrase})(?![\\w-])`, "i"), instead });
    } else throw new Error(`.ci/words.txt: this line is no phrase or exception: ${line}`);
  }
  return { forbidden, exceptions };
}

/** Sentences of a file with forbidden words. */
export function wrongWords(words: Words, path: string, texts: readonly VisibleText[]) {
  return texts.flatMap(({ line, text }) =>
    words.forbidden.flatMap(({ pattern, instead }) => {
      const hit = pattern.exec(text)?.[0];
      const isAllowed = words.exceptions.some(({ place, part }) =>
        path.startsWith(place) && text.includes(part)
      );
      return hit === undefined || isAllowed
        ? []
        : [{ line, text, instead: `"${hit}": ${instead}` }];
    })
  );
}
