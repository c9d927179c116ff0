/** Verifies the log beside requests, after each start and once a day, in short slices. */
import { setTimeout as delay } from "node:timers/promises";
import type { Database } from "../../events/database.ts";
import { dayMs } from "../../events/log/day.ts";
import { refuseUnknownEvents, verifyLog } from "../../events/verify/verify-log.ts";
import { brokenBy, refuseOtherHeads } from "./broken-log.ts";
import type { Heads } from "./heads.ts";
import type { Readiness } from "./readiness.ts";

export interface LogCheckDependencies {
  readonly database: Pick<Database, "read">;
  readonly heads: Pick<Heads, "verify">;
  /** Checks files that a start didn't. */
  readonly checkFiles: (stopping?: AbortSignal) => Promise<void>;
  readonly pause?: (workedMs: number) => Promise<void>;
  readonly stopping?: AbortSignal;
  readonly now: () => Date;
}

/** A slice takes some milliseconds. */
const sliceEvents = 100;
/** Shorter runs show no progress. */
const longMs = 1000;

export class LogCheck {
  private reached = 0;
  private end: number | undefined;
  private beganAtMs = 0;
  private running: Promise<void> | undefined;
  private doneAt: Date | undefined;

  constructor(private readonly deps: LogCheckDependencies) {}

  /**
   * Verifies the whole log, unless that was done less than a day ago.
   * @throws {BrokenLog} At the first thing that is wrong.
   * @throws {UnknownEvent} When a later version of the product wrote to it.
   * @throws {DatabaseDamaged} When a file is damaged.
   */
  async runWhenDue(): Promise<void> {
    const { now, stopping } = this.deps;
    if (this.doneAt !== undefined && now().getTime() - this.doneAt.getTime() < dayMs) return;
    this.running ??= this.run().catch((error) => {
      if (!stopping?.aborted) throw error;
    }).finally(() => {
      this.end = this.running = undefined;
    });
    await this.running;
  }

  /** Position up to which this run or the last one has verified. */
  position(): number {
    return this.reached;
  }

  /** From 0 to 1; `undefined` unless a run has lasted a second. */
  share(): number | undefined {
    if (!this.end || performance.now() - this.beganAtMs < longMs) return undefined;
    return Math.min(1, this.reached / this.end);
  }

  /** When the last run without a finding ended, if any. */
  verifiedAt(): Date | undefined {
    return this.doneAt;
  }

  private async run(): Promise<void> {
    const { database, heads, checkFiles, pause = pauseAfter, stopping, now } = this.deps;
    const paced = inSlices(database, pause, stopping);
    this.beganAtMs = performance.now();
    const [row] = await database.read("SELECT max(position) AS position FROM events");
    this.reached = 0;
    this.end = Number(row?.position ?? 0);
    const report = (position: number) => void (this.reached = position);
    const { findings: [first] } = await verifyLog(paced, { pageSize: sliceEvents, report });
    if (first?.needsUpgrade) await refuseUnknownEvents(database, (first.position ?? 1) - 1);
    if (first !== undefined) throw brokenBy(first);
    await refuseOtherHeads(paced, heads);
    await checkFiles(stopping);
    this.doneAt = now();
  }
}

/** Pauses for other work before each read. */
function inSlices(
  database: Pick<Database, "read">,
  pause: (workedMs: number) => Promise<void>,
  stopping: AbortSignal | undefined,
): Pick<Database, "read"> {
  let since = performance.now();
  return {
    async read(...asked) {
      await pause(performance.now() - since);
      stopping?.throwIfAborted();
      since = performance.now();
      return await database.read(...asked);
    },
  };
}

/** Leaves three quarters of the time to other work. */
async function pauseAfter(workedMs: number): Promise<void> {
  await delay(Math.min(500, 3 * workedMs));
}

/** Adds how much of the log is verified, in tenths, since the number of events isn't public. */
export function withLogCheck(readiness: Readiness, check: Pick<LogCheck, "share">): Readiness {
  const share = check.share();
  if (share === undefined) return readiness;
  const percent = Math.floor(share * 10) * 10;
  return { ...readiness, parts: [...readiness.parts, `log: ${percent} % verified`] };
}
