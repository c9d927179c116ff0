import { scaleBand, scaleLinear } from "@visx/scale";
import { numbersOf, type Plot, textOf } from "./plot.ts";

const height = 68;
const top = 16;

/** One small chart for each line: figures that have no scale in common, over the same cycles. */
export function Tiles({ plot: { description, series, groups } }: { readonly plot: Plot }) {
  const x = scaleBand({ domain: series.map((_, at) => at), range: [0, 100], padding: 0.15 });
  return (
    <div className="chart-tiles" role="img" aria-label={description}>
      {groups.map(({ label, values }) => {
        const most = Math.max(1, ...numbersOf({ values }));
        const y = scaleLinear({ domain: [0, most], range: [height, top] });
        return (
          <div key={label} className="chart-tile">
            <span className="chart-label">{label}</span>
            <svg width="100%" height={height}>
              {values.map((value, at) => {
                const barTop = typeof value === "number" ? y(value) : height;
                const left = x(at) ?? 0;
                return (
                  <g key={series[at]}>
                    <rect
                      className={`chart-${at}`}
                      x={`${left}%`}
                      y={barTop}
                      width={`${x.bandwidth()}%`}
                      height={height - barTop}
                    />
                    <text
                      className="chart-value"
                      x={`${left + x.bandwidth() / 2}%`}
                      y={barTop - 4}
                      textAnchor="middle"
                    >
                      {textOf(value)}
                    </text>
                  </g>
                );
              })}
              <line className="chart-axis" x1="0" x2="100%" y1={height} y2={height} />
            </svg>
          </div>
        );
      })}
    </div>
  );
}
