import { renderToStaticMarkup } from "react-dom/server";
import { numeral } from "../../../../events/report/formats/numeral.ts";
import { Facts, Sections } from "../../../../events/report/formats/sections.tsx";
import { notesOf, particulars } from "../../../../events/report/formats/words.ts";
import type { Report } from "../../../../events/report/report.ts";
import type { Product } from "../../../../api/product.ts";
import { markup } from "../../../markup.ts";
import { pagePaths } from "../../../paths.ts";
import { Callout } from "../../../ui/callout.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ShieldIcon } from "../../../ui/icons.tsx";
import { ProgramFrame } from "../frame.tsx";
import { adviceOf } from "./advice.ts";

/** What staff asks first comes first: what is missing, then what there is. */
const order = ["summary", "connections", "supply", "cohorts", "funnel", "retention", "freshness"];

export interface InsightsPageProps {
  readonly reports: readonly Report[];
  readonly report: Report;
}

/** The program's statistics of one cycle, as they closed with the last Sunday. */
export function InsightsPage({ reports, report }: InsightsPageProps) {
  const { cycle, isComplete } = report;
  const sections = sectionsOf(report);
  return (
    <ProgramFrame current={pagePaths.insights()} isWide>
      <section className="insights-head" aria-labelledby="insights-title">
        <h2 id="insights-title">
          Cycle {cycle}
          {!isComplete && ", until Sunday"}
        </h2>
        <p className="program-quiet">
          {periodOf(report)}. Covers activity through{" "}
          {closingDay(report)}, and updates each Monday. Small numbers are hidden, so they can't
          identify anyone.
        </p>
        <Advice advice={adviceOf(report)} />
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
      <Sections sections={sectionsOf(report)} />
      <details className="report-meanings">
        <summary>What this is made of</summary>
        <Facts facts={particulars(report, numeral)} />
        {notesOf(report).map((note) => <p key={note} className="report-about">{note}</p>)}
      </details>
    </>,
  );
  bodies.set(report, body);
  return body;
}

function sectionsOf({ sections }: Report): Report["sections"] {
  const placeOf = ({ name }: { readonly name: string }) => order.indexOf(name);
  return sections.toSorted((one, other) => placeOf(one) - placeOf(other));
}

function Advice({ advice }: { readonly advice: readonly string[] }) {
  if (advice.length === 0) return null;
  return (
    <Callout tone="warning" title="What is missing">
      <ul className="insights-advice">
        {advice.map((sentence) => <li key={sentence}>{sentence}</li>)}
      </ul>
    </Callout>
  );
}

const day = new Intl.DateTimeFormat("en-US", {
  weekday: "long",
  day: "numeric",
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});
const shortDay = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

/** The last day that a report has: a Sunday. */
function closingDay({ source: { asOfMs } }: Report): string {
  return day.format(asOfMs - 1);
}

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
  none: [
    "No figures yet.",
    "The first figures appear after the first full week, which ends on Sunday (UTC).",
  ],
};

/** Before there is a closing. */
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
