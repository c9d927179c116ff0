import type { DirectoryQuery, Relaxed } from "../../../../api/contract/directory.ts";
import { hasAddress } from "../../../../search/text.ts";

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

/** Says that no one has all words of a text, and how many of them those have who are listed. */
export function relaxedText({ matched, words, leftOut }: Relaxed, total: number): string {
  const people = total === 1 ? "one person who matches" : `${numeral(total)} people who match`;
  const without = leftOut.length > 0 ? ` Not found: ${leftOut.join(", ")}.` : "";
  return `No one matches all of ${words.join(", ")}. ` +
    `Showing ${people} ${numeral(matched)} of these words.${without}`;
}

/** Said where somebody searches for an email address; nothing otherwise. */
export function addressHint({ search }: Pick<DirectoryQuery, "search">): string | undefined {
  return hasAddress(search)
    ? "You can't find people by email address. Search by name instead."
    : undefined;
}

function numeral(count: number): string {
  return numerals[count] ?? String(count);
}
