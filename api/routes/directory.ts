import { type Context, Hono } from "hono";
import { parseAccept } from "hono/utils/accept";
import {
  type DirectoryQuery,
  emptyQuery,
  pageSize,
  parseDirectoryQuery,
} from "../contract/directory.ts";
import type { JsonAnswer } from "../answers/json-answer.ts";
import { type MemberEnv, requireIn, requireMember, requireRole } from "../middleware/session.ts";
import { invalid } from "../middleware/valid.ts";
import type { Directory } from "../directory/directory.ts";
import { describe } from "../openapi/describe.ts";
import { listParameters, profilesAnHour, searchParameters } from "../openapi/search-parameters.ts";

/** Mounted at `/api/directory`: one page of profiles with total and facet counts. */
export function directoryRoutes(directory: Pick<Directory, "answer">) {
  return new Hono<MemberEnv>()
    .use(requireMember, requireRole, requireIn)
    .get(
      "/",
      describe("Directory", "One page of the directory, with total and counts", {
        details: "Lists also as the parameter repeated, as the pages' own addresses have them.",
        answer: [200, "Directory"],
        problems: [400],
        limit: profilesAnHour,
        parameters: [...listParameters, {
          name: "page",
          in: "query",
          says: `${pageSize} profiles a page`,
          schema: { type: "integer", minimum: 1, maximum: 999_999_999, default: 1 },
        }],
      }),
      async (c) => sendJson(c, await directory.answer(queryIn(c.req.url), c.get("member"))),
    );
}

/** Mounted at `/api/suggestions`: completions of a query's text. */
export function suggestionsRoutes(directory: Pick<Directory, "suggest">) {
  return new Hono<MemberEnv>()
    .use(requireMember, requireRole, requireIn)
    .get(
      "/",
      describe("Directory", "What completes the text of a search", {
        details:
          "Values of visible profiles under the same filters and role; `sort` and `page` of the directory are accepted and make no difference.",
        answer: [200, "Suggestions"],
        problems: [400],
        limit: profilesAnHour,
        parameters: searchParameters,
      }),
      async (c) => sendJson(c, await directory.suggest(queryIn(c.req.url), c.get("member"))),
    );
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

/** @throws {Problem} 400 with the message of each parameter that is wrong. */
export function queryOf(parsed: ReturnType<typeof parseDirectoryQuery>): DirectoryQuery {
  if (!parsed.ok) throw invalid(parsed.fields);
  return parsed.query;
}
