import type { Chart, Figure, Table } from "../../../events/report/tables.ts";
import { numeral } from "../../../events/report/formats/numeral.ts";

interface ChartFigureProps {
  readonly table: Table;
  readonly chart: Chart;
  readonly mostGroups?: number;
}

/** A table as a picture, with its legend. The table has the same numbers. */
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

const barHeight = 16;
/** Length of the longest bar, in percent of the width. Its value needs the rest. */
const longest = 82;

/** Horizontal bars with their values, for long names and for successive steps. */
function Bars({ plot: { description, series, groups, max } }: { readonly plot: Plot }) {
  return (
    <div className="chart-bars" role="img" aria-label={description}>
      {groups.map(({ label, values }) => (
        <div key={label} className="chart-group">
          <span className="chart-label">{label}</span>
          <svg width="100%" height={series.length * barHeight}>
            {values.map((value, at) => {
              const length = `${typeof value === "number" ? longest * value / max : 0}%`;
              const top = at * barHeight;
              return (
                <g key={series[at]}>
                  <rect
                    className={`chart-${at}`}
                    y={top + 1}
                    width={length}
                    height={barHeight - 2}
                  />
                  <text
                    className="chart-value"
                    x={length}
                    dx={5}
                    y={top + barHeight / 2}
                    dy="0.35em"
                  >
                    {textOf(value)}
                  </text>
                </g>
              );
            })}
          </svg>
        </div>
      ))}
    </div>
  );
}

const top = 12;
const bottom = 164;
const height = 188;
/** In percent of the width. The picture fills the available width. */
const left = 9;
/** From this number of groups, a phone shows every second label. */
const manyGroups = 7;

/** Vertical bars beside each other, for months. */
export function Columns({ plot: { description, series, groups, max } }: { readonly plot: Plot }) {
  const step = stepFor(max);
  const highest = Math.ceil(max / step) * step;
  const y = (value: number) => bottom - (bottom - top) * value / highest;
  const slot = (100 - left) / groups.length;
  const width = slot * 0.75 / series.length;
  return (
    <svg width="100%" height={height} role="img" aria-label={description}>
      {Array.from({ length: highest / step + 1 }, (_, at) => at * step).map((tick) => (
        <g key={tick}>
          <line className="chart-grid" x1={`${left}%`} x2="100%" y1={y(tick)} y2={y(tick)} />
          <text x={`${left - 1}%`} y={y(tick)} dy="0.3em" textAnchor="end">{numeral(tick)}</text>
        </g>
      ))}
      {groups.map(({ label, values }, place) => {
        const start = left + slot * (place + 0.125);
        return (
          <g key={label}>
            {values.map((value, at) =>
              typeof value === "number" && (
                <rect
                  key={series[at]}
                  className={`chart-${at}`}
                  x={`${start + at * width}%`}
                  y={y(value)}
                  width={`${width * 0.95}%`}
                  height={bottom - y(value)}
                />
              )
            )}
            <text
              className={groups.length >= manyGroups && place % 2 > 0 ? "chart-wide" : undefined}
              x={`${start + slot * 0.375}%`}
              y={height - 8}
              textAnchor="middle"
            >
              {shortLabel(label)}
            </text>
          </g>
        );
      })}
      <line className="chart-axis" x1={`${left}%`} x2="100%" y1={bottom} y2={bottom} />
    </svg>
  );
}

/** Distance between grid lines, with at most five of them: 1, 2, 5, 10 … */
function stepFor(max: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, max / 5)));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step * 5 >= max) ?? max;
}

const month = new Intl.DateTimeFormat("en-US", { month: "short", timeZone: "UTC" });

/** Name of a month without its year, with its first day if that isn't the 1st. */
function shortLabel(label: string): string {
  const parts = /^\d{4}-\d{2}(?:-(\d{2}))?$/.exec(label);
  if (parts === null) return label;
  const name = month.format(Date.parse(label));
  return parts[1] === undefined ? name : `${name} ${Number(parts[1])}`;
}

/** Data of a chart: groups of values, one value per series. */
interface Plot {
  /** Text for assistive technology; the table below has the numbers. */
  readonly description: string;
  readonly series: readonly string[];
  readonly groups: readonly { readonly label: string; readonly values: readonly Figure[] }[];
  /** The largest value, at least 1. */
  readonly max: number;
}

/** The chart's part of a table, without its total row and the groups after the first `mostGroups`. */
function plotOf(table: Table, chart: Chart, mostGroups = Infinity): Plot {
  const { title, columns, rows } = table;
  const description = `Chart: ${title}. The table below has its numbers.`;
  const labels = chart.series.map((at) => columns[at]?.label ?? "");
  const total = rows.find(({ isTotal }) => isTotal)?.figures ?? [];
  const groups = chart.ofTotal
    ? labels.map((label, at) => ({ label, values: [total[chart.series[at] ?? 0] ?? null] }))
    : rows.filter(({ isTotal }) => !isTotal).slice(0, mostGroups).map((row) => ({
      label: row.label,
      values: chart.series.map((at) => row.figures[at] ?? null),
    }));
  const numbers = groups.flatMap(({ values }) => values.filter((one) => typeof one === "number"));
  const series = chart.ofTotal ? ["All"] : labels;
  return { description, series, groups, max: Math.max(1, ...numbers) };
}

export function textOf(value: Figure): string {
  return typeof value === "number" ? numeral(value) : value ?? "";
}
