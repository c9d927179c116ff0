import type { ProfileDocument } from "./project-document.ts";
import { searchedTexts } from "./searched-texts.ts";
import type { Synonyms } from "./synonyms.ts";

/** A document's words, each with the rank of its best field; 0 is the best. */
export function searchedWords(document: ProfileDocument, synonyms: Synonyms): Map<string, number> {
  const ranks = new Map<string, number>();
  for (const { own, knownAs, rank } of searchedTexts(document, synonyms)) {
    for (const word of [...own, ...knownAs.flatMap(({ words }) => words)]) {
      if (!ranks.has(word)) ranks.set(word, rank);
    }
  }
  return ranks;
}
