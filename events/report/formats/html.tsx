import { renderToStaticMarkup } from "react-dom/server";
import { meanings } from "../statistics/meanings.ts";
import type { Report } from "../report.ts";
import { statisticNames } from "../statistics/statistic.ts";
import type { Printed, PrintedTable } from "../tables.ts";
import { ChartFigure } from "./charts/chart.tsx";
import { numeral } from "./numeral.ts";
import { styles } from "./styles.ts";
import { notesOf, particulars, titleOf } from "./words.ts";

/** From this many columns on, headings stand upright. */
const manyColumns = 10;

/** One file that needs nothing else, for the screen and for paper. */
export function formatHtml(reports: readonly Report[]): string {
  return `<!doctype html>\n${renderToStaticMarkup(<Page reports={reports} />)}\n`;
}

function Page({ reports }: { readonly reports: readonly Report[] }) {
  const titles = reports.map(titleOf);
  const title = [...new Set([titles[0], titles.at(-1)])].join(" to ");
  const isSeries = reports.length > 1;
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${title} - Alumni Connect`}</title>
        <style>{styles}</style>
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
              prefix={isSeries ? `${report.cycle}-` : ""}
            />
          ))}
        </main>
      </body>
    </html>
  );
}

interface ReportPartProps {
  readonly report: Report;
  /** What tells the ids of one cycle's parts from another's. */
  readonly prefix: string;
}

function ReportPart({ report, prefix }: ReportPartProps) {
  return (
    <div className="report">
      <header>
        <h1 id={`cycle-${report.cycle}`}>{titleOf(report)}</h1>
        <dl>
          {particulars(report, numeral).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {notesOf(report).map((note) => <p key={note} className="note">{note}</p>)}
      </header>
      {report.sections.map(({ name, title, tables }) => (
        <section key={name} aria-labelledby={`${prefix}${name}-section`}>
          <h2 id={`${prefix}${name}-section`}>{title}</h2>
          {tables.map((table) => (
            <TableBlock
              key={table.id}
              table={table}
              id={prefix + table.id}
            />
          ))}
          <Meanings name={name} />
        </section>
      ))}
    </div>
  );
}

/** What the figures of a section mean, for whoever asks. */
function Meanings({ name }: { readonly name: string }) {
  const found = statisticNames.find((one) => one === (name === "summary" ? "cycle" : name));
  if (found === undefined) return null;
  return (
    <details>
      <summary>What these figures mean</summary>
      <dl>
        {meanings[found].figures.map(([figure, meaning]) => (
          <div key={figure}>
            <dt>{figure}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function TableBlock({ table, id }: { readonly table: PrintedTable; readonly id: string }) {
  const { title, about, heading, columns, rows, charts = [] } = table;
  const isWide = columns.length >= manyColumns;
  return (
    <article aria-labelledby={id} className={isWide ? "wide" : undefined}>
      <h3 id={id}>{title}</h3>
      <p>{about}</p>
      {charts.map((chart, at) => <ChartFigure key={at} table={table} chart={chart} />)}
      <div className="scroll" role="region" aria-labelledby={id} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{heading}</th>
              {columns.map(({ label }) => (
                <th key={label} scope="col">
                  <span>{label}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ label, figures, isTotal }) => (
              <tr key={label} className={isTotal ? "total" : undefined}>
                <th scope="row">{label}</th>
                {columns.map((column, at) => (
                  <td key={column.label}>
                    <FigureText figure={figures[at] ?? null} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </article>
  );
}

function FigureText({ figure }: { readonly figure: Printed }) {
  if (figure === "suppressed") return <abbr title="held back">*</abbr>;
  return figure === null ? "–" : numeral(figure);
}
