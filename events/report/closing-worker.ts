/**
 * Makes the closing of a week for `closing.ts`.
 *
 * @module
 */
import { platform, setPriority } from "node:os";
import { defaultMinCell, mostCycles } from "./arguments.ts";
import type { ClosingAnswer, ClosingOrder } from "./closing.ts";
import { cycleAt } from "./cycle.ts";
import { makeReports } from "./make-reports.ts";
import { readPages } from "./replay/pages.ts";
import { findHorizon, NothingKnown, openLog } from "./source.ts";

// On Linux this is about this thread alone, elsewhere about the whole process.
if (platform() === "linux") setPriority(0, 10);

const inbox = self as unknown as Pick<Worker, "postMessage"> & {
  onmessage: (event: MessageEvent<ClosingOrder>) => void;
};

inbox.onmessage = async ({ data }) => {
  const answer = await make(data).catch((error: Error): ClosingAnswer =>
    error instanceof NothingKnown ? { kind: "none" } : { kind: "failed", message: error.message }
  );
  inbox.postMessage(answer);
};

async function make({ database: address, start, version }: ClosingOrder): Promise<ClosingAnswer> {
  const database = await openLog({ ...address, isReadOnly: true });
  try {
    const horizon = await findHorizon(database, { kind: "sunday" }, Date.now());
    const last = cycleAt(horizon.atMs - 1, start).name;
    const first = Math.max(cycleAt(horizon.firstAtMs, start).name, last - mostCycles + 1);
    const wish = { statistic: "cycle", cycles: [first, last], minCell: defaultMinCell } as const;
    const pages = () => readPages(database, horizon.position);
    return {
      kind: "reports",
      reports: await makeReports(horizon, wish, { start, version, pages }),
    };
  } finally {
    database.close();
  }
}
