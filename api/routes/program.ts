import { type Context, Hono } from "hono";
import { RefusedSurge, Refusing, ReportDecision, type ReportsQuery } from "../contract/program.ts";
import { type MemberEnv, requireMember } from "../middleware/session.ts";
import { valid } from "../middleware/valid.ts";
import { Problem } from "../problems.ts";
import type { Program } from "../program/office.ts";
import { idOf } from "./ids.ts";

/** Which reports an address asks for; what it does not know falls back. */
export function reportsQueryIn(
  { state, page = "" }: Readonly<Record<string, string | undefined>>,
): ReportsQuery {
  return {
    state: (["open", "handled"] as const).find((each) => each === state),
    page: /^\d{1,6}$/.test(page) ? Math.max(1, Number(page)) : 1,
  };
}

/** Mounted at `/api/program`: for the program's staff. For everybody else there is nothing. */
export function programRoutes(program: Program) {
  const decision =
    (decide: "accept" | "confirmCadre" | "unconfirmCadre" | "openAsking") =>
    async (c: Context<MemberEnv, "/:id">) => {
      const { member: { memberId }, origin } = c.var;
      await program[decide](memberId, idOf(c.req.param("id")), origin);
      return c.body(null, 204);
    };

  return new Hono<MemberEnv>()
    .use(requireMember)
    // Before a body is looked at: what is wrong with it is nobody else's to know.
    .use(async (c, next) => {
      if (!await program.isStaff(c.var.member.memberId)) throw new Problem(404, "Not found");
      await next();
    })
    .get("/people", async (c) => c.json(await program.lists(c.var.member.memberId)))
    .post("/people/:id/accept", decision("accept"))
    .post("/people/:id/refuse", valid(Refusing), async (c) => {
      const { member: { memberId }, origin } = c.var;
      const { words, seen } = c.req.valid("json");
      const decision = { words: words || null, seen };
      await program.refuse(memberId, idOf(c.req.param("id")), decision, origin);
      return c.body(null, 204);
    })
    .post("/people/:id/confirm-cadre", decision("confirmCadre"))
    .post("/people/:id/unconfirm-cadre", decision("unconfirmCadre"))
    .post("/people/:id/open-asking", decision("openAsking"))
    .get("/surge", async (c) => c.json({ surge: await program.surge(c.var.member.memberId) }))
    .post("/surge/refuse", valid(RefusedSurge), async (c) => {
      const { member: { memberId }, origin } = c.var;
      return c.json({ refused: await program.refuseSurge(memberId, c.req.valid("json"), origin) });
    })
    .get("/reports", async (c) => {
      const found = await program.reports(c.var.member.memberId, reportsQueryIn(c.req.query()));
      return c.json(found.reports);
    })
    .post("/reports/:id", valid(ReportDecision), async (c) => {
      const { member: { memberId }, origin } = c.var;
      const { action, words } = c.req.valid("json");
      const id = idOf(c.req.param("id"));
      await program.handleReport(memberId, id, { action, words: words || undefined }, origin);
      return c.body(null, 204);
    });
}
