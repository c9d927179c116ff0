import { renderToStaticMarkup } from "react-dom/server";
import { comparisonOf } from "../../events/report/comparison.ts";
import type { Report } from "../../events/report/report.ts";
import { numeral } from "../../events/report/formats/numeral.ts";
import { markup } from "../markup.ts";
import { Answers, FigureTable, Sections, Terms } from "./sections.tsx";
import { styles } from "./styles.ts";
import { noteOf, particulars, periodOf, titleOf } from "../../events/report/formats/words.ts";

interface PageProps {
  readonly reports: readonly Report[];
  /** The program, such as `TCU Army ROTC`. */
  readonly program?: string | undefined;
  /** Whether several cycles are only compared. */
  readonly isComparisonOnly?: boolean;
}

/** A report as one self-contained file, for screen and paper. */
export function formatHtml(
  reports: readonly Report[],
  options: Omit<PageProps, "reports"> = {},
): string {
  return `<!doctype html>\n${renderToStaticMarkup(<Page reports={reports} {...options} />)}\n`;
}

function Page({ reports, program, isComparisonOnly = false }: PageProps) {
  const titles = reports.map(titleOf);
  const title = [...new Set([titles[0], titles.at(-1)])].join(" to ");
  const isSeries = reports.length > 1;
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${title} - Alumni Connect`}</title>
        <style {...markup(styles)} />
      </head>
      <body>
        {isSeries && !isComparisonOnly && (
          <nav aria-label="Cycles">
            {reports.map(({ cycle }) => <a key={cycle} href={`#cycle-${cycle}`}>{cycle}</a>)}
          </nav>
        )}
        <main>
          {isSeries && <ComparisonPart reports={reports} program={program} />}
          {(isSeries && isComparisonOnly ? [] : reports).map((report) => (
            <ReportPart
              key={report.cycle}
              report={report}
              program={program}
              prefix={isSeries ? `${report.cycle}-` : ""}
            />
          ))}
        </main>
      </body>
    </html>
  );
}

/** Compares cycles, before each of them. */
function ComparisonPart({ reports, program }: Pick<PageProps, "reports" | "program">) {
  const table = comparisonOf(reports);
  const [report] = reports;
  return (
    <div className="report">
      <header>
        <h1 id="comparison">
          {program === undefined ? table.title : `${program}: ${table.title}`}
        </h1>
        <p className="note">{table.about} {report && noteOf(report)}</p>
      </header>
      <FigureTable table={table} label="comparison" />
    </div>
  );
}

interface ReportPartProps extends Pick<PageProps, "program"> {
  readonly report: Report;
  /** Prefix of ids, so that cycles differ. */
  readonly prefix: string;
}

/** One sheet of answers. All tables are folded below it, and printed only if the reader opens them. */
function ReportPart({ report, program, prefix }: ReportPartProps) {
  return (
    <div className="report">
      <header>
        <h1 id={`cycle-${report.cycle}`}>
          {program === undefined ? titleOf(report) : `${program}: ${titleOf(report)}`}
        </h1>
        <p className="note">{periodOf(report)}. {noteOf(report)}</p>
      </header>
      {report.answers.length > 0 && <Answers report={report} prefix={prefix} />}
      {report.answers.length === 0
        ? <Sections sections={report.sections} prefix={prefix} />
        : (
          <details className="report-meanings report-tables">
            <summary>All tables, and what their figures mean</summary>
            <Sections sections={report.sections} prefix={prefix} />
          </details>
        )}
      <footer>
        <Terms terms={particulars(report, numeral)} />
      </footer>
    </div>
  );
}
