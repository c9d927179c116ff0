import type { Report, ReportAnswer } from "../../events/report/report.ts";
import type { Table } from "../../events/report/tables.ts";
import { ChartFigure, textOf } from "./charts/chart.tsx";
import { Fragment, type ReactNode } from "react";

/** From this number of columns, headings are vertical. */
const manyColumns = 10;

interface SectionsProps {
  readonly sections: Report["sections"];
  /** Prefix of ids, so that reports on one page differ. */
  readonly prefix?: string;
}

/**
 * Sections of a report: charts with their tables below, and the meaning of their figures. Styles
 * are in `report.css`.
 */
export function Sections({ sections, prefix = "" }: SectionsProps) {
  return sections.map(({ name, title, tables }) => (
    <section key={name} aria-labelledby={`${prefix}${name}-section`}>
      <h2 id={`${prefix}${name}-section`}>{title}</h2>
      {tables.map((table) => <TableBlock key={table.id} table={table} id={prefix + table.id} />)}
      <Meanings tables={tables} />
    </section>
  ));
}

interface TermsProps {
  readonly terms: readonly (readonly [term: string, text: string])[];
}

export function Terms({ terms }: TermsProps) {
  return (
    <dl className="report-facts">
      {terms.map(([term, text]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

function Meanings({ tables }: { readonly tables: readonly Table[] }) {
  return (
    <details className="report-meanings">
      <summary>What these figures mean</summary>
      {tables.map(({ id, title, columns }) => (
        <div key={id}>
          <h3>{title}</h3>
          <Terms terms={columns.map(({ label, means }) => [label, means])} />
        </div>
      ))}
    </details>
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

/** Number of groups that fit into a card. The table has all. */
const mostGroups = 8;

export interface AnswersProps {
  readonly report: Pick<Report, "answers" | "sections">;
  /** Prefix of ids, so that reports on one page differ. */
  readonly prefix?: string;
  readonly children?: ReactNode;
}

/**
 * A report's questions, each with its answer in a sentence, a chart, and the chart's table folded
 * below.
 */
export function Answers({ report: { answers, sections }, prefix = "", children }: AnswersProps) {
  return (
    <div className="answers">
      {answers.map((answer, at) => (
        <Fragment key={answer.name}>
          <AnswerCard answer={answer} sections={sections} prefix={prefix} />
          {at === 0 && children}
        </Fragment>
      ))}
    </div>
  );
}

interface AnswerCardProps extends Required<Pick<AnswersProps, "prefix">> {
  readonly answer: ReportAnswer;
  readonly sections: Report["sections"];
}

function AnswerCard({ answer, sections, prefix }: AnswerCardProps) {
  const { name, question, sentence, charted } = answer;
  const id = `${prefix}${name}-answer`;
  const table = sections.flatMap(({ tables }) => tables).find((one) => one.id === charted);
  const [chart] = table?.charts ?? [];
  const more = (table?.rows.filter(({ isTotal }) => !isTotal).length ?? 0) - mostGroups;
  const hasFigures = table?.rows.some(({ figures }) => figures.some((one) => Number(one) > 0));
  return (
    <section className="answer" aria-labelledby={id}>
      <h3 id={id}>{question}</h3>
      <p>{sentence}</p>
      {table && chart && hasFigures && (
        <>
          <ChartFigure
            table={table}
            chart={chart}
            {...chart.kind === "bars" && { mostGroups }}
          />
          <details className="report-meanings">
            <summary>
              {chart.kind === "bars" && more > 0 ? `Table, with ${more} more rows` : "Table"}
            </summary>
            <FigureTable table={table} label={id} />
          </details>
        </>
      )}
    </section>
  );
}
