import { type Plot, textOf } from "./plot.ts";

const barHeight = 16;
/** Length of the longest bar, in hundredths of the width: its value needs the rest. */
const longest = 82;

/** Horizontal bars with their values, for long names and for successive steps. */
export function Bars({ plot: { description, series, groups, max } }: { readonly plot: Plot }) {
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
