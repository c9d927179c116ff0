import { fold } from "../../../../search/text.ts";
import type { ColumnName } from "./columns.ts";
import { shareOf } from "./guess-content.ts";
import type { Rows } from "./person-row.ts";

/** Name columns without a known title, by index: those resembling addresses, else the first. */
export function guessNames(
  samples: readonly (readonly string[])[],
  rows: Rows,
  { emailAt, hasTitles }: { readonly emailAt: number; readonly hasTitles: boolean },
): ReadonlyMap<number, ColumnName> {
  const isText = (sample: readonly string[]) =>
    shareOf(sample, (text) => /^[\p{L}\p{M}\s.,'’"“”()-]{1,60}(?:['’]?\d\d)?$/u.test(text)) > 0.6;
  const texts = [...samples.keys()].filter((at) => isText(samples[at] ?? []));
  const scored = texts.map((at) => ({ at, score: likeness(rows, at, emailAt) }));
  const similar = scored.filter(({ score }) => score > 0.3).sort((one, other) =>
    other.score - one.score
  );
  const isWhole = (at: number) =>
    shareOf(samples[at] ?? [], (text) => /\S[\s,]+\S/.test(text)) > 0.5;
  const candidates = similar.length > 0 || hasTitles ? similar.map(({ at }) => at) : texts;
  const [first] = candidates;
  // An address often has only one of the two names.
  const neighbor = texts.find((at) => !hasTitles && Math.abs(at - (first ?? at)) === 1);
  const second = candidates[1] ?? neighbor;
  if (first === undefined) return new Map();
  if (isWhole(first) || second === undefined || isWhole(second)) {
    return new Map([[first, "fullName"]]);
  }
  const [one = first, other = second] = [first, second].sort((a, b) => a - b);
  const isLastFirst = similar.length > 1 && comesLast(rows, one, other, emailAt);
  const [nameOfOne, nameOfOther] = isLastFirst
    ? ["lastName", "firstName"] as const
    : ["firstName", "lastName"] as const;
  return new Map([[one, nameOfOne], [other, nameOfOther]]);
}

const maxSample = 100;

function likeness(rows: Rows, at: number, emailAt: number): number {
  const all = rows.slice(0, maxSample).filter((row) => (row[emailAt] ?? "").includes("@"));
  return shareOf(all, (row) => {
    const local = localPart(row[emailAt] ?? "");
    return fold((row[at] ?? "").slice(0, 100)).split(/[^\p{L}]+/u)
      .some((word) => word.length > 2 && local.includes(word));
  });
}

/** Whether the first column's words mostly come last in the address. */
function comesLast(
  rows: Rows,
  one: number,
  other: number,
  emailAt: number,
): boolean {
  let last = 0;
  for (const row of rows.slice(0, maxSample)) {
    const local = localPart(row[emailAt] ?? "");
    const [a, b] = [one, other].map((at) =>
      local.indexOf(fold((row[at] ?? "").slice(0, 100)).trim())
    );
    if (a === undefined || b === undefined || a < 0 || b < 0) continue;
    last += a > b ? 1 : -1;
  }
  return last > 0;
}

function localPart(cell: string): string {
  const text = fold(cell.slice(0, 254));
  return text.slice(0, text.lastIndexOf("@"));
}
