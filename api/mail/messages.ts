/**
 * The messages that are mailed to members: what each needs to know, and for how long it is worth
 * sending. One file a message says what is in it.
 *
 * @module
 */
import { z } from "zod";
import type { DueMail, MailDraft } from "../../events/members/mail-queue.ts";
import { emailChangedLetter } from "./email-changed.ts";
import { invitationLetter, reminderLetter } from "./invitation.ts";
import type { Letter } from "./letter.ts";
import type { Letterhead } from "./letterhead.ts";
import {
  dataExportedLetter,
  passwordLinkMadeLetter,
  restoredLetter,
  suspendedLetter,
} from "./operator.ts";
import { passwordChangedLetter } from "./password-changed.ts";
import {
  admittedLetter,
  askingClosedLetter,
  askingOpenedLetter,
  askingStoppedLetter,
  refusedLetter,
  warnedLetter,
} from "./program.ts";
import { resetPasswordLetter } from "./reset-password.ts";
import { verifyEmailLetter } from "./verify-email.ts";

const Notice = z.object({ to: z.string(), firstName: z.string() });
const Said = Notice.extend({ words: z.string().nullable() });
export const InvitationLink = Notice.extend({
  token: z.string(),
  number: z.literal([1, 2]).optional(),
});
const Link = Notice.extend({ token: z.string() });
const EmailChange = Notice.extend({ by: z.literal("operator").optional() });

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;

const kinds = {
  // As long as the link in it lives.
  "reset-password": { schema: Link, letter: resetPasswordLetter, goodForMs: hourMs },
  // The link lives for a week; whoever waits for it longer than this has asked for another one.
  "verify-email": { schema: Link, letter: verifyEmailLetter, goodForMs: 3 * dayMs },
  // The same without being asked for.
  "confirm-registration": { schema: Link, letter: verifyEmailLetter, goodForMs: 3 * dayMs },
  // Its link lives for two weeks from when it is sent, however long it waited for a mail server.
  invitation: { schema: InvitationLink, letter: invitationLetter, goodForMs: 60 * dayMs },
  "invitation-reminder": {
    schema: InvitationLink,
    letter: reminderLetter,
    goodForMs: 14 * dayMs,
  },
  "password-changed": { schema: Notice, letter: passwordChangedLetter, goodForMs: 3 * dayMs },
  admitted: { schema: Said, letter: admittedLetter, goodForMs: 14 * dayMs },
  refused: { schema: Said, letter: refusedLetter, goodForMs: 14 * dayMs },
  warned: { schema: Said, letter: warnedLetter, goodForMs: 14 * dayMs },
  "asking-closed": { schema: Said, letter: askingClosedLetter, goodForMs: 14 * dayMs },
  "asking-stopped": { schema: Said, letter: askingStoppedLetter, goodForMs: 14 * dayMs },
  "asking-opened": { schema: Said, letter: askingOpenedLetter, goodForMs: 14 * dayMs },
  suspended: { schema: Notice, letter: suspendedLetter, goodForMs: 14 * dayMs },
  restored: { schema: Notice, letter: restoredLetter, goodForMs: 14 * dayMs },
  "email-changed": { schema: EmailChange, letter: emailChangedLetter, goodForMs: 3 * dayMs },
  "password-link-made": { schema: Notice, letter: passwordLinkMadeLetter, goodForMs: 3 * dayMs },
  "data-exported": { schema: Notice, letter: dataExportedLetter, goodForMs: 14 * dayMs },
} as const;

type Kind = keyof typeof kinds;

const topics: Readonly<Record<string, string>> = {
  "reset-password": "reset",
  "verify-email": "confirmation",
  "confirm-registration": "confirmation",
  invitation: "invitation",
  "invitation-reminder": "invitation",
  "password-changed": "password",
  "staff-notice": "what waits for staff",
  admitted: "admission",
  refused: "admission",
  suspended: "suspension",
  restored: "suspension",
  "asking-closed": "asking",
  "asking-stopped": "asking",
  "asking-opened": "asking",
};

/** How long mails are worth sending that hold ids alone. */
const lookedUpGoodForMs: Readonly<Record<string, number>> = {
  "connection-request": 7 * dayMs,
  // From when it is due; a later one says the same.
  "connection-reminder": 2 * dayMs,
  "connection-answer": 7 * dayMs,
  "connection-message": 7 * dayMs,
  "connection-expired": 7 * dayMs,
  "connection-quiet": 6 * dayMs,
  "connection-ended": 7 * dayMs,
  "connection-feedback": 7 * dayMs,
  "mentoring-paused": 7 * dayMs,
  "staff-access": 14 * dayMs,
  "mail-settings": 14 * dayMs,
  // What waits longer is said by the next one.
  "staff-notice": dayMs,
};

/** What a queued mail says. */
export interface ReadMail {
  readonly to: string;
  /** Whom else it is about. */
  readonly aboutId?: string;
  readonly letter: (head: Letterhead) => Letter;
  readonly conversationId?: string;
  /** Whether nobody gets it. It is written all the same, so that neither time nor work tells. */
  readonly isWithheld?: boolean;
  /** Other mails of the queue that say what this one says, too. */
  readonly carries?: readonly string[];
}

/** A mail that says nothing any more, or that is not to be sent before a time. */
export type UnsentMail = "dropped" | { readonly atMs: number };

/** Looks up what a mail says that holds ids alone; `undefined` for a kind that it does not know. */
export type LookUpMail = (
  mail: Pick<DueMail, "messageId" | "kind" | "memberId" | "content" | "createdAtMs">,
) => Promise<ReadMail | UnsentMail | undefined>;

/** A mail to queue; what it holds is sealed until it is sent. */
export function draft<K extends Kind>(
  kind: K,
  content: z.infer<(typeof kinds)[K]["schema"]>,
  notBeforeMs?: number,
): MailDraft {
  return { kind, content, notBeforeMs };
}

/** How long after it was queued a mail is worth sending; for a kind that is not known, 3 days. */
export function goodForMs(kind: string): number {
  return isKind(kind) ? kinds[kind].goodForMs : lookedUpGoodForMs[kind] ?? 3 * dayMs;
}

/** `undefined` when this version does not know its kind, or cannot read what is in it. */
export async function readMail(
  mail: DueMail,
  lookUp?: LookUpMail,
): Promise<ReadMail | UnsentMail | undefined> {
  const found = await lookUp?.(mail);
  if (found !== undefined) return found;
  if (!isKind(mail.kind)) return undefined;
  const { schema, letter } = kinds[mail.kind];
  const read = schema.safeParse(mail.content);
  if (!read.success) return undefined;
  // Each kind's letter takes what its own schema reads.
  const content = read.data as
    & z.infer<typeof Link>
    & z.infer<typeof Said>
    & z.infer<typeof EmailChange>;
  return { to: content.to, letter: (head) => letter(content, head) };
}

/** Whether somebody waits for a mail to get in: it may take the last places of a recipient's hour. */
export function isUrgent(kind: string): boolean {
  return kind === "reset-password";
}

/** Whether a mail is sent once an hour to one mailbox, however many are queued. */
export function isFirstConfirmation(kind: string): boolean {
  return kind === "confirm-registration";
}

/** What a mail says the latest of: an older one to the same member is not worth sending beside it. */
export function topicOf(kind: string): string | undefined {
  return topics[kind];
}

function isKind(kind: string): kind is Kind {
  return Object.hasOwn(kinds, kind);
}
