import { roles } from "../../events/vocabulary.ts";
import { facetGroups, facetsSay } from "../../search/facets.ts";
import { sorts } from "../../search/profile-search.ts";
import { maxFilterValue, maxFilterValues, maxQueryText, pageSize } from "../contract/directory.ts";
import { maxLimit } from "../routes/profiles.ts";
import type { Call, JsonSchema, Parameter } from "./call.ts";

const view: readonly Parameter[] = [
  {
    name: "search",
    in: "query",
    says:
      "Words to be found, the last one also as a beginning; longer ones forgive typos. Where no one has all, who has most is listed",
    schema: { type: "string", maxLength: maxQueryText },
  },
  ...facetGroups.map((group): Parameter => ({
    name: group,
    in: "query",
    says: `${facetsSay[group]}; one of them is enough`,
    schema: {
      type: "array",
      items: { type: "string", maxLength: maxFilterValue } as JsonSchema,
      maxItems: maxFilterValues,
    },
    isJson: true,
  })),
  { name: "role", in: "query", says: "Only this role", schema: { enum: [...roles] } },
];

const query: readonly Parameter[] = [
  ...view,
  {
    name: "sort",
    in: "query",
    says: "Without a search text, relevance is the same as recent",
    schema: { enum: [...sorts], default: "relevance" },
  },
];

const outOfBounds = { 400: "A parameter is not valid" } as const;

const reading = "5,000 different profiles an hour by one member, in all lists together";

/** Lists of profiles: the same for every viewer. */
export const directoryCalls: readonly Call[] = [
  {
    method: "get",
    path: "/api/directory",
    summary: "One page of the directory, with total and counts",
    details: "Lists also as the parameter repeated, as the pages' own addresses have them.",
    who: "member with a role",
    parameters: [...query, {
      name: "page",
      in: "query",
      says: `${pageSize} profiles a page`,
      schema: { type: "integer", minimum: 1, maximum: 999_999_999, default: 1 },
    }],
    success: { status: 200, says: "The page", schema: "Directory" },
    problems: outOfBounds,
    limit: reading,
  },
  {
    method: "get",
    path: "/api/suggestions",
    summary: "What completes the text of a search",
    details:
      "Values of visible profiles under the same filters and role; `sort` and `page` of the " +
      "directory are accepted and make no difference.",
    who: "member with a role",
    parameters: view,
    success: { status: 200, says: "A few suggestions, best first", schema: "Suggestions" },
    problems: outOfBounds,
    limit: reading,
  },
  {
    method: "get",
    path: "/api/profiles",
    summary: "A plain list of profiles",
    who: "member with a role",
    parameters: [...query, {
      name: "limit",
      in: "query",
      says: "How many at most",
      schema: { type: "integer", minimum: 1, maximum: maxLimit, default: maxLimit },
    }, {
      name: "offset",
      in: "query",
      says: "How many to pass over",
      schema: { type: "integer", minimum: 0, maximum: 999_999_999, default: 0 },
    }],
    success: {
      status: 200,
      says: "The list",
      schema: "ProfileList",
      headers: { "X-Total-Count": "How many there are in all" },
    },
    problems: outOfBounds,
    limit: reading,
  },
];
