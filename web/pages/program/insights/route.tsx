import { Hono } from "hono";
import { formatReports } from "../../../../events/report/formats/format.ts";
import type { Audience } from "../../../../events/report/report.ts";
import { formatHtml } from "../../../statistics/html.tsx";
import type { MemberEnv } from "../../../page-env.ts";
import { pagePaths } from "../../../paths.ts";
import type { SiteDeps } from "../../../site-deps.ts";
import { InsightsPage, NoInsightsPage } from "./page.tsx";

const fileTypes = { csv: "text/csv", html: "text/html" } as const;
/** Seconds until a browser reloads the page while figures are being prepared. */
const lookAgain = "2";

/** `/program/insights` and its files, for staff. */
export function insightsRoutes(
  { product: { insights, uncovered }, config }: SiteDeps,
): Hono<MemberEnv> {
  async function reportsFor(wanted: Audience) {
    const latest = await insights.latest();
    if (latest.state !== "ready") return { state: latest.state, reports: [] };
    return {
      state: latest.state,
      reports: latest.reports.filter(({ audience }) => audience === wanted),
    };
  }

  return new Hono<MemberEnv>()
    .get(pagePaths.insights(), async (c, next) => {
      const { state, reports } = await reportsFor(
        c.req.query("for") === "others" ? "share" : "staff",
      );
      if (state !== "ready") {
        if (state === "being made") c.header("Refresh", lookAgain);
        return c.render(<NoInsightsPage state={state} />, { title: "Insights" });
      }
      const wanted = c.req.query("cycle");
      const report = wanted === undefined
        ? reports.at(-1)
        : reports.find(({ cycle }) => String(cycle) === wanted);
      if (report === undefined) return await next();
      const cycles = reports.map(({ cycle }) => cycle);
      const isToday = !report.isComplete && report.audience === "staff";
      const missing = isToday ? await uncovered.recent() : [];
      return c.render(
        <InsightsPage cycles={cycles} report={report} uncovered={missing} />,
        { title: "Insights" },
      );
    })
    .get(`${pagePaths.insights()}/:file`, async (c, next) => {
      const name = c.req.param("file");
      const [, wanted, share, format] = /^cycle-(\d+)(-share)?\.(csv|html)$/.exec(name) ?? [];
      const { reports } = await reportsFor(share === undefined ? "staff" : "share");
      const report = reports.find(({ cycle }) => String(cycle) === wanted);
      if (report === undefined || (format !== "csv" && format !== "html")) return await next();
      const text = format === "html"
        ? formatHtml([report], `${config.programName} Army ROTC`)
        : formatReports([report], format, { isColored: false, isSeries: false });
      return c.body(text, 200, {
        "Cache-Control": "private, no-store",
        "Content-Disposition": `attachment; filename="${name}"`,
        "Content-Type": `${fileTypes[format]}; charset=UTF-8`,
      });
    });
}
