import { type Context, Hono } from "hono";
import { RefusedSurge, Refusing, ReportDecision, type ReportsQuery } from "../contract/program.ts";
import { type MemberEnv, requireMember } from "../middleware/session.ts";
import { valid } from "../middleware/valid.ts";
import { Problem } from "../problems.ts";
import { idOf } from "./ids.ts";
import { describe } from "../openapi/describe.ts";
import type { Decision } from "../program/decision.ts";
import type { Program } from "../program/program.ts";

/** Filters of the list of reports. Unknown values get the default. */
export function reportsQueryIn(
  { state, page = "" }: Readonly<Record<string, string | undefined>>,
): ReportsQuery {
  return {
    state: (["open", "handled"] as const).find((each) => each === state),
    page: /^\d{1,6}$/.test(page) ? Math.max(1, Number(page)) : 1,
  };
}

/** Mounted at `/api/program`, for staff. Everyone else gets 404. */
export function programRoutes(program: Program) {
  const decide = async (c: Context<MemberEnv>, decision: Decision) => {
    const { member: { memberId }, origin } = c.var;
    await program.decide(memberId, idOf(c.req.param("id") ?? ""), decision, origin);
    return c.body(null, 204);
  };

  return new Hono<MemberEnv>()
    .use(requireMember)
    // Before the body is checked: only staff learn what would be wrong with it.
    .use(async (c, next) => {
      if (!await program.isStaff(c.var.member.memberId)) throw new Problem(404, "Not found");
      await next();
    })
    .get(
      "/people",
      describe("The program's staff", "Applicants, past decisions, and cadre", {
        answer: [200, "ProgramLists"],
        problems: [404],
      }),
      async (c) => c.json(await program.lists(c.var.member.memberId)),
    )
    .post(
      "/people/:id/accept",
      describe("The program's staff", "Approve a member", {
        details:
          "Also after a decline. They get an email. It also vouches for a member who signed up without approval. A second time changes nothing.",
        answer: [204],
        problems: [404, 409],
      }),
      (c) => decide(c, { is: "accept" }),
    )
    .post(
      "/people/:id/refuse",
      describe("The program's staff", "Decline an applicant, or remove access", {
        details:
          "They see no one, and no one sees them. They get an email, with the words. A second time changes nothing. To remove the access of an approved member, send `seen`: `in`.",
        answer: [204],
        problems: [403, 404, 409],
      }),
      valid(Refusing),
      (c) => {
        const { words, seen } = c.req.valid("json");
        return decide(c, { is: "refuse", words: words || null, seen });
      },
    )
    .post(
      "/people/:id/confirm-cadre",
      describe("The program's staff", "Confirm that someone is cadre", {
        details:
          "They get staff access; an applicant is approved with it. The person and all other staff are mailed.",
        answer: [204],
        problems: [403, 404, 409],
      }),
      (c) => decide(c, { is: "confirm-cadre" }),
    )
    .post(
      "/people/:id/unconfirm-cadre",
      describe("The program's staff", "Remove someone's staff access", {
        details: "The person and all other staff are mailed.",
        answer: [204],
        problems: [403, 404, 409],
      }),
      (c) => decide(c, { is: "unconfirm-cadre" }),
    )
    .post(
      "/people/:id/open-asking",
      describe("The program's staff", "Let someone ask others for help again", {
        details: "They get an email.",
        answer: [204],
        problems: [404],
      }),
      (c) => decide(c, { is: "open-asking" }),
    )
    .get(
      "/surge",
      describe("The program's staff", "The busiest hour of looks at contacts by new accounts", {
        details:
          "Of the last seven days; null where there is none, or staff have refused or accepted its accounts.",
        answer: [200, "ProgramSurge"],
        problems: [404],
      }),
      async (c) => c.json({ surge: await program.surge(c.var.member.memberId) }),
    )
    .post(
      "/surge/refuse",
      describe("The program's staff", "Refuse all accounts of a surge", {
        details: "But for those that staff have accepted since. They get an email.",
        answer: [200, "SurgeRefused"],
        problems: [403, 404],
      }),
      valid(RefusedSurge),
      async (c) => {
        const { member: { memberId }, origin } = c.var;
        return c.json({
          refused: await program.refuseSurge(memberId, c.req.valid("json"), origin),
        });
      },
    )
    .get(
      "/reports",
      describe("The program's staff", "Messages that were reported", {
        details:
          "The oldest open one first, then those that were handled, the latest first; 50 a page. Not those about the caller. Once a text is gone, so are the names.",
        answer: [200, "ProgramReports"],
        problems: [404],
        parameters: [{
          name: "state",
          in: "query",
          says: "Only these; both, without it",
          schema: { type: "string", enum: ["open", "handled"] },
        }, { name: "page", in: "query", says: "From 1", schema: { type: "integer", minimum: 1 } }],
      }),
      async (c) => {
        const found = await program.reports.page(
          c.var.member.memberId,
          reportsQueryIn(c.req.query()),
        );
        return c.json(found.reports);
      },
    )
    .post(
      "/reports/:id",
      describe("The program's staff", "Handle a report", {
        details:
          "`warn` and `close` mail the words to whose message it is; `close` keeps them from asking others for help. Who reported it is not named.",
        answer: [204],
        problems: [403, 404, 409],
      }),
      valid(ReportDecision),
      async (c) => {
        const { member: { memberId }, origin } = c.var;
        const { action, words } = c.req.valid("json");
        const id = idOf(c.req.param("id"));
        await program.reports.handle(memberId, id, { action, words: words || undefined }, origin);
        return c.body(null, 204);
      },
    );
}
