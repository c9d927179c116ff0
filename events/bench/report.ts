import { join } from "node:path";
import { openDatabase } from "../store/database.ts";
import { makeReports } from "../report/make-reports.ts";
import { makeUpLog } from "../testing/made-up-log.ts";
import { writeLog } from "../testing/write-log.ts";
import { inTurn, type Line } from "./line.ts";

const rows = `SELECT position, stream, actor_id, type, schema_version, at_ms, facts FROM events
  WHERE position > ? AND position <= ? ORDER BY position`;
/** Events of 10,000 people in ten years. */
const events = 200_000;

/** Measures a report on a cycle beside a plain scan of the rows that it counts. */
export async function measureReport(folder: string): Promise<Line[]> {
  const url = `file:${join(folder, "report.db")}`;
  const database = await openDatabase({ url, durability: "normal" });
  await writeLog(database, makeUpLog({ events, seed: 1 }), () => {});
  const seconds = await inTurn({
    report: () =>
      makeReports(
        database,
        { statistic: "cycle", asOf: { kind: "end" }, audiences: ["staff"] },
        { version: "0", now: Date.now() },
      ),
    async scan() {
      for (let after = 0; after < events; after += 2000) {
        await database.read(rows, [after, after + 2000]);
      }
    },
  }, 3);
  database.close();
  return [{
    what: `report on a cycle, ${events.toLocaleString("en-US")} events, beside a scan`,
    figure: `${seconds.report.toFixed(2)} s`,
    value: seconds.scan / seconds.report,
    target: { least: 0.25 },
  }];
}
