import { renderToStaticMarkup } from "react-dom/server";
import { numeral } from "../../../../events/report/formats/numeral.ts";
import { Facts, Sections } from "../../../statistics/sections.tsx";
import { noteOf, particulars } from "../../../../events/report/formats/words.ts";
import type { Report } from "../../../../events/report/report.ts";
import type { Product } from "../../../../api/product.ts";
import { markup } from "../../../markup.ts";
import { pagePaths } from "../../../paths.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ShieldIcon } from "../../../ui/icons.tsx";
import { ProgramFrame } from "../frame.tsx";

export interface InsightsPageProps {
  readonly reports: readonly Report[];
  readonly report: Report;
}

/** The program's statistics of one cycle. */
export function InsightsPage({ reports, report }: InsightsPageProps) {
  const { cycle, isComplete } = report;
  const { sections } = report;
  return (
    <ProgramFrame current={pagePaths.insights()} isWide>
      <section className="insights-head" aria-labelledby="insights-title">
        <h2 id="insights-title">
          Cycle {cycle}
          {!isComplete && ", so far"}
        </h2>
        <p className="program-quiet">
          {periodOf(report)}.
        </p>
        <Answers report={report} />
        <div className="insights-links">
          <nav aria-label="Cycles">
            <ul role="list">
              {reports.toReversed().map(({ cycle: each }) => (
                <li key={each}>
                  <a
                    href={pagePaths.insights(each)}
                    aria-current={each === cycle ? "page" : undefined}
                  >
                    {each}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
          <ul role="list" aria-label="Downloads">
            <li>
              <a href={pagePaths.insightsFile(cycle, "csv")} download>Spreadsheet (CSV)</a>
            </li>
            <li>
              <a href={pagePaths.insightsFile(cycle, "html")} download>Page to print (HTML)</a>
            </li>
          </ul>
        </div>
      </section>
      <nav className="insights-parts" aria-label="On this page">
        <ul role="list">
          {sections.map(({ name, title }) => (
            <li key={name}>
              <a href={`#${name}-section`}>{title}</a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="insights" {...markup(bodyOf(report))} />
    </ProgramFrame>
  );
}

/** Of each report as long as it is kept: it takes longer than all of the page around it. */
const bodies = new WeakMap<Report, string>();

function bodyOf(report: Report): string {
  const known = bodies.get(report);
  if (known !== undefined) return known;
  const body = renderToStaticMarkup(
    <>
      <Sections sections={report.sections} />
      <details className="report-meanings">
        <summary>What this is made of</summary>
        <Facts facts={particulars(report, numeral)} />
        <p className="report-about">{noteOf(report)}</p>
      </details>
    </>,
  );
  bodies.set(report, body);
  return body;
}

function Answers({ report: { answers, nextSteps } }: { readonly report: Report }) {
  return (
    <>
      {answers.map(({ name, question, sentence }) => (
        <div key={name}>
          <h3>{question}</h3>
          <p>{sentence}</p>
        </div>
      ))}
      <ul className="insights-advice">
        {nextSteps.map(({ sentence }) => <li key={sentence}>{sentence}</li>)}
      </ul>
    </>
  );
}

const shortDay = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

function periodOf({ from, to }: Report): string {
  return `${shortDay.format(Date.parse(from))} to ${shortDay.format(Date.parse(to))}`;
}

type Missing = Exclude<
  Awaited<ReturnType<Product["insights"]["latest"]>>["state"],
  "ready"
>;

const words: Readonly<Record<Missing, readonly [title: string, text: string]>> = {
  "being made": ["Preparing your figures.", "This page will refresh."],
  failed: ["The figures couldn't be prepared.", "We'll try again in a minute."],
};

/** While there are no figures. */
export function NoInsightsPage({ state }: { readonly state: Missing }) {
  const [title, text] = words[state];
  return (
    <ProgramFrame current={pagePaths.insights()}>
      <EmptyState icon={<ShieldIcon />} title={title}>
        <p>{text}</p>
      </EmptyState>
    </ProgramFrame>
  );
}
