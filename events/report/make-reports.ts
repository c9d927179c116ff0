import type { Wish } from "./arguments.ts";
import type { CycleStart } from "./cycle.ts";
import { replay } from "./replay.ts";
import type { Page } from "./replay/pages.ts";
import { createReports, type Report } from "./report.ts";
import { cyclesUntil, type Horizon } from "./source.ts";

export interface Making {
  readonly start: CycleStart;
  /** The product's version. */
  readonly version: string;
  /** The log up to the horizon. */
  readonly pages: () => AsyncIterable<Page>;
  /** Is told the log position that was reached, after every page. */
  readonly onProgress?: (position: number) => void;
}

/**
 * Reports on the cycles that are wished for, from one replay of the log up to a horizon.
 *
 * @throws {ReportError} When one of them had not begun, or was over before the log begins.
 */
export async function makeReports(
  { position, headHash, atMs, firstAtMs, topics }: Horizon,
  { statistic, cycles, minCell }: Pick<Wish, "statistic" | "cycles" | "minCell">,
  { start, version, pages, onProgress }: Making,
): Promise<Report[]> {
  const known = cyclesUntil(cycles, { atMs, firstAtMs }, start);
  const counted = await replay(pages(), {
    cycles: known,
    atMs,
    topics,
    ...(onProgress && { report: onProgress }),
  });
  const source = { position, headHash, asOfMs: atMs, version };
  return createReports(counted, cycles, { statistic, minCell, source });
}
