import { renderToStaticMarkup } from "react-dom/server";
import type { Report } from "../report.ts";
import type { Printed, PrintedTable } from "../tables.ts";
import { ChartFigure } from "./charts/chart.tsx";
import { styles } from "./styles.ts";
import { particulars, suppressionNotes, titleOf } from "./words.ts";

/** From this many columns on, headings stand upright. */
const manyColumns = 10;

/** One file that needs nothing else, for the screen and for paper. */
export function formatHtml(report: Report): string {
  return `<!doctype html>\n${renderToStaticMarkup(<Page report={report} />)}\n`;
}

function Page({ report }: { readonly report: Report }) {
  const title = titleOf(report);
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${title} - Alumni Connect`}</title>
        <style>{styles}</style>
      </head>
      <body>
        <header>
          <h1>{title}</h1>
          <dl>
            {particulars(report).map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          {suppressionNotes(report).map((note) => <p key={note} className="note">{note}</p>)}
        </header>
        <main>
          {report.sections.map(({ name, title, tables }) => (
            <section key={name} aria-labelledby={name}>
              <h2 id={name}>{title}</h2>
              {tables.map((table) => <TableBlock key={table.id} table={table} />)}
            </section>
          ))}
        </main>
      </body>
    </html>
  );
}

function TableBlock({ table }: { readonly table: PrintedTable }) {
  const { id, title, about, heading, columns, rows, charts = [] } = table;
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
  return figure === null ? "–" : figure;
}
