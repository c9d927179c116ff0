import { RefusedSurge, Refusing, ReportDecision, type ReportsQuery } from "../contract/program.ts";
import { requireMember } from "../middleware/session.ts";
import { Problem } from "../problems.ts";
import type { Product } from "../product.ts";
import { type CallRequest, Calls } from "./calls.ts";

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
  const decides = (type: "Admit" | "ConfirmCadre" | "UnconfirmCadre" | "OpenAsking") => ({
    answer: [204] as const,
    run: ({ memberId, id, origin }: CallRequest<unknown>) =>
      program.decide(memberId, id(), { type }, origin),
  });
  return new Calls("The program's staff", requireMember, async (c, next) => {
    // Before the body is checked: only staff learn what would be wrong with it.
    if (!await program.isStaff(c.var.member.memberId)) throw new Problem(404, "Not found");
    await next();
  })
    .call("GET /people", {
      summary: "Applicants, past decisions, and cadre",
      answer: [200, "ProgramLists"],
      problems: [404],
      run: ({ memberId }) => program.lists(memberId),
    })
    .call("POST /people/:id/accept", {
      ...decides("Admit"),
      summary: "Approve a member",
      details:
        "Also after a decline. They get an email. It also vouches for a member who signed up without approval. A second time changes nothing.",
      problems: [404, 409],
    })
    .call("POST /people/:id/refuse", {
      summary: "Decline an applicant, or remove access",
      details:
        "They see no one, and no one sees them. They get an email, with the words. A second time changes nothing. To remove the access of an approved member, send `seen`: `in`.",
      answer: [204],
      problems: [403, 404, 409],
      body: Refusing,
      run({ memberId, id, body: { words, seen }, origin }) {
        const decision = { type: "Refuse", words: words || null, seen } as const;
        return program.decide(memberId, id(), decision, origin);
      },
    })
    .call("POST /people/:id/confirm-cadre", {
      ...decides("ConfirmCadre"),
      summary: "Confirm that someone is cadre",
      details:
        "They get staff access; an applicant is approved with it. The person and all other staff are mailed.",
      problems: [403, 404, 409],
    })
    .call("POST /people/:id/unconfirm-cadre", {
      ...decides("UnconfirmCadre"),
      summary: "Remove someone's staff access",
      details: "The person and all other staff are mailed.",
      problems: [403, 404, 409],
    })
    .call("POST /people/:id/open-asking", {
      ...decides("OpenAsking"),
      summary: "Let someone ask others for help again",
      details: "They get an email.",
      problems: [404],
    })
    .call("GET /surge", {
      summary: "The busiest hour of looks at contacts by new accounts",
      details:
        "Of the last seven days; null where there is none, or staff have refused or accepted its accounts.",
      answer: [200, "ProgramSurge"],
      problems: [404],
      run: async ({ memberId }) => ({ surge: await program.surge(memberId) }),
    })
    .call("POST /surge/refuse", {
      summary: "Refuse all accounts of a surge",
      details: "But for those that staff have accepted since. They get an email.",
      answer: [200, "SurgeRefused"],
      problems: [403, 404],
      body: RefusedSurge,
      run: async ({ memberId, body, origin }) => ({
        refused: await program.refuseSurge(memberId, body, origin),
      }),
    })
    .call("GET /reports", {
      summary: "Messages that were reported",
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
      run: async ({ c, memberId }) =>
        (await program.reports.page(memberId, reportsQueryIn(c.req.query()))).reports,
    })
    .call("POST /reports/:id", {
      summary: "Handle a report",
      details:
        "`warn` and `close` mail the words to whose message it is; `close` keeps them from asking others for help. Who reported it is not named.",
      answer: [204],
      problems: [403, 404, 409],
      body: ReportDecision,
      run({ memberId, id, body: { action, words }, origin }) {
        const decision = { action, words: words || undefined };
        return program.reports.handle(memberId, id(), decision, origin);
      },
    });
}
