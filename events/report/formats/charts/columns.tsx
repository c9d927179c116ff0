import { AxisBottom, AxisLeft } from "@visx/axis";
import { scaleBand, scaleLinear } from "@visx/scale";
import { Bar } from "@visx/shape";
import { numeral } from "../numeral.ts";
import { type Plot, wholeTicks } from "./plot.ts";

const width = 720;
const height = 240;
/** From here on labels have to be small to stand beside each other. */
const manyGroups = 24;
const margin = { top: 16, right: 8, bottom: 28, left: 56 };

/** Upright bars beside each other: for months and for a few groups. */
export function Columns({ plot: { description, series, groups, max } }: { readonly plot: Plot }) {
  const x = scaleBand({
    domain: groups.map(({ label }) => label),
    range: [margin.left, width - margin.right],
    padding: 0.25,
  });
  const within = scaleBand({
    domain: series.map((_, at) => at),
    range: [0, x.bandwidth()],
    padding: 0.05,
  });
  const y = scaleLinear({
    domain: [0, max],
    range: [height - margin.bottom, margin.top],
    nice: true,
  });
  const bottom = height - margin.bottom;
  return (
    <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={description}>
      {wholeTicks(y.ticks(5)).map((tick) => (
        <line key={tick} className="grid" x1={margin.left} x2={width} y1={y(tick)} y2={y(tick)} />
      ))}
      {groups.map(({ label, values }) =>
        values.map((value, at) => {
          const left = (x(label) ?? 0) + (within(at) ?? 0);
          if (value === "suppressed") {
            const middle = left + within.bandwidth() / 2;
            return <text key={`${label}/${at}`} className="held" x={middle} y={bottom - 3}>*</text>;
          }
          if (value === null || value === 0) return null;
          return (
            <Bar
              key={`${label}/${at}`}
              className={`fill-${at}`}
              x={left}
              y={y(value)}
              width={within.bandwidth()}
              height={bottom - y(value)}
            />
          );
        })
      )}
      <AxisBottom
        scale={x}
        top={bottom}
        hideTicks
        axisLineClassName="axis"
        tickLabelProps={{
          className: "tick",
          fontFamily: "inherit",
          fontSize: 11,
          ...(groups.length > manyGroups && { className: "tick small" }),
        }}
      />
      <AxisLeft
        scale={y}
        left={margin.left}
        tickValues={wholeTicks(y.ticks(5))}
        tickFormat={(value) => numeral(Number(value))}
        hideTicks
        hideAxisLine
        tickLabelProps={{
          className: "tick",
          fontFamily: "inherit",
          fontSize: 11,
          textAnchor: "end",
          dy: "0.3em",
        }}
      />
    </svg>
  );
}
