import type { Database } from "../../../events/store/database.ts";
import { tablesOf } from "../../../events/store/queries.ts";
import { explainFailure } from "./explain-failure.ts";
import type { CurrentReplies } from "./current-replies.ts";
import type { Mail } from "../mail.ts";
import type { OutcomeReport, Outcomes } from "../outcomes.ts";

/** State of mail for staff, without names. */
export interface MailState {
  /** `stuck` if mails wait and no mail was sent for an hour. */
  readonly is: "not-set-up" | "works" | "failing" | "untried" | "stuck";
  readonly waiting: number;
  /** How many of them are invitations. */
  readonly invitations: number;
  readonly oldestWaitingAt: Date | undefined;
  readonly lastSentAt: Date | undefined;
  /** In plain words, while it fails. */
  readonly why: string | undefined;
  /** `undefined` if none arrive. */
  readonly replies?: RepliesState | undefined;
}

interface RepliesState extends Omit<OutcomeReport, "code"> {
  readonly address: string;
  readonly isMailbox: boolean;
  /** In plain words, while they can't be fetched. */
  readonly why: string | undefined;
}

interface MailStateDependencies {
  readonly database: Pick<Database, "read">;
  readonly currentMail: () => Promise<Pick<Mail, "isFolder">>;
  readonly outcomes: Pick<Outcomes, "report">;
  readonly currentReplies?: CurrentReplies;
  readonly mailboxState?: Pick<Outcomes, "report">;
  readonly now: () => Date;
}

const hourMs = 60 * 60 * 1000;

export const invitationKinds = ["invitation", "invitation-again", "invitation-reminder"] as const;

export function createMailState(
  { database, currentMail, outcomes, currentReplies, mailboxState, now }: MailStateDependencies,
): () => Promise<MailState> {
  return async () => {
    const [{ isFolder }, waiting, sending, replies, arriving] = await Promise.all([
      currentMail(),
      readWaiting(database, now()),
      outcomes.report(),
      currentReplies?.(),
      mailboxState?.report(),
    ]);
    const hourAgo = now().getTime() - hourMs;
    const isOld = (time: Date | undefined) => time !== undefined && time.getTime() < hourAgo;
    const isStuck = sending.is !== "failing" && isOld(waiting.oldestWaitingAt) &&
      (sending.lastAt === undefined || isOld(sending.lastAt));
    const is = isFolder ? "not-set-up" : isStuck ? "stuck" : sending.is;
    return {
      is,
      ...waiting,
      lastSentAt: sending.lastAt,
      why: is === "failing" ? explain(sending) : undefined,
      replies: replies && arriving && {
        address: replies.address,
        isMailbox: replies.imap !== undefined,
        is: arriving.is,
        lastAt: arriving.lastAt,
        setAside: arriving.setAside,
        why: explain(arriving),
      },
    };
  };
}

function explain({ code }: Pick<OutcomeReport, "code">): string | undefined {
  return code === undefined ? undefined : explainFailure({ code }).why;
}

/** Counts unsent mails that are due, and all unsent invitations. */
async function readWaiting(
  events: Pick<Database, "read">,
  now: Date,
): Promise<Pick<MailState, "waiting" | "invitations" | "oldestWaitingAt">> {
  const [row] = await tablesOf(events).selectFrom("outbox")
    .select(({ eb, fn }) => [
      fn.countAll<number>().as("waiting"),
      fn<number>("total", [eb("kind", "in", invitationKinds)]).as("invitations"),
      fn.min<number | null>("created_at_ms").as("oldestMs"),
    ])
    .where(({ eb, or }) =>
      or([
        eb("address", "is not", null),
        eb("attempts", ">", 0),
        eb("next_attempt_at_ms", "<=", now.getTime()),
        eb("kind", "in", invitationKinds),
      ])
    )
    .execute();
  return {
    waiting: row?.waiting ?? 0,
    invitations: row?.invitations ?? 0,
    oldestWaitingAt: row?.oldestMs == null ? undefined : new Date(row.oldestMs),
  };
}
