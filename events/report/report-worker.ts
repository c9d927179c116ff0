/**
 * Makes reports for `on-thread.ts`.
 *
 * @module
 */
import { makeReports } from "./make-reports.ts";
import type { ThreadOrder } from "./on-thread.ts";
import type { Report } from "./report.ts";
import { answerInWorker } from "../worker.ts";
import { openLog } from "./source.ts";

answerInWorker(make);

async function make(
  { database: address, start, version, pending }: ThreadOrder,
): Promise<readonly Report[]> {
  const database = await openLog({ ...address, isReadOnly: true });
  try {
    return await makeReports(
      database,
      { statistic: "cycle", cycles: "all", asOf: { kind: "end" }, audiences: ["staff", "share"] },
      { start, version, pending, now: Date.now() },
    );
  } finally {
    database.close();
  }
}
