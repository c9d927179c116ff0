/**
 * All kinds of mail to members: how long each is worth sending, of which topic only the latest is
 * sent, and its text. Mails with only ids are written by their feature (`LookUpMail`).
 */
import type { z } from "zod";
import type { DueMail, MailDraft } from "../../../events/members/mail-queue.ts";
import { programMailKinds } from "../../../events/members/program-mail-events.ts";
import { accountLetters } from "./account-letters.ts";
import { addressLetters } from "./address-letters.ts";
import { decisionLetters } from "./decision-letters.ts";
import { invitationLetters } from "./invitation-letters.ts";
import type { Letter } from "./letter.ts";
import { dayMs, type LetterKind, type Recipient } from "./letter-kind.ts";
import type { Letterhead } from "./letterhead.ts";

const letters = { ...accountLetters, ...addressLetters, ...decisionLetters, ...invitationLetters };
type Kind = keyof typeof letters;
type ContentOf<K extends Kind> = z.infer<(typeof letters)[K]["schema"]>;

const lookedUp: Readonly<Record<string, Pick<LetterKind<never>, "usefulForMs" | "topic">>> = {
  "connection-request": { usefulForMs: 7 * dayMs },
  // From when it is due; a later one is the same.
  "connection-reminder": { usefulForMs: 2 * dayMs },
  "connection-answer": { usefulForMs: 7 * dayMs },
  "connection-taken": { usefulForMs: 7 * dayMs },
  "connection-yours": { usefulForMs: 7 * dayMs },
  // Then it goes to other alumni.
  "connection-question": { usefulForMs: 3 * dayMs },
  "connection-reply-kept": { usefulForMs: 7 * dayMs },
  "connection-question-closed": { usefulForMs: 7 * dayMs },
  "connection-undone": { usefulForMs: 7 * dayMs },
  "connection-message": { usefulForMs: 7 * dayMs },
  "connection-expired": { usefulForMs: 7 * dayMs },
  // The request expires a week later.
  "connection-silent": { usefulForMs: 5 * dayMs },
  "connection-quiet": { usefulForMs: 6 * dayMs },
  "connection-ended": { usefulForMs: 7 * dayMs },
  "connection-feedback": { usefulForMs: 7 * dayMs },
  // As long as the text waits for confirmation.
  "connection-held": { usefulForMs: 2 * dayMs },
  "connection-refused": { usefulForMs: 2 * dayMs },
  // The rule of each kind says how late one may be queued.
  ...Object.fromEntries(
    programMailKinds.map((kind) => [`program-${kind}`, { usefulForMs: 7 * dayMs }]),
  ),
  "commissioning-reminder": { usefulForMs: 7 * dayMs },
  "mentoring-paused": { usefulForMs: 7 * dayMs },
  "staff-access": { usefulForMs: 14 * dayMs },
  "mail-settings": { usefulForMs: 14 * dayMs },
  // After a day, the next notice has the same content.
  // The next one comes a week later.
  "staff-letter": { usefulForMs: 2 * dayMs, topic: "the week of staff" },
  "staff-notice": { usefulForMs: dayMs, topic: "what waits for staff" },
};

export interface ReadMail {
  readonly to: string;
  /** The member it is about, besides its reader. */
  readonly aboutId?: string;
  /** The members that it is about, if several. */
  readonly aboutIds?: readonly string[] | undefined;
  readonly letter: (head: Letterhead) => Letter;
  readonly conversationId?: string;
  /** Whether it only seems to be sent. Neither time nor work reveals that. */
  readonly isWithheld?: boolean;
  /** Ids of other queued mails whose content this one includes. */
  readonly carries?: readonly string[];
}

/** A mail without content anymore, or one to send later. */
export type UnsentMail = "dropped" | { readonly atMs: number };

/** Reads a mail that has only ids; `undefined` for other features' kinds. */
export type LookUpMail = (
  mail: Pick<DueMail, "messageId" | "kind" | "memberId" | "content" | "createdAtMs">,
) => Promise<ReadMail | UnsentMail | undefined>;

export function draft<K extends Kind>(
  kind: K,
  content: ContentOf<K>,
  notBeforeMs?: number,
): MailDraft {
  return { kind, content, notBeforeMs };
}

/** 3 days for an unknown kind. */
export function usefulForMs(kind: string): number {
  return rowOf(kind)?.usefulForMs ?? 3 * dayMs;
}

/** Topic of which only a member's latest mail is sent, if any. */
export function topicOf(kind: string): string | undefined {
  return rowOf(kind)?.topic;
}

/** `undefined` if this version doesn't know its kind, or can't read its content. */
export async function readMail(
  mail: DueMail,
  lookUp?: LookUpMail,
): Promise<ReadMail | UnsentMail | undefined> {
  const found = await lookUp?.(mail);
  if (found !== undefined) return found;
  if (!isKind(mail.kind)) return undefined;
  // Each row's text accepts what its schema reads.
  const { schema, text } = letters[mail.kind] as LetterKind<Recipient>;
  const { data: content } = schema.safeParse(mail.content);
  if (content === undefined) return undefined;
  const { to, firstName } = content;
  return { to, letter: (head) => ({ firstName, ...text(content, head) }) };
}

/** Whether it may use the reserved share of a recipient's hourly limit, because someone needs it to sign in. */
export function isUrgent(kind: string): boolean {
  return kind === "sign-in-code" || kind === "reset-password" || kind === "already-registered" ||
    kind === "invitation-again";
}

/** Sent once an hour to one mailbox, however many are queued. */
export function isFirstConfirmation(kind: string): boolean {
  return kind === "confirm-registration";
}

function rowOf(kind: string) {
  return isKind(kind) ? letters[kind] : lookedUp[kind];
}

function isKind(kind: string): kind is Kind {
  return Object.hasOwn(letters, kind);
}
