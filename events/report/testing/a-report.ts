import type { Report } from "../report.ts";
import type { Content } from "./given.ts";

/** A report with this content and fixed details. */
export function aReport(content: Content, about: Partial<Report> = {}): Report {
  const { cycle = 2027 } = about;
  return {
    statistic: "cycle",
    cycle,
    from: `${cycle - 1}-10-01`,
    to: `${cycle}-09-30`,
    isComplete: false,
    asOf: "2026-11-20T12:00:00.000Z",
    source: { method: 3, position: 1_234_567, version: "1.2.3" },
    audience: "staff",
    ...content,
    ...about,
  };
}
