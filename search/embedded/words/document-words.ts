import { canonicalTopic, topicFilterLabel } from "../../../events/vocabulary.ts";
import type { ProfileDocument } from "../../profile-search.ts";
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

/** The words by which a topic is found, under both of its labels. */
export function topicWords(topic: string): string[] {
  return topicLabels(topic).flatMap(words);
}

function topicLabels(topic: string): string[] {
  return [topic, canonicalTopic(topic), topicFilterLabel(topic)];
}

/** The searched fields, best first. The README says the same to people. */
function fieldTexts(document: ProfileDocument): readonly (readonly (string | null)[])[] {
  return [
    [document.firstName, document.lastName],
    [document.jobTitle],
    [document.company],
    [document.mos, document.armyBranch],
    [document.location],
    document.helpTopics.flatMap(topicLabels),
    document.expertise,
    [document.bio],
  ];
}
