import { numeral } from "../../../events/report/formats/numeral.ts";
import type { Plot } from "./plot.ts";

const top = 12;
const bottom = 164;
const height = 188;
/** In hundredths of the width; the picture fills the available width. */
const left = 9;
/** From this many groups on, a phone shows every second label. */
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

/** Distance between grid lines, so that there are five at most: 1, 2, 5, 10 … */
function stepFor(max: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, max / 5)));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step * 5 >= max) ?? max;
}

const month = new Intl.DateTimeFormat("en-US", { month: "short", timeZone: "UTC" });

/** Name of a month, with its first day if that is not the 1st, and without its year. */
function shortLabel(label: string): string {
  const parts = /^\d{4}-\d{2}(?:-(\d{2}))?$/.exec(label);
  if (parts === null) return label;
  const name = month.format(Date.parse(label));
  return parts[1] === undefined ? name : `${name} ${Number(parts[1])}`;
}
