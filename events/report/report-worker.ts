/**
 * Makes reports for `on-thread.ts`.
 *
 * @module
 */
import { platform, setPriority } from "node:os";
import { makeReports } from "./make-reports.ts";
import type { ThreadOrder } from "./on-thread.ts";
import type { Report } from "./report.ts";
import { openLog } from "./source.ts";

// On Linux this is about this thread alone, elsewhere about the whole process.
if (platform() === "linux") setPriority(0, 10);

const inbox = self as unknown as Pick<Worker, "postMessage"> & {
  onmessage: (event: MessageEvent<ThreadOrder>) => void;
};

inbox.onmessage = async ({ data }) => inbox.postMessage(await make(data));

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
