import { create, insert, insertMultiple, remove, search } from "@orama/orama";
import { byGroup, type FacetGroup, facetGroups, facetValues } from "../../facets.ts";
import type { ProfileQuery, ProfileSearch } from "../../profile-search.ts";
import type { ProfileDocument } from "../../project-document.ts";
import { compareText, nameKey, queryWords } from "../../text.ts";
import { fieldNames, fieldWeights, searchedFields } from "./searched-fields.ts";

/**
 * Orama with its own filters, facets and orders; disjunctive counts by one more search for each
 * filtered group. A number of typos holds for a whole query, and every word may be a beginning, so
 * many totals differ.
 */
export function createOrama(): ProfileSearch {
  let index = open();

  async function find(query: ProfileQuery, without?: FacetGroup) {
    const words = queryWords(query.text);
    const longest = Math.max(0, ...words.map((word) => word.length));
    const where = Object.fromEntries(
      facetGroups.filter((group) => group !== without && query.filters[group].length > 0)
        .map((group) => [
          group,
          group === "helpTopics"
            ? { containsAny: [...query.filters[group]] }
            : { in: [...query.filters[group]] },
        ]),
    );
    const isRanked = words.length > 0 && query.sort === "relevance";
    const sortBy = query.sort === "name"
      ? { property: "nameKey", order: "ASC" } as const
      : { property: "updatedAtMs", order: "DESC" } as const;
    return await search(index, {
      term: words.join(" "),
      ...(words.length > 0 && {
        properties: [...fieldNames],
        threshold: 0,
        tolerance: longest >= 9 ? 2 : longest >= 4 ? 1 : 0,
        boost: Object.fromEntries(fieldNames.map((name, at) => [name, fieldWeights[at] ?? 1])),
      }),
      where: { ...where, ...(query.role && { role: { eq: query.role } }) },
      facets: Object.fromEntries(
        (without === undefined ? facetGroups : [without]).map((group) => [group, { limit: 1e6 }]),
      ),
      ...(!isRanked && without === undefined && { sortBy }),
      limit: without === undefined ? query.limit : 1,
      offset: without === undefined ? query.offset : 0,
    });
  }

  return {
    async put(documents) {
      for (const { memberId } of documents) await remove(index, memberId);
      const rows = documents.map(rowOf);
      if (rows.length === 1) await insert(index, rows[0]!);
      else await insertMultiple(index, rows);
    },
    async remove(memberIds) {
      for (const memberId of memberIds) await remove(index, memberId);
    },
    async clear() {
      index = open();
    },
    async find(query) {
      const found = await find(query);
      const counts = { ...found.facets };
      for (const group of facetGroups) {
        if (query.filters[group].length > 0) {
          Object.assign(counts, (await find(query, group)).facets);
        }
      }
      return {
        memberIds: found.hits.map(({ id }) => id),
        total: found.count,
        relaxed: null,
        facets: byGroup((group) =>
          Object.entries(counts[group]?.values ?? {})
            .filter(([value, count]) => value !== "" && count > 0)
            .map(([value, count]) => ({ value, count }))
            .sort((a, b) => b.count - a.count || compareText(a.value, b.value))
        ),
      };
    },
  };
}

const textFields = Object.fromEntries(fieldNames.map((name) => [name, "string"])) as Record<
  typeof fieldNames[number],
  "string"
>;

const groups = { ...byGroup(() => "enum" as const), helpTopics: "enum[]" as const };

function open() {
  return create({
    schema: {
      ...textFields,
      role: "enum",
      ...groups,
      nameKey: "string",
      updatedAtMs: "number",
    } as const,
    sort: { enabled: true, unsortableProperties: [...fieldNames] },
  });
}

function rowOf(document: ProfileDocument) {
  return {
    id: document.memberId,
    ...searchedFields(document),
    role: document.role ?? "",
    ...byGroup((group) => facetValues(document, group)[0] ?? ""),
    helpTopics: facetValues(document, "helpTopics"),
    nameKey: nameKey(document.firstName, document.lastName),
    updatedAtMs: document.updatedAtMs,
  };
}
