import { scaleBand, scaleLinear } from "@visx/scale";
import { Bar } from "@visx/shape";
import { numeral } from "../numeral.ts";
import { numbersOf, type Plot } from "./plot.ts";

const width = 720;
const perRow = 4;
const tile = { width: width / perRow, height: 104, gap: 14 };
const barsTop = 38;

/** One small chart for each line: figures that have no scale in common, over the same cycles. */
export function Tiles({ plot: { description, series, groups } }: { readonly plot: Plot }) {
  const height = Math.ceil(groups.length / perRow) * tile.height;
  const x = scaleBand({
    domain: series.map((_, at) => at),
    range: [0, tile.width - tile.gap],
    padding: 0.15,
  });
  return (
    <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={description}>
      {groups.map(({ label, values }, place) => {
        const left = (place % perRow) * tile.width;
        const top = Math.floor(place / perRow) * tile.height;
        const bottom = tile.height - tile.gap;
        const y = scaleLinear({
          domain: [0, Math.max(1, ...numbersOf({ values }))],
          range: [bottom, barsTop],
        });
        return (
          <g key={label} transform={`translate(${left}, ${top})`}>
            <text className="tick" x={x(0)} y={14}>{label}</text>
            {values.map((value, at) => {
              const barTop = typeof value === "number" ? y(value) : bottom;
              const middle = (x(at) ?? 0) + x.bandwidth() / 2;
              return (
                <g key={series[at]}>
                  <Bar
                    className={`fill-${at}`}
                    x={x(at)}
                    y={barTop}
                    width={x.bandwidth()}
                    height={bottom - barTop}
                  />
                  <text className="value" x={middle} y={barTop - 4} textAnchor="middle">
                    {value === "suppressed" ? "*" : value === null ? "" : numeral(value)}
                  </text>
                </g>
              );
            })}
            <line className="axis" x1={0} x2={tile.width - tile.gap} y1={bottom} y2={bottom} />
          </g>
        );
      })}
    </svg>
  );
}
