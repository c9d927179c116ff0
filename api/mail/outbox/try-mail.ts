import { setTimeout as delay } from "node:timers/promises";
import { DatabaseNotWritable, DatabaseUnavailable } from "../../../events/database-errors.ts";
import { dayMs } from "../../../events/log/day.ts";
import { type DueMail, isAboutTwo, type MailQueue } from "../../../events/members/mail-queue.ts";
import { latestOnly, type MailPart, messageOf, peopleIn } from "./join.ts";
import type { Letterhead } from "../letters/letterhead.ts";
import type { HandedOver, MailLimits } from "./mail-limits.ts";
import { type Mail, MailRefused, MailUnavailable } from "../mail.ts";
import {
  goodForMs,
  isFirstConfirmation,
  isUrgent,
  type LookUpMail,
  readMail,
} from "../letters/messages.ts";

export interface TryMailDependencies {
  readonly queue: MailQueue;
  /** What sends now: it stays the same for one attempt. */
  readonly currentMail: () => Promise<Pick<Mail, "send" | "isFolder">>;
  readonly limits: Pick<MailLimits, "handOver" | "giveBack" | "mayConfirmRegistration" | "keyOf">;
  /** Whether a member is not erased, by what is recorded at the moment; left out, everybody is there. */
  readonly isThere?: (memberId: string) => Promise<boolean>;
  readonly letterhead: Letterhead;
  /** For mails that hold ids alone. */
  readonly lookUp?: LookUpMail;
  /** Is told of a mail that could not be handed over for as long as it was worth it. */
  readonly onTooLate?: (mail: DueMail) => Promise<void>;
  /** Called after each mail that was sent. @param to Its address; none for a mail that was withheld. */
  readonly onSent?: (mail: DueMail, to: string | undefined) => Promise<void>;
  /** Is told of each mail whose recipient does not exist. */
  readonly onRefused?: (mail: DueMail, to: string) => Promise<void>;
  readonly now: () => Date;
  /** From 0 to 1, for jitter. */
  readonly random: () => number;
}

/** How long to wait after a failure. */
export interface RetryPace {
  /** After a first one; four times as long after each further one. */
  readonly firstRetryMs: number;
  readonly longestRetryMs: number;
}

/** What became of one attempt. */
export interface Outcome {
  readonly is: "sent" | "postponed" | "given up" | "dropped" | "held";
  readonly kind: string;
  readonly reason?: string;
  /** Whether the mail server takes no mail at all. */
  readonly isMailDown?: boolean;
}

const retryFactor = 4;
/** Mails that are joined to one; most of them are about the same, of which the latest is sent. */
const mostJoined = 99;
/** Parts of one message, and people in it: its file in the outbox folder is named after them. */
const most = { parts: 20, people: 12 };
const soonMs = 60_000;
const noteAgainMs = 250;

/**
 * Tries to hand over a mail that is due, with those to the same address that were held back. Mails of
 * one message go on together: they are sent, given up or tried again under one Message-ID.
 */
