import { type Context, Hono } from "hono";
import { parseAccept } from "hono/utils/accept";
import type { JsonAnswer } from "../../answers/json-answer.ts";
import { type DirectoryQuery, emptyQuery, parseDirectoryQuery } from "../../contract/directory.ts";
import type { Directory } from "../../features/directory/directory.ts";
import { type MemberEnv, requireIn, requireMember, requireRole } from "../middleware/session.ts";
import { invalid } from "../middleware/valid.ts";

const maxLimit = 1000;

/** Mounted at `/api`: profiles by a query, and completions of its text. */
export function directoryRoutes(directory: Pick<Directory, "answer" | "suggest" | "list">) {
  return new Hono<MemberEnv>()
    .get("/profiles", requireMember, requireRole, requireIn, async (c) => {
      const { searchParams } = new URL(c.req.url);
      const query = queryOf(parseDirectoryQuery(searchParams, "json"));
      const { profiles, total } = await directory.list(
        query,
        rangeOf(searchParams),
        c.get("member"),
        c.get("origin"),
      );
      c.header("X-Total-Count", String(total));
      return c.json(profiles);
    })
    .get(
      "/directory",
      requireMember,
      requireRole,
      requireIn,
      async (c) =>
        sendJson(c, await directory.answer(queryIn(c.req.url), c.get("member"), c.get("origin"))),
    )
    .get(
      "/suggestions",
      requireMember,
      requireRole,
      requireIn,
      async (c) =>
        sendJson(c, await directory.suggest(queryIn(c.req.url), c.get("member"), c.get("origin"))),
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
