import type { ReactNode } from "react";
import type { Answer, Report } from "../../events/report/report.ts";
import { ChartFigure } from "./charts/chart.tsx";
import { FigureTable } from "./sections.tsx";

/** Groups that fit into a card; the table has all. */
const mostGroups = 8;

export interface AnswersProps {
  readonly report: Pick<Report, "answers" | "sections">;
  /** Prefix of ids, so that reports on one page differ. */
  readonly prefix?: string;
  readonly children?: ReactNode;
}

/** The questions of a report, each with its answer in a sentence, a chart, and the chart's table folded below. */
export function Answers({ report: { answers, sections }, prefix = "", children }: AnswersProps) {
  return (
    <div className="answers">
      {answers.map((answer) => (
        <AnswerCard key={answer.name} answer={answer} sections={sections} prefix={prefix} />
      ))}
      {children}
    </div>
  );
}

interface AnswerCardProps extends Required<Pick<AnswersProps, "prefix">> {
  readonly answer: Answer;
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
