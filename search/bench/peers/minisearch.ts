import MiniSearch from "minisearch";
import type { ProfileSearch } from "../../profile-search.ts";
import { queryWords } from "../../text.ts";
import { createColumns } from "./columns.ts";
import { fieldNames, fieldWeights, searchedFields } from "./searched-fields.ts";

/**
 * MiniSearch for the text, columns for the rest. Its typos are edits without the swap of neighbours,
 * and the first letter is one like any other, so some totals differ.
 */
export function createMiniSearch(): ProfileSearch {
  const columns = createColumns();
  const index = new MiniSearch({
    idField: "memberId",
    fields: [...fieldNames],
    tokenize: (text) => text.split(" "),
    processTerm: (term) => term,
    searchOptions: {
      combineWith: "AND",
      boost: Object.fromEntries(fieldNames.map((name, at) => [name, fieldWeights[at] ?? 1])),
      prefix: (_, at, terms) => at === terms.length - 1,
      fuzzy: (term) => term.length >= 9 ? 2 : term.length >= 4 ? 1 : false,
      maxFuzzy: 2,
    },
  });

  return {
    async put(documents) {
      for (const document of documents) {
        const { memberId } = document;
        if (index.has(memberId)) index.discard(memberId);
        index.add({ memberId, ...searchedFields(document) });
        columns.put(document);
      }
    },
    async remove(memberIds) {
      for (const memberId of memberIds) {
        if (index.has(memberId)) index.discard(memberId);
        columns.remove(memberId);
      }
    },
    async clear() {
      index.removeAll();
      for (const { memberId } of [...columns.rows()]) columns.remove(memberId);
    },
    async find(query) {
      const words = queryWords(query.text);
      if (words.length === 0) return columns.answer(columns.rows(), query, false);
      const hits = index.search(words.join(" "));
      const rows = hits.flatMap(({ id }) => columns.row(id) ?? []);
      return columns.answer(rows, query, true);
    },
  };
}
