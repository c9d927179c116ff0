import type { Context } from "hono";
import { parseAccept } from "hono/utils/accept";
import type { JsonAnswer } from "../answers/json-answer.ts";
import {
  type DirectoryQuery,
  emptyQuery,
  maxFilterValue,
  maxFilterValues,
  pageSize,
  parseDirectoryQuery,
} from "../contract/directory.ts";
import type { Directory } from "../directory/directory.ts";
import { requireIn, requireMember, requireRole } from "../middleware/session.ts";
import { invalid } from "../middleware/valid.ts";
import type { JsonSchema, Parameter } from "../openapi/describe.ts";
import { Calls } from "./calls.ts";
import { roles } from "../../events/vocabulary.ts";
import { facetDescriptions, facetGroups } from "../../search/facets.ts";
import { sorts } from "../../search/profile-search.ts";
import { maxQueryText } from "../contract/limits.ts";

const guards = [requireMember, requireRole, requireIn];

const maxLimit = 1000;

const numberParameter = (
  name: string,
  says: string,
  range: { readonly minimum: number; readonly maximum: number; readonly default: number },
): Parameter => ({ name, in: "query", says, schema: { type: "integer", ...range } });

/** Mounted at `/api`: profiles by a query, and completions of its text. */
export function directoryRoutes(directory: Pick<Directory, "answer" | "suggest" | "list">) {
  const ofPages = { minimum: 1, maximum: 999_999_999, default: 1 };
  const limits = { minimum: 1, maximum: maxLimit, default: maxLimit };
  const offsets = { minimum: 0, maximum: 999_999_999, default: 0 };
  return new Calls("Directory").call("GET /profiles", {
    guards,
    summary: "A plain list of profiles",
    answer: [200, "ProfileList"],
    headers: { "X-Total-Count": "How many there are in all" },
    problems: [400],
    limit: profilesAnHour,
    parameters: [
      ...listParameters,
      numberParameter("limit", "How many at most", limits),
      numberParameter("offset", "How many to pass over", offsets),
    ],
    async run({ c, member, origin }) {
      const { searchParams } = new URL(c.req.url);
      const query = queryOf(parseDirectoryQuery(searchParams, "json"));
      const { profiles, total } = await directory.list(
        query,
        rangeOf(searchParams),
        member,
        origin,
      );
      c.header("X-Total-Count", String(total));
      return profiles;
    },
  }).call("GET /directory", {
    guards,
    summary: "One page of the directory, with total and counts",
    details: "Lists also as the parameter repeated, as the pages' own addresses have them.",
    answer: [200, "Directory"],
    problems: [400],
    limit: profilesAnHour,
    parameters: [
      ...listParameters,
      numberParameter("page", `${pageSize} profiles a page`, ofPages),
    ],
    run: async ({ c, member, origin }) =>
      sendJson(c, await directory.answer(queryIn(c.req.url), member, origin)),
  }).call("GET /suggestions", {
    guards,
    summary: "What completes the text of a search",
    details:
      "Values of visible profiles under the same filters and role; `sort` and `page` of the directory are accepted and make no difference.",
    answer: [200, "Suggestions"],
    problems: [400],
    limit: profilesAnHour,
    parameters: searchParameters,
    run: async ({ c, member, origin }) =>
      sendJson(c, await directory.suggest(queryIn(c.req.url), member, origin)),
  });
}

async function sendJson(c: Context, answer: JsonAnswer<unknown>): Promise<Response> {
  const accepted = c.req.header("Accept-Encoding");
  if (accepted === undefined || !acceptsGzip(accepted)) return c.body(answer.bytes, 200, plain);
  return c.body(await answer.gzipped(), 200, compressed);
}

// With `Vary` set, compression adds no header, for which it would copy the answer.
const plain = { "Content-Type": "application/json", "Vary": "Accept-Encoding" };
const compressed = { ...plain, "Content-Encoding": "gzip" };

function acceptsGzip(header: string): boolean {
  return parseAccept(header).some(({ type, q }) => type.toLowerCase() === "gzip" && q > 0);
}

function queryIn(url: string): DirectoryQuery {
  const start = url.indexOf("?");
  if (start === -1) return emptyQuery;
  return queryOf(parseDirectoryQuery(new URLSearchParams(url.slice(start + 1))));
}

/** @throws {Problem} 400 with the message of each wrong parameter. */
function queryOf(parsed: ReturnType<typeof parseDirectoryQuery>): DirectoryQuery {
  if (!parsed.ok) throw invalid(parsed.fields);
  return parsed.query;
}

function rangeOf(params: URLSearchParams) {
  const limit = params.get("limit") || String(maxLimit);
  const offset = params.get("offset") || "0";
  const isNumber = (text: string) => /^\d{1,9}$/.test(text);
  const wrong = {
    ...(!(isNumber(limit) && Number(limit) >= 1 && Number(limit) <= maxLimit) && {
      limit: `Limit must be a whole number from 1 to ${maxLimit}`,
    }),
    ...(!isNumber(offset) && { offset: "Offset must be a whole number from 0" }),
  };
  if (Object.keys(wrong).length > 0) throw invalid(wrong);
  return { limit: Number(limit), offset: Number(offset) };
}

const searchParameters: readonly Parameter[] = [
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

const listParameters: readonly Parameter[] = [
  ...searchParameters,
  {
    name: "sort",
    in: "query",
    says: "Without a search text, relevance is the same as recent",
    schema: { enum: [...sorts], default: "relevance" },
  },
];

const profilesAnHour = "5,000 different profiles an hour by one member, in all lists together";
