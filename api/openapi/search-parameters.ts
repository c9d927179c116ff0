import { roles } from "../../events/vocabulary.ts";
import { facetDescriptions, facetGroups } from "../../search/facets.ts";
import { sorts } from "../../search/profile-search.ts";
import { maxFilterValue, maxFilterValues } from "../contract/directory.ts";
import { maxQueryText } from "../contract/limits.ts";
import type { JsonSchema, Parameter } from "./describe.ts";

export const searchParameters: readonly Parameter[] = [
  {
    name: "search",
    in: "query",
    says:
      "Words to find, the last one also as a beginning; longer ones forgive typos. If no one has all of them, the people with the most come first",
    schema: { type: "string", maxLength: maxQueryText },
  },
  ...facetGroups.map((group): Parameter => ({
    name: group,
    in: "query",
    says: `${facetDescriptions[group]}; one of them is enough`,
    schema: {
      type: "array",
      items: { type: "string", maxLength: maxFilterValue } as JsonSchema,
      maxItems: maxFilterValues,
    },
    isJson: true,
  })),
  { name: "role", in: "query", says: "Only this role", schema: { enum: [...roles] } },
];

export const listParameters: readonly Parameter[] = [
  ...searchParameters,
  {
    name: "sort",
    in: "query",
    says: "Without a search text, relevance is the same as recent",
    schema: { enum: [...sorts], default: "relevance" },
  },
];

export const profilesAnHour =
  "5,000 different profiles an hour by one member, in all lists together";
