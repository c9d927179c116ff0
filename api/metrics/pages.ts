import type { PublicJson } from "../directory/public-json.ts";
import type { Reading } from "./metrics.ts";

/** What is kept of pages, and whether that is worth it. */
export function pageReadings(
  { parts, partReads }: Pick<PublicJson, "parts" | "partReads">,
): Reading[] {
  const reads = (outcome: keyof PublicJson["partReads"]): Reading => ({
    name: "alumni_page_cache_reads_total",
    help: "Parts of pages that were asked of the page cache",
    labels: { outcome },
    isCounter: true,
    read: () => partReads[outcome],
  });
  return [
    {
      name: "alumni_page_cache_bytes",
      help: "Memory that the page cache takes, of 32 MB at most",
      read: () => parts.calculatedSize,
    },
    reads("hits"),
    reads("misses"),
  ];
}
