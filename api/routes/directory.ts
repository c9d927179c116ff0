import { Hono } from "hono";
import { type DirectoryQuery, parseDirectoryQuery } from "../contract/directory.ts";
import { type MemberEnv, requireMember, requireRole } from "../middleware/session.ts";
import { invalid } from "../middleware/valid.ts";
import type { Directory } from "../product.ts";

/** Mounted at `/api/directory`: one page of profiles with total and facet counts. */
export function directoryRoutes(directory: Pick<Directory, "answerJson">) {
  return new Hono<MemberEnv>()
    .use(requireMember, requireRole)
    .get("/", async (c) => {
      const { searchParams } = new URL(c.req.url);
      const answer = await directory.answerJson(queryOf(parseDirectoryQuery(searchParams)));
      // With `Vary`, compression has no header to add, for which it would make the answer again.
      return c.body(answer, 200, { "Content-Type": "application/json", "Vary": "Accept-Encoding" });
    });
}

/** @throws {Problem} 400 with the message of each parameter that is wrong. */
export function queryOf(parsed: ReturnType<typeof parseDirectoryQuery>): DirectoryQuery {
  if (!parsed.ok) throw invalid(parsed.fields);
  return parsed.query;
}
