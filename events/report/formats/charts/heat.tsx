import { scaleBand, scaleSqrt } from "@visx/scale";
import type { Plot } from "./plot.ts";

const width = 720;
const rowHeight = 16;
const labelWidth = 92;
/** About what a letter takes of the upright labels. */
const letterWidth = 6;

/** A field for each pair of properties, darker the more members have both. */
export function Heat({ plot: { description, series, groups, max } }: { readonly plot: Plot }) {
  const headHeight = 10 + letterWidth * Math.max(0, ...series.map((label) => label.length));
  const height = headHeight + groups.length * rowHeight + 4;
  const x = scaleBand({
    domain: series.map((_, at) => at),
    range: [labelWidth, width],
    padding: 0.06,
  });
  const y = scaleBand({
    domain: groups.map(({ label }) => label),
    range: [headHeight, height - 4],
    padding: 0.08,
  });
  const shade = scaleSqrt({ domain: [0, max], range: [0, 1] });
  return (
    <svg
      className="chart-heat"
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={description}
    >
      {series.map((label, at) => {
        const middle = (x(at) ?? 0) + x.bandwidth() / 2;
        return (
          <text
            key={label}
            transform={`translate(${middle + 4}, ${headHeight - 6}) rotate(-90)`}
          >
            {label}
          </text>
        );
      })}
      {groups.map(({ label, values }) => {
        const top = y(label) ?? 0;
        const middle = top + y.bandwidth() / 2;
        return (
          <g key={label}>
            <text x={labelWidth - 8} y={middle} textAnchor="end" dy="0.35em">
              {label}
            </text>
            {values.map((value, at) => (
              <g key={series[at]}>
                <rect
                  className={typeof value === "number" ? "chart-0" : "chart-empty"}
                  fillOpacity={typeof value === "number" ? shade(value) : 1}
                  x={x(at)}
                  y={top}
                  width={x.bandwidth()}
                  height={y.bandwidth()}
                />
                {value === "suppressed" && (
                  <text x={(x(at) ?? 0) + x.bandwidth() / 2} y={middle + 6} textAnchor="middle">
                    *
                  </text>
                )}
              </g>
            ))}
          </g>
        );
      })}
    </svg>
  );
}
