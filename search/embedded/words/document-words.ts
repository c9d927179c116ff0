import { facetNames } from "../../facets.ts";
import type { ProfileDocument } from "../../project-document.ts";
import { words } from "../../text.ts";

/** The words of a document, each with the rank of the best field that has it; 0 is the best. */
export function documentWords(document: ProfileDocument): Map<string, number> {
  const ranks = new Map<string, number>();
  for (const [rank, texts] of fieldTexts(document).entries()) {
    for (const text of texts) {
      if (text === null) continue;
      for (const word of words(text)) {
        if (!ranks.has(word)) ranks.set(word, rank);
      }
    }
  }
  return ranks;
}

/** The searched fields, best first. The README says the same to people. */
function fieldTexts(document: ProfileDocument): readonly (readonly (string | null)[])[] {
  return [
    [document.firstName, document.lastName],
    [document.jobTitle],
    [document.company],
    [document.mos, document.armyBranch],
    [document.location],
    document.helpTopics.flatMap((topic) => facetNames("helpTopics", topic)),
    document.expertise,
    [document.bio],
  ];
}
