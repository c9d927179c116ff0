import { type Context, Hono } from "hono";
import { RefusedSurge, Refusing, ReportDecision, type ReportsQuery } from "../contract/program.ts";
import { type MemberEnv, requireMember } from "../middleware/session.ts";
import { Problem } from "../problems.ts";
import type { Product } from "../product.ts";
import { valid } from "../middleware/valid.ts";
import { idIn } from "./id-in.ts";

/** Filters of the list of reports. Unknown values become the default. */
export function reportsQueryIn(
  { state, page = "" }: Readonly<Record<string, string | undefined>>,
): ReportsQuery {
  return {
    state: (["open", "handled"] as const).find((each) => each === state),
    page: /^\d{1,6}$/.test(page) ? Math.max(1, Number(page)) : 1,
  };
}

/** Mounted at `/api/program`, for staff. 404 for others. */
export function programRoutes(program: Product["program"]) {
  const decides =
    (type: "Admit" | "ConfirmCadre" | "UnconfirmCadre" | "OpenAsking") =>
    async (c: Context<MemberEnv>) => {
      await program.decide(c.var.member.memberId, idIn(c), { type }, c.var.origin);
      return c.body(null, 204);
    };
  return new Hono<MemberEnv>()
    .use(requireMember, async (c, next) => {
      // Before the body is checked: only staff learn what would be wrong with it.
      if (!await program.isStaff(c.var.member.memberId)) throw new Problem(404, "Not found");
      await next();
    })
    .get("/people", async (c) => c.json(await program.lists(c.var.member.memberId)))
    .post("/people/:id/accept", decides("Admit"))
    .post("/people/:id/refuse", valid(Refusing), async (c) => {
      const { words, seen } = c.req.valid("json");
      const decision = { type: "Refuse", words: words || null, seen } as const;
      await program.decide(c.var.member.memberId, idIn(c), decision, c.var.origin);
      return c.body(null, 204);
    })
    .post("/people/:id/confirm-cadre", decides("ConfirmCadre"))
    .post("/people/:id/unconfirm-cadre", decides("UnconfirmCadre"))
    .post("/people/:id/open-asking", decides("OpenAsking"))
    .get("/surge", async (c) => c.json({ surge: await program.surge(c.var.member.memberId) }))
    .post("/surge/refuse", valid(RefusedSurge), async (c) => {
      const { member, origin } = c.var;
      const refused = await program.refuseSurge(member.memberId, c.req.valid("json"), origin);
      return c.json({ refused });
    })
    .get("/reports", async (c) => {
      const { reports } = await program.reports.page(
        c.var.member.memberId,
        reportsQueryIn(c.req.query()),
      );
      return c.json(reports);
    })
    .post("/reports/:id", valid(ReportDecision), async (c) => {
      const { action, words } = c.req.valid("json");
      const decision = { action, words: words || undefined };
      await program.reports.handle(c.var.member.memberId, idIn(c), decision, c.var.origin);
      return c.body(null, 204);
    });
}
