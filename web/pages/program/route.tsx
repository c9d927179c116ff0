import { type Context, Hono } from "hono";
import { createMiddleware } from "hono/factory";
import { RefusedSurge, ReportDecision, type ReportsQuery } from "../../../api/contract/program.ts";
import { Problem } from "../../../api/contract/problem.ts";
import { isStaff } from "../../../events/program/admission.ts";
import type { FormState } from "../../forms/form-state.ts";
import type { MemberEnv, SiteDeps } from "../../page-env.ts";
import { pagePaths, paths } from "../../paths.ts";
import { checked, readTexts, runForm } from "../form.ts";
import { proveEnough } from "../confirm/confirm-first.tsx";
import { NotFoundPage } from "../error/view.tsx";
import { decide, decisionNames } from "./decision.tsx";
import { classesRoutes } from "./commissioning/route.tsx";
import { everybodyRoutes } from "./everybody/route.tsx";
import { handoverRoutes } from "./handover/route.tsx";
import { historyRoutes } from "./history/route.tsx";
import { importRoutes } from "./import/route.tsx";
import { mailRoutes } from "./mail/route.tsx";
import { withNotices } from "./notices.tsx";
import { invitationsRoutes } from "./invitations/route.tsx";
import { insightsRoutes } from "./insights/route.tsx";
import { ProgramPage } from "./view.tsx";
import { personRoutes } from "./person/route.tsx";
import { programQuestionsRoutes } from "./questions/route.tsx";
import { brandRoutes } from "./settings/brand/route.tsx";
import { settingsRoutes } from "./settings/route.tsx";
import { secretRoutes } from "./secret/route.tsx";
import { setupRoutes } from "./setup/route.tsx";
import { CloseReportsPage, ReportsPage } from "./reports.tsx";

const mostAtOnce = 50;

/** `/program` and the pages below it, for the program's staff; 404 for others. */
export function programRoutes(deps: SiteDeps): Hono<MemberEnv> {
  const { program, decisions, reports: messages, counts: waiting } = deps.product;

  async function showPeople(c: Context<MemberEnv>, sent?: FormState) {
    const { memberId } = c.var.member;
    const [counts, surge, lists] = await Promise.all([
      waiting(memberId),
      program.surge(memberId),
      program.lists(memberId),
    ]);
    const props = { counts, surge, lists, sent };
    return c.render(<ProgramPage {...props} />, { title: "Program" });
  }

  async function showReports(c: Context<MemberEnv>, sent?: FormState, reportId?: string) {
    const { state = "open", page } = reportsQueryIn(c.req.query());
    const found = await messages.page(c.var.member.memberId, { state, page });
    const isHandled = state === "handled";
    return c.render(
      <ReportsPage found={found} isHandled={isHandled} sent={sent && { ...sent, reportId }} />,
      { title: "Reports" },
    );
  }

  async function closeReports(c: Context<MemberEnv>, isSure: boolean) {
    const { member: { memberId }, origin } = c.var;
    const reportIds = (await c.req.formData()).getAll("reportIds").slice(0, mostAtOnce).map(String);
    if (reportIds.length === 0) throw new Problem(400, "Select the reports that you want to close");
    if (!isSure) {
      return c.render(<CloseReportsPage reportIds={reportIds} />, { title: "Close reports" });
    }
    const closed = await messages.close(memberId, reportIds, origin);
    const left = reportIds.length - closed;
    const reports = closed === 1 ? "1 report closed" : `${closed} reports closed`;
    return left === 0 ? reports : `${reports}, ${left} left as they are`;
  }

  return new Hono<MemberEnv>()
    .use(`${paths.program()}/*`, staffOnly, proveEnough, withNotices(deps.product))
    .route("/", everybodyRoutes(deps))
    .route("/", personRoutes(deps))
    .route("/", classesRoutes(deps))
    .route("/", historyRoutes(deps))
    .route("/", invitationsRoutes(deps))
    .route("/", importRoutes(deps))
    .route("/", insightsRoutes(deps))
    .route("/", settingsRoutes(deps))
    .route("/", brandRoutes(deps))
    .route("/", setupRoutes(deps))
    .route("/", secretRoutes(deps))
    .route("/", mailRoutes(deps))
    .route("/", programQuestionsRoutes(deps))
    .route("/", handoverRoutes(deps))
    .get(paths.program(), (c) => showPeople(c))
    .on(
      "GET",
      [pagePaths.programPeople(), pagePaths.programSurge()],
      (c) => c.redirect(paths.program(), 302),
    )
    .post(pagePaths.programPeople(), async (c) => {
      const texts = await readTexts(c, decisionNames);
      return await runForm(c, {
        run: () => decide(decisions, c.var, texts.memberId ?? "", texts),
        // By keyboard, the next applicant is one Tab away.
        next: texts.seen === "waiting" ? pagePaths.programWaiting() : paths.program(),
        show: (sent) => showPeople(c, sent),
      });
    })
    .post(pagePaths.programSurge(), (c) =>
      runForm(c, {
        async run() {
          const { member: { memberId }, origin } = c.var;
          const surge = checked(RefusedSurge, await readTexts(c, ["from", "to"]));
          const refused = await decisions.refuseSurge(memberId, surge, origin);
          return refused === 1 ? "1 account declined" : `${refused} accounts declined`;
        },
        next: paths.program(),
        show: (sent) => showPeople(c, sent),
      }))
    .get(pagePaths.programReports(), (c) => showReports(c))
    .post(pagePaths.programReports(), async (c) => {
      const { member: { memberId }, origin } = c.var;
      const texts = await readTexts(c, ["reportId", "memberId", "action", "words", "isSure"]);
      const { reportId = "", words = "" } = texts;
      return await runForm(c, {
        async run() {
          if (texts.action === "close-many") {
            return await closeReports(c, texts.isSure !== undefined);
          }
          if (texts.action === "open-asking") {
            await decisions.decide(memberId, texts.memberId ?? "", { type: "OpenAsking" }, origin);
            return "They can ask for help again";
          }
          const { action } = checked(ReportDecision, { action: texts.action, words });
          const decision = { action, words: words || undefined };
          await messages.handle(memberId, reportId, decision, origin);
          return "Report closed";
        },
        next: pagePaths.programReports(),
        show: (sent) => showReports(c, sent, reportId),
        values: { words },
      });
    });
}

/** Filters of the list of reports. Unknown values become the default. */
function reportsQueryIn(
  { state, page = "" }: Readonly<Record<string, string | undefined>>,
): ReportsQuery {
  return {
    state: (["open", "handled"] as const).find((each) => each === state),
    page: /^\d{1,6}$/.test(page) ? Math.max(1, Number(page)) : 1,
  };
}

const staffOnly = createMiddleware<MemberEnv>(async (c, next) => {
  if (isStaff(c.var.member)) return await next();
  c.status(404);
  return c.render(<NotFoundPage />, { title: "404 Page Not Found" });
});
