import { scaleBand, scaleLinear } from "@visx/scale";
import { Bar } from "@visx/shape";
import type { Printed } from "../../tables.ts";
import { numeral } from "../numeral.ts";
import type { Plot } from "./plot.ts";

const width = 720;
const labelWidth = 190;
const valueWidth = 60;
const barHeight = 15;
const groupGap = 9;

/** Lying bars with their values: for long names, and for steps one after the other. */
export function Bars({ plot: { description, series, groups, max } }: { readonly plot: Plot }) {
  const height = groups.length * (series.length * barHeight + groupGap);
  const y = scaleBand({ domain: groups.map(({ label }) => label), range: [0, height] });
  const x = scaleLinear({ domain: [0, max], range: [0, width - labelWidth - valueWidth] });
  return (
    <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={description}>
      {groups.map(({ label, values }) => {
        const top = (y(label) ?? 0) + groupGap / 2;
        const middle = top + (series.length * barHeight) / 2;
        return (
          <g key={label}>
            <text className="tick" x={labelWidth - 10} y={middle} textAnchor="end" dy="0.35em">
              {label}
            </text>
            {values.map((value, at) => {
              const length = typeof value === "number" ? x(value) : 0;
              const barTop = top + at * barHeight;
              return (
                <g key={series[at]}>
                  <Bar
                    className={`fill-${at}`}
                    x={labelWidth}
                    y={barTop + 1}
                    width={length}
                    height={barHeight - 2}
                  />
                  <text
                    className="value"
                    x={labelWidth + length + 5}
                    y={barTop + barHeight / 2}
                    dy="0.35em"
                  >
                    {textOf(value)}
                  </text>
                </g>
              );
            })}
          </g>
        );
      })}
      <line className="axis" x1={labelWidth} x2={labelWidth} y1={0} y2={height} />
    </svg>
  );
}

function textOf(value: Printed): string {
  return value === "suppressed" ? "*" : value === null ? "" : numeral(value);
}
