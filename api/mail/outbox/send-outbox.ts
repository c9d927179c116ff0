import type { DueMail } from "../../../events/members/mail-queue.ts";
import { describeError, type Log } from "../../log.ts";
import type { MailOutcomes } from "./outcomes.ts";
import {
  createTryMail,
  type Outcome,
  type RetryPace,
  type TryMailDependencies,
} from "./try-mail.ts";

export interface OutboxSenderDependencies extends TryMailDependencies {
  readonly log: Log;
  readonly pace?: Partial<Pace>;
  /** Is told what became of each attempt. */
  readonly onOutcome?: (outcome: Outcome["is"]) => void;
  /** Remembers whether mail goes out. */
  readonly outcomes?: Pick<MailOutcomes, "noteSent" | "noteFailed">;
}

/** How fast mails are sent, and sent again. */
export interface Pace extends RetryPace {
  /** How long a mail waits whose process was killed; renewed while a process is at it. */
  readonly leaseMs: number;
}

export type OutboxSender = ReturnType<typeof createOutboxSender>;

const defaultPace: Pace = {
  firstRetryMs: 5000,
  longestRetryMs: 60 * 60 * 1000,
  leaseMs: 20_000,
};
/** As many connections to the mail server as one process has. */
const atOnce = 5;
/** One mail a second of those that waited for a mail server: few servers take more from one sender. */
const releasedEveryMs = 1000;
const stopWithinMs = 5000;

/**
 * Outbox sender. Any number of processes may run one: each mail is leased to one at a time. When a
 * process is killed between sending a mail and noting it, the mail is sent again with the same
 * Message-ID.
 */
export function createOutboxSender(deps: OutboxSenderDependencies) {
  const { queue, log, now, onOutcome } = deps;
  const pace = { ...defaultPace, ...deps.pace };
  const tryMail = createTryMail(deps, pace);
  let running: Promise<void> | undefined;
  let isWanted = false;
  let isStopped = false;
  let sentBy: unknown;
  /** Mails that are being tried. */
  const underWay = new Set<string>();

  async function sendAll(): Promise<void> {
    try {
      // What waited for a mail server, or for another one: it was set up since, or before this start.
      const mail = await deps.currentMail();
      if (mail !== sentBy && !mail.isFolder) await queue.release(releasedEveryMs);
      sentBy = mail;
      while (isWanted && !isStopped) {
        isWanted = false;
        await sendBatches();
      }
    } finally {
      running = undefined;
    }
  }

  async function sendBatches(): Promise<void> {
    while (!isStopped) {
      const due = await queue.take({ limit: atOnce, leaseMs: pace.leaseMs });
      if (due.length === 0) return;
      const outcomes = await whileRenewing(due, () => Promise.all(due.map(attempt)));
      for (const { is } of outcomes) onOutcome?.(is);
      await note(outcomes);
      await report(outcomes);
      // Nothing gets through: the others need not find that out, too. They stay due.
      if (outcomes.every(({ is }) => is === "postponed")) return;
    }
  }

  /** An attempt may take minutes with a slow server; a killed process must not cost minutes. */
  async function whileRenewing<T>(due: readonly DueMail[], work: () => Promise<T>): Promise<T> {
    const messageIds = due.map(({ messageId }) => messageId);
    const timer = setInterval(() => {
      queue.renew(messageIds, now().getTime() + pace.leaseMs).catch(logFailure);
    }, pace.leaseMs / 3);
    try {
      return await work();
    } finally {
      clearInterval(timer);
    }
  }

  async function attempt(due: DueMail): Promise<Outcome> {
    underWay.add(due.messageId);
    try {
      return await tryMail(due);
    } finally {
      underWay.delete(due.messageId);
    }
  }

  async function note(outcomes: readonly Outcome[]): Promise<void> {
    const down = outcomes.find(({ isMailDown }) => isMailDown);
    if (outcomes.some(({ is }) => is === "sent")) await deps.outcomes?.noteSent();
    else if (down?.reason !== undefined) await deps.outcomes?.noteFailed(down.reason);
  }

  /** One line for all mails that met the same fate, with how many wait now. */
  async function report(outcomes: readonly Outcome[]): Promise<void> {
    for (const fate of ["postponed", "given up"] as const) {
      const these = outcomes.filter(({ is }) => is === fate);
      if (these.length === 0) continue;
      const { count, oldestAtMs } = await queue.waiting();
      log({
        level: fate === "postponed" ? "warning" : "error",
        event: fate === "postponed" ? "mails could not be sent, will try again" : "mails given up",
        mails: these.length,
        kinds: distinct(these.map(({ kind }) => kind)),
        reasons: distinct(these.map(({ reason = "" }) => reason)),
        waiting: count,
        ...(oldestAtMs !== undefined && {
          oldestMinutes: Math.max(0, Math.floor((now().getTime() - oldestAtMs) / 60_000)),
        }),
      });
    }
  }

  function logFailure(error: unknown) {
    log({ level: "error", event: "sending mail failed", ...describeError(error) });
  }

  function sendDue(): Promise<void> {
    if (isStopped) return Promise.resolve();
    isWanted = true;
    running ??= sendAll();
    return running;
  }

  const settled = async () => {
    await running?.catch(() => undefined);
  };

  return {
    /** Tries everything that is due. Calls at the same time share their work. */
    sendDue,
    /** The same at once, for a request that queued something and does not wait. */
    wake(): void {
      sendDue().catch(logFailure);
    },
    /** Resolves once what is being tried at the moment has been. */
    settled,
    /** Starts nothing more; resolves once what is being tried has been, or a few seconds later. */
    async stop(): Promise<void> {
      isStopped = true;
      await Promise.race([settled(), new Promise((resolve) => setTimeout(resolve, stopWithinMs))]);
      // Their server takes too long for this process; another need not wait for the lease to end.
      const mine = [...underWay];
      await Promise.all(mine.map((messageId) => queue.postpone(messageId, now().getTime())))
        .catch(logFailure);
    },
  };
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}
