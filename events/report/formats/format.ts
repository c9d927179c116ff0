import type { Format } from "../arguments.ts";
import type { Report } from "../report.ts";
import { formatCsv } from "./csv.ts";
import { formatJson } from "./json.ts";
import { formatTable } from "./table.ts";

/** The report as a text that ends with a line break. */
export async function formatReport(
  report: Report,
  format: Format,
  options: { readonly isColored: boolean },
): Promise<string> {
  switch (format) {
    case "table":
      return formatTable(report, options);
    case "csv":
      return formatCsv(report);
    case "json":
      return formatJson(report);
    case "html": {
      // The other formats start sooner without the packages that draw charts.
      const { formatHtml } = await import("./html.tsx");
      return formatHtml(report);
    }
  }
}
