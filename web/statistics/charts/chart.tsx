import type { Chart, Table } from "../../../events/report/tables.ts";
import { Bars } from "./bars.tsx";
import { Columns } from "./columns.tsx";
import { plotOf } from "./plot.ts";

export interface ChartFigureProps {
  readonly table: Table;
  readonly chart: Chart;
}

/**
 * A table as a picture, with its legend. The table below it says the same in numbers. Nothing is
 * drawn where there is hardly anything to see.
 */
export function ChartFigure({ table, chart }: ChartFigureProps) {
  const plot = plotOf(table, chart);
  if (plot.groups.length === 0) return null;
  const hasLegend = plot.series.length > 1;
  return (
    <figure className="chart" tabIndex={0}>
      {hasLegend && (
        <ul className="chart-legend" aria-hidden="true">
          {plot.series.map((label, at) => (
            <li key={label}>
              <svg width="12" height="12">
                <rect className={`chart-${at}`} width="12" height="12" rx="2" />
              </svg>
              {label}
            </li>
          ))}
        </ul>
      )}
      {chart.kind === "columns" && <Columns plot={plot} />}
      {chart.kind === "bars" && <Bars plot={plot} />}
    </figure>
  );
}
