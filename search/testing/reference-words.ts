import { alternatives, fillers, refusals } from "../../events/search-vocabulary.ts";
import { typedWords } from "../text.ts";

export interface ReferenceWord {
  readonly word: string;
  readonly typed: string;
  readonly isLast: boolean;
}

/** The words that suggestions complete: without fillers before the last one, unless that is all; none behind "or" and "not". */
export function completedOf(text: string): ReferenceWord[] {
  const all = typedWords(text);
  if (all.length > 1 && all.every(({ word }) => fillers.has(word))) return [];
  if (all.slice(0, -1).some(({ word }) => [...refusals, ...alternatives].includes(word))) return [];
  return all.map(({ word, typed }, at) => ({ word, typed, isLast: at === all.length - 1 }))
    .filter(({ word, isLast }) => isLast || !fillers.has(word));
}
