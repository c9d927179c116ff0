import type { Format } from "../arguments.ts";
import type { Report } from "../report.ts";
import { formatCsv } from "./csv.ts";
import { formatJson } from "./json.ts";
import { formatTable } from "./table.ts";

export interface FormatOptions {
  readonly isColored: boolean;
  /** Whether cycles have to be told apart, since there may be several. */
  readonly isSeries: boolean;
}

/** Reports on cycles, one after the other, as one text that ends with a line break. */
export async function formatReports(
  reports: readonly Report[],
  format: Format,
  { isColored, isSeries }: FormatOptions,
): Promise<string> {
  switch (format) {
    case "table":
      return reports.map((report) => formatTable(report, { isColored })).join("\n\n");
    case "csv":
      return formatCsv(reports, { isSeries });
    case "json":
      return formatJson(reports, { isSeries });
    case "html": {
      // The other formats start sooner without the packages that draw charts.
      const { formatHtml } = await import("./html.tsx");
      return formatHtml(reports);
    }
  }
}
