import type { SynonymTable } from "./synonyms.ts";
import { words } from "./text.ts";

/** More than any program needs; each value is compared with every document. */
const maxLines = 2000;
const maxOthers = 50;

/** Reads an operator's synonyms: lines of a value, a colon, and names between commas. `#` begins a comment. */
export function readSynonyms(text: string, problems: string[]): SynonymTable {
  const table: Record<string, readonly string[]> = {};
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  if (lines.length > maxLines) problems.push(`has more than ${maxLines} lines`);
  for (const [at, line] of lines.slice(0, maxLines).entries()) {
    if (/^\s*(#|$)/.test(line)) continue;
    const [, value = "", rest = ""] = /^([^:]*):(.*)$/.exec(line) ?? [];
    const others = rest.split(",").map((other) => other.trim());
    const isUsable = [value, ...others].every((one) => words(one).length > 0);
    if (!isUsable || others.length > maxOthers) {
      problems.push(`line ${at + 1} must be like "Judge Advocate General: JAG, lawyer"`);
      continue;
    }
    const name = value.trim();
    table[name] = [...Object.hasOwn(table, name) ? table[name] ?? [] : [], ...others];
  }
  return table;
}
