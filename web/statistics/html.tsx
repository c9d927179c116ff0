import { renderToStaticMarkup } from "react-dom/server";
import type { Report } from "../../events/report/report.ts";
import { numeral } from "../../events/report/formats/numeral.ts";
import { markup } from "../markup.ts";
import { Answers, Sections, Terms } from "./sections.tsx";
import { styles } from "./styles.ts";
import { noteOf, particulars, periodOf, titleOf } from "../../events/report/formats/words.ts";

interface PageProps {
  readonly reports: readonly Report[];
  /** The program, such as `TCU Army ROTC`. */
  readonly program?: string | undefined;
}

/** A report as one self-contained file, for screen and paper. */
export function formatHtml(reports: readonly Report[], program?: string): string {
  return `<!doctype html>\n${renderToStaticMarkup(<Page reports={reports} program={program} />)}\n`;
}

function Page({ reports, program }: PageProps) {
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
        {isSeries && (
          <nav aria-label="Cycles">
            {reports.map(({ cycle }) => <a key={cycle} href={`#cycle-${cycle}`}>{cycle}</a>)}
          </nav>
        )}
        <main>
          {reports.map((report) => (
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

interface ReportPartProps extends Pick<PageProps, "program"> {
  readonly report: Report;
  /** Prefix of ids, so that cycles differ. */
  readonly prefix: string;
}

/** One sheet of answers, then all tables. */
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
      <div className="report-tables">
        <Sections sections={report.sections} prefix={prefix} />
        <footer>
          <Terms terms={particulars(report, numeral)} />
        </footer>
      </div>
    </div>
  );
}
