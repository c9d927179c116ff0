import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The page's only stylesheet, inline. Its colors can be told apart in grayscale. */
export const styles = `
:root {
  color-scheme: light;
  font: 16px/1.45 system-ui, sans-serif;
  --report-text: #1c1a22;
  --report-quiet: #4a4653;
  --report-line: #e4e1ea;
  --report-line-strong: #6b6675;
  --report-link: #4d1979;
  --chart-0: #4d1979;
  --chart-1: #d08a1d;
  --chart-2: #1f8a8c;
  --chart-3: #c3b5dc;
  --chart-4: #6b6675;
}
body { max-width: 60rem; margin: 2rem auto; padding: 0 1.25rem; color: var(--report-text); background: #fff; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 1rem; color: var(--report-link); }
h2 { font-size: 1.35rem; margin: 3rem 0 0.5rem; padding-top: 0.75rem; border-top: 3px solid var(--chart-0); }
h3 { font-size: 1.05rem; margin: 1.75rem 0 0.25rem; }
.note { max-width: 44rem; margin: 0 0 0.75rem; color: var(--report-quiet); font-size: 0.9rem; }
nav { display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; margin: 0 0 1.5rem; }
a { color: var(--report-link); padding: 0.25rem 0; }
.report > footer { margin-top: 1.5rem; }
.report + .report { margin-top: 4rem; break-before: page; }
@media screen and (prefers-color-scheme: dark) {
  :root {
    color-scheme: dark;
    --report-text: #eceaf1;
    --report-quiet: #b9b4c6;
    --report-line: #34303f;
    --report-line-strong: #8d8799;
    --report-link: #cdb4ec;
    --chart-0: #9a6bd0;
    --chart-2: #2fa9ab;
    --chart-3: #ded3f0;
    --chart-4: #8d8799;
  }
  body { background: #17151d; }
}
@page { margin: 14mm; }
@media print {
  nav { display: none; }
  :root { font-size: 10.5pt; }
  body { max-width: none; margin: 0; padding: 0; }
  h2, h3 { break-after: avoid; }
  h2 { margin-top: 1.5rem; }
  h3 + p { break-after: avoid; }
}
${readFileSync(join(import.meta.dirname ?? ".", "report.css"), "utf8")}`.trim();
