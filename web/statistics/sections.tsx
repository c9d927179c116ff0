import type { Report } from "../../events/report/report.ts";
import type { Table } from "../../events/report/tables.ts";
import { ChartFigure } from "./charts/chart.tsx";
import { textOf } from "./charts/plot.ts";

/** From this many columns on, headings are vertical. */
const manyColumns = 10;

interface SectionsProps {
  readonly sections: Report["sections"];
  /** Prefix of ids, so that reports on one page differ. */
  readonly prefix?: string;
}

/** Sections of a report: charts with their tables below them, and what their figures mean. Styles are in `report.css`. */
export function Sections({ sections, prefix = "" }: SectionsProps) {
  return sections.map(({ name, title, tables }) => (
    <section key={name} aria-labelledby={`${prefix}${name}-section`}>
      <h2 id={`${prefix}${name}-section`}>{title}</h2>
      {tables.map((table) => <TableBlock key={table.id} table={table} id={prefix + table.id} />)}
      <Meanings tables={tables} />
    </section>
  ));
}

function Meanings({ tables }: { readonly tables: readonly Table[] }) {
  return (
    <details className="report-meanings">
      <summary>What these figures mean</summary>
      {tables.map(({ id, title, columns }) => (
        <div key={id}>
          <h3>{title}</h3>
          <Facts facts={columns.map(({ label, means }) => [label, means])} />
        </div>
      ))}
    </details>
  );
}

export function Facts(
  { facts }: { readonly facts: readonly (readonly [name: string, value: string])[] },
) {
  return (
    <dl className="report-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function TableBlock({ table, id }: { readonly table: Table; readonly id: string }) {
  const { title, about, charts = [] } = table;
  return (
    <article aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <p className="report-about">{about}</p>
      {charts.map((chart, at) => <ChartFigure key={at} table={table} chart={chart} />)}
      <FigureTable table={table} label={id} />
    </article>
  );
}

interface FigureTableProps {
  readonly table: Table;
  readonly label: string;
}

export function FigureTable(
  { table: { heading, columns, rows }, label: labelId }: FigureTableProps,
) {
  const isWide = columns.length >= manyColumns;
  return (
    <div className="report-scroll" role="group" aria-labelledby={labelId} tabIndex={0}>
      <table className={isWide ? "report-table report-upright" : "report-table"}>
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
            <tr key={label} className={isTotal ? "report-total" : undefined}>
              <th scope="row">{label}</th>
              {columns.map((column, at) => <td key={column.label}>{textOf(figures[at] ?? null)}
              </td>)}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
