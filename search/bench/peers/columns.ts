/**
 * What a capable user puts beside a search library that has no facets: each document's values in
 * arrays, and one pass over the hits that counts them.
 *
 * @module
 */
import { byGroup, facetGroups, facetValues } from "../../facets.ts";
import type { ProfileHits, ProfileQuery } from "../../profile-search.ts";
import type { ProfileDocument } from "../../project-document.ts";
import { compareText, nameKey } from "../../text.ts";

interface Row {
  readonly memberId: string;
  readonly role: string | null;
  readonly updatedAtMs: number;
  readonly nameKey: string;
  /** By group: the numbers of the values. */
  readonly values: readonly (readonly number[])[];
}

export interface Columns {
  put(document: ProfileDocument): void;
  remove(memberId: string): void;
  rows(): IterableIterator<Row>;
  row(memberId: string): Row | undefined;
  /** Filters, counts and sorts; hits come best first. */
  answer(hits: Iterable<Row>, query: ProfileQuery, isRanked: boolean): ProfileHits;
}

export function createColumns(): Columns {
  const rows = new Map<string, Row>();
  const numbers = facetGroups.map(() => new Map<string, number>());
  const texts = facetGroups.map((): string[] => []);

  function numberOf(group: number, text: string): number {
    const known = numbers[group]!.get(text);
    if (known !== undefined) return known;
    const number = texts[group]!.push(text) - 1;
    numbers[group]!.set(text, number);
    return number;
  }

  return {
    put(document) {
      const { memberId, role, firstName, lastName, updatedAtMs } = document;
      const values = facetGroups.map((name, group) =>
        facetValues(document, name).map((text) => numberOf(group, text))
      );
      rows.set(memberId, {
        memberId,
        role,
        updatedAtMs,
        nameKey: nameKey(firstName, lastName),
        values,
      });
    },
    remove: (memberId) => rows.delete(memberId),
    rows: () => rows.values(),
    row: (memberId) => rows.get(memberId),
    answer(hits, { filters, role, sort, offset, limit }, isRanked) {
      const wanted = facetGroups.map((name, group) => {
        const chosen = filters[name];
        return chosen.length === 0
          ? undefined
          : new Set(chosen.map((text) => numbers[group]!.get(text) ?? -1));
      });
      const counts = texts.map((ofGroup) => new Uint32Array(ofGroup.length));
      const passing: Row[] = [];
      for (const row of hits) {
        if (role !== undefined && row.role !== role) continue;
        let refusals = 0;
        let refusing = -1;
        for (const [group, chosen] of wanted.entries()) {
          if (chosen === undefined || row.values[group]!.some((value) => chosen.has(value))) {
            continue;
          }
          refusals++;
          refusing = group;
        }
        if (refusals > 1) continue;
        if (refusals === 0) passing.push(row);
        for (const [group, ofGroup] of counts.entries()) {
          if (refusals === 1 && group !== refusing) continue;
          for (const value of row.values[group]!) ofGroup[value]!++;
        }
      }
      if (!isRanked || sort !== "relevance") passing.sort(sort === "name" ? byName : byRecency);
      return {
        memberIds: passing.slice(offset, offset + limit).map(({ memberId }) => memberId),
        total: passing.length,
        relaxed: null,
        facets: byGroup((_, group) =>
          [...counts[group]!]
            .map((count, value) => ({ value: texts[group]![value]!, count }))
            .filter(({ count }) => count > 0)
            .sort((a, b) => b.count - a.count || compareText(a.value, b.value))
        ),
      };
    },
  };
}

function byRecency(a: Row, b: Row): number {
  return b.updatedAtMs - a.updatedAtMs || compareText(a.memberId, b.memberId);
}

function byName(a: Row, b: Row): number {
  return compareText(a.nameKey, b.nameKey) || compareText(a.memberId, b.memberId);
}
