/**
 * The page's only stylesheet, in the page itself. Its colours can be told apart on grey paper. No
 * quotation marks and no brackets: they would be escaped.
 */
export const styles = `
:root { color-scheme: light; font: 16px/1.45 system-ui, sans-serif; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1.25rem; color: #1c1a22; background: #fff; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 1rem; color: #3d1a63; }
h2 { font-size: 1.35rem; margin: 3rem 0 0.5rem; padding-top: 0.75rem; border-top: 3px solid #4d1979; }
h3 { font-size: 1.05rem; margin: 1.75rem 0 0.25rem; }
p { margin: 0 0 0.75rem; max-width: 44rem; color: #4a4653; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.15rem 1.25rem; margin: 0 0 1rem; }
dl div { display: contents; }
dt { color: #5d5868; }
dd { margin: 0; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
.note { font-size: 0.9rem; }
nav { display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; margin: 0 0 1.5rem; }
a { color: #4d1979; padding: 0.25rem 0; }
.report + .report { margin-top: 4rem; break-before: page; }
details { margin: 1.5rem 0 0; }
summary { cursor: pointer; color: #4d1979; padding: 0.25rem 0; }
details dl { margin-top: 0.5rem; font-size: 0.9rem; }
figure { margin: 0.75rem 0 1rem; }
svg { display: block; width: 100%; height: auto; overflow: visible; }
svg text { font-family: inherit; }
.tick { font-size: 11px; fill: #4a4653; }
.small { font-size: 8px; }
.value { font-size: 11px; fill: #1c1a22; font-variant-numeric: tabular-nums; }
.held { font-size: 13px; fill: #4a4653; text-anchor: middle; }
.axis { stroke: #6b6675; stroke-width: 1; }
.grid { stroke: #e4e1ea; stroke-width: 1; }
.empty { fill: #f1eff5; }
.fill-0 { fill: #4d1979; background: #4d1979; }
.fill-1 { fill: #d08a1d; background: #d08a1d; }
.fill-2 { fill: #1f8a8c; background: #1f8a8c; }
.fill-3 { fill: #c3b5dc; background: #c3b5dc; }
.fill-4 { fill: #6b6675; background: #6b6675; }
.legend { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; margin: 0 0 0.5rem; padding: 0; }
.legend li { display: flex; align-items: center; gap: 0.45rem; list-style: none; font-size: 0.85rem; }
.swatch { width: 0.8rem; height: 0.8rem; border-radius: 2px; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: 0.9rem; font-variant-numeric: tabular-nums; }
th, td { padding: 0.25rem 0.75rem; text-align: right; vertical-align: bottom; }
th:first-child { text-align: left; padding-left: 0; font-weight: 500; white-space: nowrap; }
thead th { border-bottom: 2px solid #6b6675; font-weight: 600; }
tbody tr { border-bottom: 1px solid #e4e1ea; }
.total { font-weight: 700; border-top: 2px solid #6b6675; }
.total th:first-child { font-weight: 700; }
abbr { text-decoration: none; color: #5d5868; }
.wide table { font-size: 0.78rem; }
.wide th, .wide td { padding: 0.2rem 0.35rem; }
.wide thead th + th { height: 9rem; }
.wide thead th span { writing-mode: vertical-rl; transform: rotate(180deg); white-space: nowrap; }
@media screen and (prefers-color-scheme: dark) {
  :root { color-scheme: dark; }
  body { color: #eceaf1; background: #17151d; }
  h1 { color: #cdb4ec; }
  h2 { border-color: #9a6bd0; }
  a, summary { color: #cdb4ec; }
  p, dt, abbr { color: #b9b4c6; }
  tbody tr { border-color: #34303f; }
  .total, thead th { border-color: #8d8799; }
  .tick, .held { fill: #b9b4c6; }
  .value { fill: #eceaf1; }
  .axis { stroke: #8d8799; }
  .grid { stroke: #34303f; }
  .empty { fill: #241f2e; }
  .fill-0 { fill: #9a6bd0; background: #9a6bd0; }
  .fill-2 { fill: #2fa9ab; background: #2fa9ab; }
  .fill-3 { fill: #ded3f0; background: #ded3f0; }
  .fill-4 { fill: #8d8799; background: #8d8799; }
}
@page { margin: 14mm; }
@media print {
  nav, details:not([open]) { display: none; }
  :root { font-size: 10.5pt; }
  body { max-width: none; margin: 0; padding: 0; }
  * { -webkit-print-color-adjust: exact; print-color-adjust: exact; }
  h2, h3 { break-after: avoid; }
  h2 { margin-top: 1.5rem; }
  h3 + p { break-after: avoid; }
  p, figure, tr { break-inside: avoid; }
  /* Only long tables go on, with their headings, on the next page. */
  table:not(:has(tbody tr:nth-child(26))) { break-inside: avoid; }
  figure svg { max-height: 20cm; }
  thead { display: table-header-group; }
  .scroll { overflow: visible; }
  table { font-size: 8.5pt; }
  .wide table { font-size: 7pt; }
  .wide th, .wide td { padding: 0.1rem 0.2rem; }
}
@media screen and (max-width: 40rem) {
  figure { overflow-x: auto; }
  figure svg { min-width: 36rem; }
  dl { grid-template-columns: 1fr; }
  th, td { padding-inline: 0.4rem; }
  th:first-child { white-space: normal; min-width: 5rem; }
  dd { margin-bottom: 0.5rem; }
}
`.trim();
