import { Heading, Link, Text } from "@radix-ui/themes";
import { Hono } from "hono";
import { formatReports } from "../../../../events/report/formats/format.ts";
import type { ActionPage, Audience, NextStep, Report } from "../../../../events/report/report.ts";
import { formatHtml } from "../../../statistics/html.tsx";
import type { MemberEnv, SiteDeps } from "../../../page-env.ts";
import { pagePaths, paths } from "../../../paths.ts";
import { noteOf, periodOf } from "../../../../events/report/formats/words.ts";
import type { Product } from "../../../../api/product.ts";
import { Answers, Sections } from "../../../statistics/sections.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ShieldIcon } from "../../../ui/icons.tsx";
import { lookAgain } from "../../look-again.ts";
import { ProgramFrame } from "../frame.tsx";
import {
  uncoveredTitle,
  UncoveredTopics,
  type UncoveredTopicsProps,
} from "../uncovered-topics.tsx";

const fileTypes = { csv: "text/csv", html: "text/html" } as const;
/** Seconds until a browser reloads the page while figures are being prepared. */
const refreshSeconds = 2;

/** `/program/insights` and its files, for staff. */
export function insightsRoutes(
  { product: { insights, uncovered }, config }: SiteDeps,
): Hono<MemberEnv> {
  async function reportsFor(wanted: Audience) {
    const latest = await insights.latest();
    const reports = latest.state === "ready" ? latest.reports : [];
    return { ...latest, reports: reports.filter(({ audience }) => audience === wanted) };
  }

  return new Hono<MemberEnv>()
    .get(pagePaths.insights(), async (c, next) => {
      const { state, reports } = await reportsFor(
        c.req.query("for") === "others" ? "share" : "staff",
      );
      if (state !== "ready") {
        if (state === "being made") lookAgain(c, refreshSeconds);
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
        ? formatHtml([report], { program: `${config.programName} Army ROTC` })
        : formatReports([report], format, { isColored: false, isSeries: false });
      return c.body(text, 200, {
        "Cache-Control": "private, no-store",
        "Content-Disposition": `attachment; filename="${name}"`,
        "Content-Type": `${fileTypes[format]}; charset=UTF-8`,
      });
    });
}

interface InsightsPageProps {
  readonly cycles: readonly number[];
  readonly report: Report;
  /** Uncovered topics, shown beside figures of the current cycle. */
  readonly uncovered: UncoveredTopicsProps["topics"];
}

function InsightsPage({ cycles, report, uncovered }: InsightsPageProps) {
  const { cycle, isComplete, audience } = report;
  const isShared = audience === "share";
  return (
    <ProgramFrame current={pagePaths.insights()} isWide>
      <section className="stack" aria-labelledby="insights-title">
        <Heading as="h2" size="6" id="insights-title">
          Cycle {cycle}
          {!isComplete && ", so far"}
          {isShared && ", version to share"}
        </Heading>
        <Text as="p" size="2" color="gray">
          {periodOf(report)}. {isShared && noteOf(report)}
        </Text>
        <div className="insights-links links stack">
          <nav aria-label="Cycles">
            <ul role="list" className="row gap-4">
              {cycles.toReversed().map((each) => (
                <li key={each}>
                  <Link
                    href={pagePaths.insights(each, audience)}
                    aria-current={each === cycle ? "page" : undefined}
                  >
                    {each}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          <Files cycle={cycle} audience={audience} />
        </div>
      </section>
      {uncovered.length > 0 && (
        <div className="insights stack">
          <section className="answer" aria-labelledby="uncovered">
            <Heading as="h3" size="3" id="uncovered">{uncoveredTitle}</Heading>
            <UncoveredTopics topics={uncovered} />
          </section>
        </div>
      )}
      <div className="insights stack">
        <Answers report={report}>
          {report.audience === "staff" && <NextSteps steps={report.nextSteps} />}
        </Answers>
        <details className="report-meanings insights-tables">
          <summary>All tables, and what their figures mean</summary>
          <Sections sections={report.sections} />
        </details>
      </div>
    </ProgramFrame>
  );
}

function Files({ cycle, audience }: Pick<Report, "cycle" | "audience">) {
  const isShared = audience === "share";
  return (
    <ul role="list" className="row gap-4" aria-label="Files">
      <li>
        <Link href={pagePaths.insights(cycle, isShared ? "staff" : "share")}>
          {isShared ? "Figures for staff" : "Version to share (small numbers hidden)"}
        </Link>
      </li>
      <li>
        <Link href={pagePaths.insightsFile(cycle, audience, "csv")} download>
          Spreadsheet (CSV)
        </Link>
      </li>
      <li>
        <Link href={pagePaths.insightsFile(cycle, audience, "html")} download>
          Page to print (HTML)
        </Link>
      </li>
    </ul>
  );
}

const actions: Readonly<Record<ActionPage, readonly [text: string, href: string]>> = {
  waiting: ["See who is waiting", paths.program()],
  invitations: ["Open invitations", pagePaths.invitations()],
  import: ["Import a spreadsheet", pagePaths.importFile()],
  people: ["See everyone", pagePaths.everybody()],
  announcement: ["Write an announcement", pagePaths.programSettings()],
};

function NextSteps({ steps }: { readonly steps: readonly NextStep[] }) {
  return (
    <section className="answer" aria-labelledby="next-steps">
      <Heading as="h3" size="3" id="next-steps">What should we do next?</Heading>
      {steps.length === 0
        ? <Text as="p">Nothing is missing right now.</Text>
        : (
          <ul role="list" className="stack gap-2">
            {steps.map(({ sentence, page }) => {
              const [text, href] = actions[page];
              return (
                <li key={sentence}>
                  {sentence} <Link href={href}>{text}</Link>
                </li>
              );
            })}
          </ul>
        )}
    </section>
  );
}

type Missing = Exclude<
  Awaited<ReturnType<Product["insights"]["latest"]>>["state"],
  "ready"
>;

const words: Readonly<Record<Missing, readonly [title: string, text: string]>> = {
  "being made": ["Preparing your figures.", "This page will refresh."],
  failed: ["The figures couldn't be prepared.", "Reload this page to try again."],
};

function NoInsightsPage({ state }: { readonly state: Missing }) {
  const [title, text] = words[state];
  return (
    <ProgramFrame current={pagePaths.insights()}>
      <EmptyState icon={<ShieldIcon />} title={title}>
        <Text as="p">{text}</Text>
      </EmptyState>
    </ProgramFrame>
  );
}
