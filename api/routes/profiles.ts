import { Hono } from "hono";
import { parseDirectoryQuery } from "../contract/directory.ts";
import { type MemberEnv, requireIn, requireMember, requireRole } from "../middleware/session.ts";
import { invalid } from "../middleware/valid.ts";
import type { Directory } from "../directory/directory.ts";
import { queryOf } from "./directory.ts";
import { describe } from "../openapi/describe.ts";
import { listParameters, profilesAnHour } from "../openapi/search-parameters.ts";

/** How many profiles one list has at most. */
export const maxLimit = 1000;

/** Mounted at `/api/profiles`: a plain list, with the total in a header. */
export function profilesRoutes(directory: Pick<Directory, "list">) {
  return new Hono<MemberEnv>()
    .use(requireMember, requireRole, requireIn)
    .get(
      "/",
      describe("Directory", "A plain list of profiles", {
        answer: [200, "ProfileList"],
        headers: { "X-Total-Count": "How many there are in all" },
        problems: [400],
        limit: profilesAnHour,
        parameters: [...listParameters, {
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
      }),
      async (c) => {
        const { searchParams } = new URL(c.req.url);
        const query = queryOf(parseDirectoryQuery(searchParams, "json"));
        const range = rangeOf(searchParams);
        const { profiles, total } = await directory.list(query, range, c.get("member"));
        c.header("X-Total-Count", String(total));
        return c.json(profiles);
      },
    );
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
