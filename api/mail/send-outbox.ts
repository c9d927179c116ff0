import type { DueMail, MailQueue } from "../../events/members/mail-queue.ts";
import { describeError, type Log } from "../log.ts";
import type { Letterhead } from "./letter.ts";
import { type Mail, MailRefused, MailUnavailable } from "./mail.ts";
import { goodForMs, type LookUpMail, toMessage } from "./messages.ts";

export interface OutboxSenderDependencies {
  readonly queue: MailQueue;
  readonly mail: Pick<Mail, "send">;
  /** Whether a member is not erased, by what is recorded at the moment; left out, everybody is there. */
  readonly isThere?: (memberId: string) => Promise<boolean>;
  readonly letterhead: Letterhead;
  /** For mails that hold ids alone. */
  readonly lookUp?: LookUpMail;
  readonly log: Log;
  readonly now: () => Date;
  /** From 0 to 1, for jitter. */
  readonly random: () => number;
  readonly pace?: Partial<Pace>;
  /** Is told what became of each attempt. */
  readonly onOutcome?: (outcome: Outcome["is"]) => void;
}

/** How fast mails are sent, and sent again. */
export interface Pace {
  /** How long to wait after a first failure; four times as long after each further one. */
  readonly firstRetryMs: number;
  readonly longestRetryMs: number;
  /** How long a mail waits whose process was killed; renewed while a process is at it. */
  readonly leaseMs: number;
}

export interface OutboxSender {
  /** Tries everything that is due. Calls at the same time share their work. */
  sendDue(): Promise<void>;
  /** The same at once, for a request that queued something and does not wait. */
  wake(): void;
  /** Resolves once what is being tried at the moment has been. */
  settled(): Promise<void>;
  /** Starts nothing more; resolves once what is being tried has been, or a few seconds later. */
  stop(): Promise<void>;
}

const defaultPace: Pace = {
  firstRetryMs: 5000,
  longestRetryMs: 60 * 60 * 1000,
  leaseMs: 20_000,
};
const retryFactor = 4;
/** As many connections to the mail server as one process has. */
const atOnce = 5;
const stopWithinMs = 5000;

/** What became of one attempt. */
interface Outcome {
  readonly is: "sent" | "postponed" | "given up" | "dropped";
  readonly kind: string;
  readonly reason?: string;
}

/**
 * Outbox sender. Any number of processes may run one: each mail is leased to one at a time. When a
 * process is killed between sending a mail and noting it, the mail is sent again with the same
 * Message-ID.
 */
export function createOutboxSender(deps: OutboxSenderDependencies): OutboxSender {
  const { queue, mail, letterhead, log, now, random, onOutcome } = deps;
  const { isThere = async () => true } = deps;
  const pace = { ...defaultPace, ...deps.pace };
  let running: Promise<void> | undefined;
  let isWanted = false;
  let isStopped = false;
  /** Mails that are being tried. */
  const underWay = new Set<string>();

  async function sendAll(): Promise<void> {
    try {
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
      return await tryOne(due);
    } finally {
      underWay.delete(due.messageId);
    }
  }

  async function tryOne(due: DueMail): Promise<Outcome> {
    const { kind } = due;
    const message = await toMessage(due, letterhead, deps.lookUp);
    if (message === "dropped") {
      await queue.remove(due.messageId);
      return { is: message, kind };
    }
    if (now().getTime() >= lastTimeOf(due)) return await giveUp(due, "too late");
    // Another version of the product, running beside this one, may know what to do with it.
    if (message === undefined) return await postpone(due, "unreadable");
    try {
      const { aboutId } = message;
      const areThere = async () =>
        await isThere(due.memberId) && (aboutId === undefined || await isThere(aboutId));
      await mail.send(message, areThere);
    } catch (error) {
      if (error instanceof MailRefused) return await giveUp(due, error.code);
      const isExpected = error instanceof MailUnavailable;
      return await postpone(due, isExpected ? error.code : (error as Error).name);
    }
    await queue.remove(due.messageId);
    return { is: "sent", kind };
  }

  async function postpone(due: DueMail, reason: string): Promise<Outcome> {
    const { firstRetryMs, longestRetryMs } = pace;
    const waitMs = Math.min(firstRetryMs * retryFactor ** (due.attempts - 1), longestRetryMs);
    // From half to one and a half of it, so that what failed together does not come again together.
    const untilMs = now().getTime() + waitMs * (0.5 + random());
    if (untilMs >= lastTimeOf(due)) return await giveUp(due, reason);
    await queue.postpone(due.messageId, Math.round(untilMs));
    return { is: "postponed", kind: due.kind, reason };
  }

  async function giveUp({ messageId, kind }: DueMail, reason: string): Promise<Outcome> {
    await queue.remove(messageId);
    return { is: "given up", kind, reason };
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
    sendDue,
    wake() {
      sendDue().catch(logFailure);
    },
    settled,
    async stop() {
      isStopped = true;
      await Promise.race([settled(), new Promise((resolve) => setTimeout(resolve, stopWithinMs))]);
      // Their server takes too long for this process; another need not wait for the lease to end.
      const mine = [...underWay];
      await Promise.all(mine.map((messageId) => queue.postpone(messageId, now().getTime())))
        .catch(logFailure);
    },
  };
}

function lastTimeOf({ kind, createdAtMs }: DueMail): number {
  return createdAtMs + goodForMs(kind);
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}
