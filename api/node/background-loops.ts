import type { OutboxSender } from "../mail/outbox/send-outbox.ts";
import type { RemoteSearch } from "../search/remote.ts";
import { type Interval, repeat } from "./repeat.ts";
import { describeError, type Log } from "./log.ts";

/** Delay after a start, so that the first requests get the processor. */
const soonMs = 1000;
const minuteMs = 60_000;

/** Pauses between runs. All run soon after a start, because frequent restarts would postpone them otherwise. */
const rhythms = {
  /** Short, so that another node's changes can be found within a second. */
  follow: { firstMs: 0, pauseMs: 250 },
  index: { firstMs: 0, pauseMs: 250 },
  send: { firstMs: 0, pauseMs: 2000 },
  probe: { firstMs: 0, pauseMs: 30_000 },
  /** Staff on another node can change which mailbox is read. */
  followMailbox: { firstMs: 0, pauseMs: 15_000 },
  sweep: { firstMs: 0, pauseMs: 15 * minuteMs },
  removeErased: { firstMs: soonMs, pauseMs: 30_000 },
  purge: { firstMs: soonMs, pauseMs: 60 * minuteMs },
  doDueWork: { firstMs: soonMs, pauseMs: 10 * minuteMs },
  /** Short, because people may be waiting for their first mail. */
  backup: { firstMs: 3 * minuteMs, pauseMs: minuteMs },
  /** Deleted data remains in the write-ahead logs until then. */
  emptyLog: { firstMs: soonMs, pauseMs: 30_000 },
} as const satisfies Record<string, Interval>;

type Work = () => Promise<void>;

/** Recurring work. */
export interface LoopDependencies {
  readonly follow: Work;
  readonly purge: Work;
  readonly doDueWork: Work;
  readonly sweep: Work;
  readonly removeErased: Work;
  readonly emptyLog: Work;
  readonly remoteSearch: Pick<RemoteSearch, "index" | "watch" | "stop"> | undefined;
  readonly readiness: { readonly probe: Work };
  readonly mailboxes: { readonly update: Work; readonly stop: Work };
  readonly backups: { readonly makeIfDue: Work; stop(): void };
  readonly outboxSender: Pick<OutboxSender, "sendDue" | "stop">;
}

/** Starts recurring work beside requests. Returns a function that stops it. */
export function startBackgroundLoops(
  composed: LoopDependencies,
  log: Log,
  backup: Interval = rhythms.backup,
): () => Promise<void> {
  const { follow, outboxSender, purge, sweep, remoteSearch, readiness, mailboxes } = composed;
  const again = (name: keyof typeof rhythms, work: () => Promise<void>, failed: string) =>
    repeat(work, { ...{ ...rhythms, backup }[name], onError: logRarely(log, failed) });

  const stopFollowing = again("follow", follow, "updating the index failed");
  const stopSending = again("send", outboxSender.sendDue, "sending mail failed");
  const stopMailbox = again("followMailbox", mailboxes.update, "opening the mailbox failed");
  const others = [
    again("purge", purge, "deleting expired sessions failed"),
    again("doDueWork", composed.doDueWork, "what time does to requests and conversations failed"),
    again("sweep", sweep, "removing unused objects failed"),
    again("removeErased", composed.removeErased, "removing files of an erased member failed"),
    again("emptyLog", composed.emptyLog, "emptying the write-ahead log failed"),
    again("backup", () => composed.backups.makeIfDue(), "making a backup failed"),
    again("probe", readiness.probe, "looking at mail and objects failed"),
    ...(remoteSearch === undefined ? [] : [remoteSearch.index, remoteSearch.watch])
      .map((work) => again("index", work, "indexing on Meilisearch failed")),
  ];
  return async () => {
    remoteSearch?.stop();
    composed.backups.stop();
    await stopMailbox();
    await mailboxes.stop();
    await outboxSender.stop();
    await stopFollowing();
    // The current mail is done, or ends with this process.
    stopSending().catch(() => undefined);
    await Promise.all(others.map((stop) => stop()));
  };
}

/** Logs at most once a minute, because a database can be unavailable for hours. */
function logRarely(log: Log, event: string): (error: unknown) => void {
  let toldAtMs = -Infinity;
  return (error) => {
    if (performance.now() - toldAtMs < 60_000) return;
    toldAtMs = performance.now();
    log({ level: "error", event, ...describeError(error) });
  };
}
