import type { Relaxed } from "../../../../api/contract/directory.ts";
import { typedWords } from "../../../../search/text.ts";

const numerals = [
  "no",
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
];

/** Says that nobody has all words of a text, and how many of them those have who are listed. */
export function relaxedText(search: string, relaxed: Relaxed, total: number): string {
  const { matched, words, leftOut } = relaxed;
  const typed = typedWords(search);
  // Words that carry nothing do not count: which ones they are is the server's to know.
  const all = typed.length === words ? typed.join(", ") : `“${search}”`;
  const does = total === 1 ? "matches" : "match";
  const of = typed.length === words ? "them" : `its ${numeral(words)} words`;
  const without = leftOut.length > 0 ? `; none of them has ${leftOut.join(" or ")}` : "";
  return `Nobody matches all of ${all}: ${numeral(total)} ${does} ${
    numeral(matched)
  } of ${of}${without}`;
}

function numeral(count: number): string {
  return numerals[count] ?? String(count);
}
