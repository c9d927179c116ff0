import type { DueMail } from "../../../events/members/mail-queue.ts";
import { describeError, type Log } from "../../node/log.ts";
import type { Outcomes } from "../outcomes.ts";
import type { MailOut, Outcome, RetryPace, TryMail } from "./try-mail.ts";

interface OutboxSenderParts {
  readonly outgoing: MailOut;
  readonly tryMail: TryMail;
  readonly outcomes?: Pick<Outcomes, "noteWorked" | "noteFailed">;
  readonly pace?: Partial<Pick<Pace, "leaseMs">> | undefined;
  readonly log: Log;
  readonly now: () => Date;
}

export interface Pace extends RetryPace {
  /** How long a mail waits after its process was killed; renewed while a process works on it. */
  readonly leaseMs: number;
}

export type OutboxSender = ReturnType<typeof createOutboxSender>;

const atOnce = 5;
/** Pause between mails that waited for a mail server: few servers take more from one sender. */
const releasedEveryMs = 1000;
const stopWithinMs = 5000;

/**
 * Sender of the outbox. Any number of processes may run one, since mails are leased. A mail whose
 * process is killed after sending is sent again with the same Message-ID.
 */
export function createOutboxSender(
  { outgoing, tryMail, outcomes: mailState, pace = {}, log, now }: OutboxSenderParts,
) {
  const { queue } = outgoing;
  const { leaseMs = 20_000 } = pace;
  let running: Promise<void> | undefined;
  let isWanted = false;
  let isStopped = false;
  let sentBy: unknown;
  const underWay = new Set<string>();

  async function sendAll(): Promise<void> {
    try {
      // A new mail server makes the mails due that waited for one.
      const mail = await outgoing.current();
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
      const due = await queue.take({ limit: atOnce, leaseMs });
      if (due.length === 0) return;
      const outcomes = await whileRenewing(due, () => Promise.all(due.map(attempt)));
      await saveMailState(outcomes);
      await report(outcomes);
      // Nothing can be sent now. The other mails stay due.
      if (outcomes.every(({ is }) => is === "postponed")) return;
    }
  }

  /** Leases are short, so that a killed process delays mails little. */
  async function whileRenewing<T>(due: readonly DueMail[], work: () => Promise<T>): Promise<T> {
    const messageIds = due.map(({ messageId }) => messageId);
    const timer = setInterval(() => {
      queue.renew(messageIds, now().getTime() + leaseMs).catch(logFailure);
    }, leaseMs / 3);
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

  async function saveMailState(outcomes: readonly Outcome[]): Promise<void> {
    const down = outcomes.find(({ isMailDown }) => isMailDown);
    if (outcomes.some(({ is }) => is === "sent")) await mailState?.noteWorked();
    else if (down?.reason !== undefined) await mailState?.noteFailed(down.reason);
  }

  /** One log line for all mails with the same outcome, and the number waiting. */
  async function report(outcomes: readonly Outcome[]): Promise<void> {
    const kinds = [
      ["postponed", "warning", "mails could not be sent, will try again"],
      ["given up", "error", "mails given up"],
    ] as const;
    for (const [outcome, level, event] of kinds) {
      const these = outcomes.filter(({ is }) => is === outcome);
      if (these.length === 0) continue;
      const { count, oldestAtMs } = await queue.waiting();
      log({
        ...{ level, event },
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
    sendDue,
    wake(): void {
      sendDue().catch(logFailure);
    },
    settled,
    /** Resolves once current attempts have ended, or after a few seconds. */
    async stop(): Promise<void> {
      isStopped = true;
      await Promise.race([settled(), new Promise((resolve) => setTimeout(resolve, stopWithinMs))]);
      // Other processes needn't wait for these leases to end.
      const mine = [...underWay];
      await Promise.all(mine.map((messageId) => queue.postpone(messageId, now().getTime())))
        .catch(logFailure);
    },
  };
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}
