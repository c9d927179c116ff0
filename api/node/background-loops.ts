import type { Composed } from "../compose.ts";
import { repeat } from "./follow.ts";
import { describeError, type Log } from "../log.ts";

/** How often each is done again, after it ended. */
const pauses = {
  /** What another node recorded is found within a second: this, reading it and indexing it. */
  follow: 250,
  index: 250,
  send: 2000,
  look: 30_000,
  saveIndex: 60_000,
  sweep: 15 * 60_000,
  removeLeft: 30_000,
  backUp: 1000,
  purge: 60 * 60_000,
  passTime: 10 * 60_000,
  writeHead: 60 * 60_000,
  /** Asks whether a week has. */
  makeInsights: 60_000,
  /** Asks whether a day has passed. */
  verifyLog: 60_000,
} as const;

export interface LoopDependencies extends Composed {
  /** Signs the log's head and keeps it. */
  writeHead(): Promise<void>;
  /** Verifies the log where that is due; ends the process over what is wrong. */
  verifyLog(): Promise<void>;
}

/** Background loops: the work that goes on beside requests. Returns how to end them. */
export function startBackgroundLoops(composed: LoopDependencies, log: Log): () => Promise<void> {
  const { follow, outboxSender, purge, sweep, remoteSearch, readiness, continuous } = composed;
  const again = (name: keyof typeof pauses, work: () => Promise<void>, failed: string) =>
    repeat(work, { pauseMs: pauses[name], onError: firstOfARow(log, failed) });

  outboxSender.wake();
  void readiness.look();
  void composed.writeHead().catch(firstOfARow(log, "signing the log's head failed"));
  void sweep().catch(firstOfARow(log, "removing unused objects failed"));
  void composed.verifyLog().catch(firstOfARow(log, "verifying the log failed"));
  const stopFollowing = again("follow", follow, "following the log failed");
  const stopSending = again("send", outboxSender.sendDue, "sending mail failed");
  const others = [
    again("purge", purge, "deleting expired sessions failed"),
    again("passTime", composed.passTime, "what time does to requests and conversations failed"),
    again("writeHead", composed.writeHead, "signing the log's head failed"),
    again("verifyLog", composed.verifyLog, "verifying the log failed"),
    again("makeInsights", composed.product.insights.prepare, "making insights failed"),
    again("sweep", sweep, "removing unused objects failed"),
    again("removeLeft", composed.removeLeft, "removing files of an erased member failed"),
    again("saveIndex", composed.saveIndex, "writing the index failed"),
    ...(continuous === undefined ? [] : [
      again("backUp", continuous.copy, "the continuous backup failed"),
    ]),
    again("look", readiness.look, "looking at mail and objects failed"),
    ...(remoteSearch === undefined ? [] : [remoteSearch.index, remoteSearch.watch])
      .map((work) => again("index", work, "indexing on Meilisearch failed")),
  ];
  return async () => {
    remoteSearch?.stop();
    await outboxSender.stop();
    await stopFollowing();
    // What it is waiting for ended when sending stopped, or is given up with this process.
    stopSending().catch(() => undefined);
    await Promise.all(others.map((stop) => stop()));
    await continuous?.stop().catch(firstOfARow(log, "the continuous backup failed"));
  };
}

/** A database can be away for hours: a failure is told once, and again a minute later. */
function firstOfARow(log: Log, event: string): (error: unknown) => void {
  let toldAtMs = -Infinity;
  return (error) => {
    if (performance.now() - toldAtMs < 60_000) return;
    toldAtMs = performance.now();
    log({ level: "error", event, ...describeError(error) });
  };
}
