import type { ProfileDocument } from "./project-document.ts";
import { searchedFields, searchedTexts } from "./searched-texts.ts";
import type { Synonyms } from "./synonyms.ts";

/** The words of a document, each with the rank of the best field that has it; 0 is the best. */
export function searchedWords(document: ProfileDocument, synonyms: Synonyms): Map<string, number> {
  const ranks = new Map<string, number>();
  const texts = searchedTexts(document, synonyms);
  for (const [rank, field] of searchedFields.entries()) {
    const add = (word: string) => {
      if (!ranks.has(word)) ranks.set(word, rank);
    };
    for (const { own, knownAs } of texts[field]) {
      for (const word of own) add(word);
      for (const { words } of knownAs) for (const word of words) add(word);
    }
  }
  return ranks;
}
