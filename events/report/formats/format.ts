import type { Report } from "../report.ts";
import { formatCsv } from "./csv.ts";
import { formatJson } from "./json.ts";
import { formatTable } from "./table.ts";

/** HTML is web's: see `web/statistics/html.tsx`. */
export const formats = ["table", "csv", "json", "html"] as const;
export type Format = (typeof formats)[number];

export interface FormatOptions {
  readonly isColored: boolean;
  /** Whether there may be several cycles, so that each has to be named. */
  readonly isSeries: boolean;
}

/** Reports on cycles as one text that ends with a line break. */
export function formatReports(
  reports: readonly Report[],
  format: Exclude<Format, "html">,
  { isColored, isSeries }: FormatOptions,
): string {
  switch (format) {
    case "table":
      return reports.map((report) => formatTable(report, { isColored })).join("\n\n");
    case "csv":
      return formatCsv(reports, { isSeries });
    case "json":
      return formatJson(reports, { isSeries });
  }
}
