import { Hono } from "hono";
import { formatReports } from "../../../../events/report/formats/format.ts";
import type { Report } from "../../../../events/report/report.ts";
import { formatHtml } from "../../../statistics/html.tsx";
import type { MemberEnv } from "../../../page-env.ts";
import { pagePaths } from "../../../paths.ts";
import type { SiteDeps } from "../../../site-deps.ts";
import { InsightsPage, NoInsightsPage } from "./page.tsx";

const fileTypes = { csv: "text/csv", html: "text/html" } as const;
/** Seconds until a browser looks again for what is being made. */
const lookAgain = "2";

/** `/program/insights` and its files, behind the door of `/program`. */
export function insightsRoutes({ product: { insights } }: SiteDeps): Hono<MemberEnv> {
  async function reportOn(cycle: string | undefined): Promise<Report | undefined> {
    const latest = await insights.latest();
    if (latest.state !== "ready") return undefined;
    return latest.reports.find((report) => String(report.cycle) === cycle);
  }

  return new Hono<MemberEnv>()
    .get(pagePaths.insights(), async (c, next) => {
      const latest = await insights.latest();
      if (latest.state !== "ready") {
        if (latest.state === "being made") c.header("Refresh", lookAgain);
        return c.render(<NoInsightsPage state={latest.state} />, { title: "Insights" });
      }
      const { reports } = latest;
      const cycle = c.req.query("cycle");
      const report = cycle === undefined ? reports.at(-1) : await reportOn(cycle);
      if (report === undefined) return await next();
      return c.render(<InsightsPage reports={reports} report={report} />, { title: "Insights" });
    })
    .get(`${pagePaths.insights()}/:file`, async (c, next) => {
      const [, cycle, format] = /^cycle-(\d+)\.(csv|html)$/.exec(c.req.param("file")) ?? [];
      const report = await reportOn(cycle);
      if (report === undefined || (format !== "csv" && format !== "html")) return await next();
      const text = format === "html"
        ? formatHtml([report])
        : formatReports([report], format, { isColored: false, isSeries: false });
      return c.body(text, 200, {
        "Cache-Control": "private, no-store",
        "Content-Disposition": `attachment; filename="cycle-${report.cycle}.${format}"`,
        "Content-Type": `${fileTypes[format]}; charset=UTF-8`,
      });
    });
}
