import { type Context, Hono } from "hono";
import { type RosterQuery, rosterStates } from "../../../../api/contract/program.ts";
import { roles } from "../../../../events/vocabulary.ts";
import type { MemberEnv } from "../../../page-env.ts";
import { pagePaths } from "../../../paths.ts";
import type { SiteDeps } from "../../../site-deps.ts";
import { EverybodyPage } from "./page.tsx";

/** Longer than any name. */
const maxSearch = 200;

/** `/program/everybody`, for staff. */
export function everybodyRoutes({ product: { program } }: SiteDeps): Hono<MemberEnv> {
  return new Hono<MemberEnv>().get(pagePaths.everybody(), async (c) => {
    const query = queryIn(c);
    const found = await program.roster(c.var.member.memberId, query);
    return c.render(<EverybodyPage query={query} found={found} />, { title: "Everyone" });
  });
}

function queryIn(c: Context): RosterQuery {
  const { search = "", role, state, page } = c.req.query();
  return {
    search: search.slice(0, maxSearch),
    role: [...roles, "none" as const].find((each) => each === role),
    state: rosterStates.find((each) => each === state),
    page: /^\d{1,6}$/.test(page ?? "") ? Math.max(1, Number(page)) : 1,
  };
}
