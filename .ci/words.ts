/**
 * Reads `words.txt`: words that the product doesn't use, and their replacements.
 *
 * @throws If a line is neither a phrase nor an exception with a reason.
 */
export function readWords(file: string) {
  const phrases: { pattern: RegExp; instead: string }[] = [];
  const exceptions: { place: string; part: string }[] = [];
  for (const line of file.split("\n").filter((line) => line !== "" && !line.startsWith("#"))) {
    const [, place, part] = /^except (\S+) "(.+)" because \S.*$/.exec(line) ?? [];
    const [, phrase, instead] = /^(.+?) -> (\S.*)$/.exec(line) ?? [];
    if (place !== undefined && part !== undefined) exceptions.push({ place, part });
    else if (phrase !== undefined && instead !== undefined) {
      phrases.push({ pattern: new RegExp(`(?<![\\w-])(?:${phrase})(?![\\w-])`, "i"), instead });
    } else throw new Error(`.ci/words.txt: this line is no phrase or exception: ${line}`);
  }
  return {
    /** Returns a line for each unused phrase in a text. */
    wrongWordsIn(text: string, path: string): readonly string[] {
      const isException = exceptions.some(({ place, part }) =>
        path.startsWith(place) && text.includes(part)
      );
      return isException ? [] : phrases.flatMap(({ pattern, instead }) => {
        const hit = pattern.exec(text)?.[0];
        return hit === undefined
          ? []
          : [`Don't write "${hit}". Instead: ${instead} (.ci/words.txt)`];
      });
    },
  };
}
