import { Hono } from "hono";
import type { MemberEnv } from "../../../page-env.ts";
import { pagePaths } from "../../../paths.ts";
import type { SiteDeps } from "../../../site-deps.ts";
import { HistoryPage } from "./page.tsx";

/** `/program/history`, for staff. */
export function historyRoutes({ product: { program } }: SiteDeps): Hono<MemberEnv> {
  return new Hono<MemberEnv>().get(pagePaths.programHistory(), async (c) => {
    const text = c.req.query("before");
    const before = /^\d{1,15}$/.test(text ?? "") ? Number(text) : undefined;
    const history = await program.history(c.var.member.memberId, before);
    const isFirst = before === undefined;
    return c.render(<HistoryPage history={history} isFirst={isFirst} />, { title: "History" });
  });
}
