import type { PublicJson } from "../directory/public-json.ts";
import type { Reading } from "./metrics.ts";

/** What is kept of pages, and whether that is worth it. */
export function pageReadings(
  { parts, partReads, markups }: Pick<PublicJson, "parts" | "partReads" | "markups">,
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
    {
      name: "alumni_card_cache_bytes",
      help: "Memory that what cards of members say takes, of 24 MB at most",
      read: () => markups.calculatedSize,
    },
    reads("hits"),
    reads("misses"),
  ];
}
