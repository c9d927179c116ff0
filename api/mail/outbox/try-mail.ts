import { setTimeout as delay } from "node:timers/promises";
import { DatabaseNotWritable, DatabaseUnavailable } from "../../../events/store/database-errors.ts";
import { dayMs } from "../../../events/day.ts";
import { type DueMail, isAboutTwo } from "../../../events/members/mail-queue.ts";
import { latestOnly, type MailPart, messageOf, peopleIn, type Replies } from "./join.ts";
import { allKinds, type MailKind } from "./mail-kind.ts";
import type { CountedMail, MailLimits } from "./mail-limits.ts";
import type { Outgoing } from "../outgoing.ts";
import { type Mail, MailRefused, MailUnavailable } from "../mail.ts";
import { isFirstConfirmation, isUrgent, readMail, usefulForMs } from "../templates/messages.ts";

/** The parts of outgoing mail that attempts use. */
export interface MailOut extends Pick<Outgoing, "queue" | "letterhead"> {
  /** Doesn't change during one attempt. */
  readonly current: () => Promise<Pick<Mail, "send" | "isFolder">>;
}

export interface TryMailParts {
  readonly outgoing: MailOut;
  readonly limits: Pick<MailLimits, "countMail" | "giveBack" | "mayConfirmRegistration" | "keyOf">;
  readonly kinds: readonly MailKind[];
  readonly replies?: Replies | undefined;
  readonly retries: Retries;
  readonly now: () => Date;
}

export type TryMail = ReturnType<typeof createTryMail>;

export interface Retries extends Partial<RetryPace> {
  /** Spreads mails that failed together. */
  readonly random: () => number;
}

export interface RetryPace {
  /** After the first failure; four times as long after each further one. */
  readonly firstRetryMs: number;
  readonly longestRetryMs: number;
}

export interface Outcome {
  readonly is: "sent" | "postponed" | "given up" | "dropped" | "held";
  readonly kind: string;
  readonly reason?: string;
  /** Whether the mail server accepts no mail at all. */
  readonly isMailDown?: boolean;
}

const usualPace: RetryPace = { firstRetryMs: 5000, longestRetryMs: 60 * 60 * 1000 };
const retryFactor = 4;
/** Maximum of joined mails. Most have the same topic, of which only the latest is sent. */
const mostJoined = 99;
/** Maximum parts and people of a message: its file in a folder is named after them. */
const most = { parts: 20, people: 12 };
const soonMs = 60_000;
const noteAgainMs = 250;

/**
 * Tries to send a due mail together with held ones to the same address. The mails of one message
 * stay together: they are sent, given up or retried under one Message-ID.
 */
export function createTryMail(
  { outgoing, limits, kinds, replies, retries, now }: TryMailParts,
): (due: DueMail) => Promise<Outcome> {
  const { queue, letterhead } = outgoing;
  const { lookUp, ...about } = allKinds(kinds);

  /** A mail and those joined to it. Mails that don't fit are held for later. */
  async function readAll(
    first: MailPart,
    joined: readonly DueMail[],
  ): Promise<{ readonly parts: readonly MailPart[]; readonly ids: readonly string[] }> {
    const place = countedMailOf(first);
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
        const own = countedMailOf({ due, read });
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
    const { firstRetryMs, longestRetryMs, random } = { ...usualPace, ...retries };
    const waitMs = Math.min(firstRetryMs * retryFactor ** (due.attempts - 1), longestRetryMs);
    // Half to one and a half of it, so that mails that failed together aren't retried together.
    const untilMs = now().getTime() + waitMs * (0.5 + random());
    if (untilMs >= lastTimeOf(due)) return await giveUpLate(due, reason);
    await queue.postpone(due.messageId, Math.round(untilMs));
    return { is: "postponed", kind: due.kind, reason };
  }

  async function giveUpLate(due: DueMail, reason: string): Promise<Outcome> {
    await about.tooLate(due);
    return await giveUp(due, [due.messageId], reason);
  }

  async function giveUp({ kind }: DueMail, ids: readonly string[], reason: string) {
    await queue.remove(ids);
    return { is: "given up", kind, reason } as const;
  }

  return async (due) => {
    const { kind, messageId } = due;
    const mail = await outgoing.current();
    const nothing = async () => {
      await queue.remove([messageId]);
      return { is: "dropped", kind } as const;
    };
    const read = await readMail(due, lookUp);
    if (read === "dropped") return await nothing();
    if (isLate(due, now())) {
      if (!mail.isFolder) return await giveUpLate(due, "too late");
      await about.tooLate(due);
      return await nothing();
    }
    // A newer version beside this one may be able to read it.
    if (read === undefined) return await postpone(due, "unreadable");
    if ("atMs" in read) {
      await queue.hold(messageId, read.atMs);
      return { is: "held", kind };
    }
    const first = { due, read };
    const place = countedMailOf(first);
    const key = limits.keyOf(place);
    // Counted once for a mail, not for each attempt.
    const waitMs = due.isCounted ? undefined : await limits.countMail(place);
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
    const message = await messageOf(first, parts, letterhead, replies);
    const people = [...peopleIn(parts)];
    let erased: readonly string[] = [];
    try {
      await mail.send(message, async () => {
        const arePresent = await Promise.all(people.map(about.isPresent));
        erased = people.filter((_, at) => !arePresent[at]);
        return erased.length === 0 && !place.isWithheld;
      });
    } catch (error) {
      if (error instanceof MailRefused) {
        for (const part of parts) await about.refused(part.due, part.read.to);
        return await giveUp(due, ids, error.code);
      }
      if (!(error instanceof MailUnavailable)) return await postpone(due, (error as Error).name);
      return { ...await postpone(due, error.code), isMailDown: !error.isOfRecipient };
    }
    if (isFolder) {
      const lastMs = lastTimeOf(due);
      // An exact time would reveal when it was queued.
      await queue.hold(messageId, isAboutTwo(kind) ? lastMs + dayMs - lastMs % dayMs : lastMs, key);
      return { is: "held", kind };
    }
    // The next attempt sends the mails that aren't about erased members.
    if (erased.length > 0 && (parts.length > 1 || !erased.includes(due.memberId))) {
      return await postpone(due, "someone left");
    }
    const to = place.isWithheld ? undefined : read.to;
    for (const part of parts) await saveDespiteOutage(() => about.sent(part.due, to));
    await saveDespiteOutage(() =>
      queue.remove([...ids, ...parts.flatMap((part) => part.read.carries ?? [])])
    );
    return { is: "sent", kind };
  };
}

/** Retries while the database is unavailable or full, because a sent mail must not be sent again. */
async function saveDespiteOutage(note: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await note();
    } catch (error) {
      const isUnavailable = error instanceof DatabaseUnavailable ||
        error instanceof DatabaseNotWritable;
      if (!isUnavailable) throw error;
      await delay(noteAgainMs);
    }
  }
}

function countedMailOf({ due: { kind }, read: { to, isWithheld = false } }: MailPart): CountedMail {
  return { to, isUrgent: isUrgent(kind), isWithheld };
}

function isLate(due: DueMail, now: Date): boolean {
  return now.getTime() >= lastTimeOf(due);
}

function lastTimeOf({ kind, createdAtMs }: DueMail): number {
  return createdAtMs + usefulForMs(kind);
}
