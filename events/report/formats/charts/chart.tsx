import type { Chart, PrintedTable } from "../../tables.ts";
import { Bars } from "./bars.tsx";
import { Columns } from "./columns.tsx";
import { Heat } from "./heat.tsx";
import { heldShare, plotOf } from "./plot.ts";
import { Tiles } from "./tiles.tsx";

export interface ChartFigureProps {
  readonly table: PrintedTable;
  readonly chart: Chart;
}

/**
 * A table as a picture, with its legend. The table below it says the same in numbers. Nothing is
 * drawn where there is hardly anything to see.
 */
export function ChartFigure({ table, chart }: ChartFigureProps) {
  const plot = plotOf(table, chart);
  if (plot.groups.length === 0) return null;
  // A chart of stars says less than the table below it.
  if (heldShare(plot) > (chart.kind === "heat" ? 0.5 : 0.9)) return null;
  const hasLegend = plot.series.length > 1 && chart.kind !== "heat";
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
      {chart.kind === "heat" && <Heat plot={plot} />}
      {chart.kind === "tiles" && <Tiles plot={plot} />}
    </figure>
  );
}
