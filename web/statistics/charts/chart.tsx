import type { Chart, Table } from "../../../events/report/tables.ts";
import { Bars } from "./bars.tsx";
import { Columns } from "./columns.tsx";
import { plotOf } from "./plot.ts";

interface ChartFigureProps {
  readonly table: Table;
  readonly chart: Chart;
  readonly mostGroups?: number;
}

/** A table as a picture, with its legend. The table says the same in numbers. */
export function ChartFigure({ table, chart, mostGroups }: ChartFigureProps) {
  const plot = plotOf(table, chart, mostGroups);
  if (plot.groups.length === 0) return null;
  return (
    <figure className="chart">
      {plot.series.length > 1 && (
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
      {chart.kind === "columns" ? <Columns plot={plot} /> : <Bars plot={plot} />}
    </figure>
  );
}
