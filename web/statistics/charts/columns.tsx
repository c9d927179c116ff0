import { scaleBand, scaleLinear } from "@visx/scale";
import { numeral } from "../../../events/report/formats/numeral.ts";
import { type Plot, wholeTicks } from "./plot.ts";

const height = 220;
const margin = { top: 12, bottom: 24 };
/** In hundredths of the width, of which the picture takes what there is. */
const left = 9;
/** So many labels stand beside each other, and on a phone half of them. */
const mostLabels = 12;

/** Upright bars beside each other: for months and for a few groups. */
export function Columns({ plot: { description, series, groups, max } }: { readonly plot: Plot }) {
  const x = scaleBand({
    domain: groups.map((_, at) => at),
    range: [left, 100],
    padding: 0.25,
  });
  const within = scaleBand({
    domain: series.map((_, at) => at),
    range: [0, x.bandwidth()],
    padding: 0.05,
  });
  const bottom = height - margin.bottom;
  const y = scaleLinear({ domain: [0, max], range: [bottom, margin.top], nice: true });
  const every = Math.ceil(groups.length / mostLabels);
  return (
    <svg width="100%" height={height} role="img" aria-label={description}>
      {wholeTicks(y.ticks(5)).map((tick) => (
        <g key={tick}>
          <line className="chart-grid" x1={`${left}%`} x2="100%" y1={y(tick)} y2={y(tick)} />
          <text x={`${left - 1}%`} y={y(tick)} dy="0.3em" textAnchor="end">{numeral(tick)}</text>
        </g>
      ))}
      {groups.map(({ label, values }, place) => {
        const start = x(place) ?? 0;
        return (
          <g key={label}>
            {values.map((value, at) => {
              const barLeft = start + (within(at) ?? 0);
              if (typeof value !== "number" || value === 0) return null;
              return (
                <rect
                  key={at}
                  className={`chart-${at}`}
                  x={`${barLeft}%`}
                  y={y(value)}
                  width={`${within.bandwidth()}%`}
                  height={bottom - y(value)}
                />
              );
            })}
            {place % every === 0 && (
              <text
                className={groups.length > mostLabels / 2 && place % (2 * every) > 0
                  ? "chart-wide"
                  : undefined}
                x={`${start + x.bandwidth() / 2}%`}
                y={height - 8}
                textAnchor="middle"
              >
                {shortLabel(label)}
              </text>
            )}
          </g>
        );
      })}
      <line className="chart-axis" x1={`${left}%`} x2="100%" y1={bottom} y2={bottom} />
    </svg>
  );
}

const month = new Intl.DateTimeFormat("en-US", { month: "short", timeZone: "UTC" });

/** Of a month its name, with its first day where that is not the first; the year is the cycle's. */
function shortLabel(label: string): string {
  const parts = /^\d{4}-\d{2}(?:-(\d{2}))?$/.exec(label);
  if (parts === null) return label;
  const name = month.format(Date.parse(label));
  return parts[1] === undefined ? name : `${name} ${Number(parts[1])}`;
}