export function createTryMail(
  deps: TryMailDependencies,
  pace: RetryPace,
): (due: DueMail) => Promise<Outcome> {
  const { queue, limits, lookUp, letterhead, now, random } = deps;
  const { isThere = async () => true } = deps;

  /** What a mail and those that were joined to it say now; those that are to go by themselves go on. */
  async function readAll(
    first: MailPart,
    joined: readonly DueMail[],
  ): Promise<{ readonly parts: readonly MailPart[]; readonly ids: readonly string[] }> {
    const place = placeOf(first);
    const key = limits.keyOf(place);
    let parts = [first];
    const ids = [first.due.messageId];
    for (const due of joined) {
      const read = isLate(due, now()) ? "dropped" : await readMail(due, lookUp);
      if (read === "dropped") {
        ids.push(due.messageId);
      } else if (read === undefined || "atMs" in read) {
        await queue.hold(due.messageId, read?.atMs ?? now().getTime() + soonMs);
      } else {
        const own = placeOf({ due, read });
        const ownKey = limits.keyOf(own);
        const more = latestOnly([...parts, { due, read }]);
        const goTogether = ownKey === key && own.isWithheld === place.isWithheld;
        if (goTogether && more.length <= most.parts && peopleIn(more).size <= most.people) {
          parts = more;
          ids.push(due.messageId);
        } else await queue.hold(due.messageId, now().getTime() + soonMs, ownKey);
      }
    }
    return { parts, ids };
  }

  async function postpone(due: DueMail, reason: string): Promise<Outcome> {
    const { firstRetryMs, longestRetryMs } = pace;
    const waitMs = Math.min(firstRetryMs * retryFactor ** (due.attempts - 1), longestRetryMs);
    // From half to one and a half of it, so that what failed together does not come again together.
    const untilMs = now().getTime() + waitMs * (0.5 + random());
    if (untilMs >= lastTimeOf(due)) return await giveUpLate(due, reason);
    await queue.postpone(due.messageId, Math.round(untilMs));
    return { is: "postponed", kind: due.kind, reason };
  }

  async function giveUpLate(due: DueMail, reason: string): Promise<Outcome> {
    await deps.onTooLate?.(due);
    return await giveUp(due, [due.messageId], reason);
  }

  async function giveUp({ kind }: DueMail, ids: readonly string[], reason: string) {
    await queue.remove(ids);
    return { is: "given up", kind, reason } as const;
  }

  return async (due) => {
    const { kind, messageId } = due;
    const mail = await deps.currentMail();
    const nothing = async () => {
      await queue.remove([messageId]);
      return { is: "dropped", kind } as const;
    };
    const read = await readMail(due, lookUp);
    if (read === "dropped") return await nothing();
    if (isLate(due, now())) {
      if (!mail.isFolder) return await giveUpLate(due, "too late");
      await deps.onTooLate?.(due);
      return await nothing();
    }
    // Another version of the product, running beside this one, may know what to do with it.
    if (read === undefined) return await postpone(due, "unreadable");
    if ("atMs" in read) {
      await queue.hold(messageId, read.atMs);
      return { is: "held", kind };
    }
    const first = { due, read };
    const place = placeOf(first);
    const key = limits.keyOf(place);
    // Once for a mail: trying it again takes no other place of its recipient's hour.
    const waitMs = due.isCounted ? undefined : await limits.handOver(place);
    if (waitMs !== undefined) {
      await queue.hold(messageId, now().getTime() + waitMs, key);
      return { is: "held", kind };
    }
    const { isFolder } = mail;
    const joined = await queue.join(messageId, key, isFolder ? 0 : mostJoined);
    if (
      !due.isCounted && isFirstConfirmation(kind) && !await limits.mayConfirmRegistration(read.to)
    ) {
      await limits.giveBack(place);
      return await nothing();
    }
    const { parts, ids } = await readAll(first, joined);
    const message = await messageOf(first, parts, letterhead);
    const people = [...peopleIn(parts)];
    let isAnybodyGone = false;
    try {
      await mail.send(message, async () => {
        const areThere = await Promise.all(people.map(isThere));
        isAnybodyGone = areThere.includes(false);
        return !isAnybodyGone && !place.isWithheld;
      });
    } catch (error) {
      if (error instanceof MailRefused) {
        for (const part of parts) await deps.onRefused?.(part.due, part.read.to);
        return await giveUp(due, ids, error.code);
      }
      if (!(error instanceof MailUnavailable)) return await postpone(due, (error as Error).name);
      return { ...await postpone(due, error.code), isMailDown: !error.isOfRecipient };
    }
    if (isFolder) {
      const lastMs = lastTimeOf(due);
      // An exact time would tell when it was queued.
      await queue.hold(messageId, isAboutTwo(kind) ? lastMs + dayMs - lastMs % dayMs : lastMs, key);
      return { is: "held", kind };
    }
    // What it says of others is still to be said: their parts are there when it is tried again.
    if (isAnybodyGone && parts.length > 1) return await postpone(due, "someone left");
    const to = place.isWithheld ? undefined : read.to;
    for (const part of parts) await untilNoted(async () => deps.onSent?.(part.due, to));
    await untilNoted(() =>
      queue.remove([...ids, ...parts.flatMap((part) => part.read.carries ?? [])])
    );
    return { is: "sent", kind };
  };
}

/** Tries again while the database is away or its disk full: a mail that was sent must not be sent once more. */
async function untilNoted(note: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await note();
    } catch (error) {
      const isAway = error instanceof DatabaseUnavailable || error instanceof DatabaseNotWritable;
      if (!isAway) throw error;
      await delay(noteAgainMs);
    }
  }
}

/** What a mail takes of its recipient's hour. */
function placeOf({ due: { kind }, read: { to, isWithheld = false } }: MailPart): HandedOver {
  return { to, isUrgent: isUrgent(kind), isWithheld };
}

function isLate(due: DueMail, now: Date): boolean {
  return now.getTime() >= lastTimeOf(due);
}

function lastTimeOf({ kind, createdAtMs }: DueMail): number {
  return createdAtMs + goodForMs(kind);
}
