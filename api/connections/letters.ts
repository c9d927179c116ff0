/**
 * Letters about requests for help and conversations: plain, short, and with one link that opens the one
 * conversation without signing in. No member's address is in them.
 *
 * @module
 */
import { type DeclineReason, expiresAfterDays } from "../../events/connections/words.ts";
import type { PublicUser } from "../../events/members/privacy.ts";
import type { Letter } from "../mail/letters/letter.ts";
import { type Letterhead, siteName } from "../mail/letters/letterhead.ts";

/** What a letter about a connection says, as it is when it is sent. */
export interface ConnectionNews {
  /** First name of the reader. */
  readonly firstName: string;
  readonly other: PublicUser;
  readonly topics: readonly string[];
  /** What the other one wrote, oldest first. */
  readonly messages: readonly string[];
  /** Only for an ended conversation: whether the letter says that it ended, and the thank-you note. */
  readonly hasEnded?: boolean;
  readonly thanks?: string | undefined;
  /** Where the reader goes on. */
  readonly link: string;
  /** Who can see the reader's contacts, sentence by sentence. */
  readonly contacts: readonly string[];
  readonly isAccepted: boolean;
  readonly reason: DeclineReason | null;
  /** Whether the reader has asked for help, and not been asked. */
  readonly isAsker: boolean;
  /** Of a request that has expired, whose turn it was. */
  readonly wasSilent: "asker" | "mentor" | null;
}

type Write = (news: ConnectionNews, head: Letterhead) => Letter;

const linkLasts =
  "The link opens this one conversation for 30 days. You don't have to sign in. Anyone with the " +
  "link can read and answer as you, so please don't forward this email.";

/** Who can see the reader's contacts, as they have said, and where to change it. */
const contactsOf = ({ contacts }: ConnectionNews, { appOrigin }: Letterhead) =>
  `We don't put your email address in what you write. ${contacts.join(" ")} ` +
  `Change who can see them: ${new URL("/contacts", appOrigin).href}`;

/** Reasons of a no, as they are told to the asker. */
const reasons: Readonly<Record<DeclineReason, string>> = {
  "no-time": "They don't have time right now.",
  "not-my-field": "It isn't their field.",
  "know-each-other": "You already know each other.",
  other: "",
};

export const connectionLetters = {
  "connection-request": (news, head) => ({
    ...asksFor(news),
    firstName: news.firstName,
    subject: about(news, head, `a ${roleOf(news)} asks for your help`),
    action: { label: "Read and answer", link: news.link },
    answer: "link",
    closing: [
      "You can say yes or no, or ask a question first. The request expires if you don't answer " +
      `within ${expiresAfterDays} days.`,
      contactsOf(news, head),
      linkLasts,
    ],
    because: "you take requests for help. You can change that under Connections",
  }),
  "connection-reminder": (news, head) => ({
    ...asksFor(news),
    firstName: news.firstName,
    subject: about(news, head, `a ${roleOf(news)} is waiting for your answer`),
    action: { label: "Read and answer", link: news.link },
    answer: "link",
    closing: [
      "If you can't help, please say no, so they can ask someone else.",
      contactsOf(news, head),
      linkLasts,
    ],
    because: "a request for help is waiting for your answer",
    unsubscribe: new URL("no-reminders", news.link).href,
  }),
  "connection-answer": (news, head) => ({
    firstName: news.firstName,
    subject: about(news, head, `your request was ${news.isAccepted ? "accepted" : "declined"}`),
    opening: news.isAccepted
      ? `${nameOf(news)} said yes. You can now write to each other.`
      : `${nameOf(news)} can't help you with this. ${news.reason ? reasons[news.reason] : ""}`
        .trim(),
    quote: news.messages,
    action: news.isAccepted
      ? { label: "Write to them", link: news.link }
      : { label: "Find someone else", link: new URL("/directory", head.appOrigin).href },
    answer: news.isAccepted ? "link" : "none",
    closing: news.isAccepted ? [contactsOf(news, head), linkLasts] : [],
    because: "you asked for help",
  }),
  "connection-message": (news, head) => ({
    firstName: news.firstName,
    // Of several, too: mail programs keep a conversation together by its subject.
    subject: about(news, head, "a new message"),
    ...wroteTo(news),
    action: { label: "Answer", link: news.link },
    answer: "link",
    closing: [contactsOf(news, head), linkLasts],
    because: "you are in a conversation with them",
  }),
  "connection-expired": (news, head) => {
    const find = { label: "Find someone else", link: new URL("/directory", head.appOrigin).href };
    const letter = {
      firstName: news.firstName,
      action: find,
      answer: "none",
      closing: [],
    } as const;
    if (!news.isAsker) {
      return {
        ...letter,
        subject: about(news, head, "the request has expired"),
        opening: `${nameOf(news)} didn't answer your question within ${expiresAfterDays} days. ` +
          "You don't need to do anything.",
        action: yourConversations(head),
        because: "you were asked for help",
      };
    }
    return {
      ...letter,
      subject: about(news, head, "your request has expired"),
      opening: news.wasSilent === "asker"
        ? `${nameOf(news)} asked you a question, and you didn't answer within ` +
          `${expiresAfterDays} days. You can ask them for help again.`
        : `${nameOf(news)} didn't answer within ${expiresAfterDays} days. This happens, and it ` +
          "says nothing about your question.",
      because: "you asked for help",
    };
  },
  "connection-quiet": (news, head) => ({
    firstName: news.firstName,
    subject: about(news, head, "is your conversation still going?"),
    opening: `You and ${nameOf(news)} haven't written for three months. To keep the conversation ` +
      "going, write a message. If neither of you does, it ends in a week.",
    action: { label: "Open the conversation", link: news.link },
    answer: "link",
    closing: [contactsOf(news, head), linkLasts],
    because: "you are in a conversation with them",
  }),
  "connection-ended": (news, head) => ended(news, head),
  "connection-feedback": (news, head) => ended(news, head),
} as const satisfies Readonly<Record<string, Write>>;

/** The last words, the end and the thanks, as far as the reader has not been mailed about them. */
function ended(news: ConnectionNews, head: Letterhead): Letter {
  const { messages, hasEnded, thanks } = news;
  const name = nameOf(news);
  const [first, ...then] = [
    ...messages.length > 0 ? [wroteTo(news)] : [],
    ...hasEnded ? [{ opening: `Your conversation with ${name} has ended.` }] : [],
    ...thanks === undefined ? [] : [{ opening: `${name} thanked you:`, quote: thanks }],
  ];
  return {
    firstName: news.firstName,
    subject: about(
      news,
      head,
      thanks === undefined ? "the conversation has ended" : "a thank-you note for your help",
    ),
    opening: "",
    ...first,
    then,
    action: yourConversations(head),
    answer: "none",
    closing: [],
    because: "you were in a conversation with them",
  };
}

/** To a mentor whom time has paused, with one link to take requests again. */
export function mentoringPausedLetter(
  { firstName, link }: Pick<ConnectionNews, "firstName" | "link">,
  head: Letterhead,
): Letter {
  return {
    firstName,
    subject: `Your requests for help on ${siteName(head)} are paused`,
    opening:
      "The last two requests for your help expired without an answer, so we've paused new ones. " +
      "Your profile and your conversations stay as they are.",
    action: { label: "Take requests again", link },
    closing: [
      "If that suits you, you don't need to do anything. The link works for 30 days without " +
      "signing in. After that, sign in and open Connections.",
    ],
    because: "you took requests for help",
  };
}

export type ConnectionLetterKind = keyof typeof connectionLetters;

export function isConnectionLetter(kind: string): kind is ConnectionLetterKind {
  return Object.hasOwn(connectionLetters, kind);
}

/** A subject that says about what: two conversations are told apart in a list of mails. */
function about({ topics }: ConnectionNews, head: Letterhead, what: string): string {
  const [first, second, ...more] = topics;
  if (first === undefined) return `${siteName(head)}: ${what}`;
  if (second === undefined) return `About ${first}: ${what}`;
  return `About ${first} and ${more.length > 0 ? `${more.length + 1} more` : second}: ${what}`;
}

function asksFor(news: ConnectionNews) {
  const about = news.topics.length === 0 ? "" : ` with ${listed(news.topics)}`;
  return { opening: `${nameOf(news)} asks for your help${about}:`, quote: news.messages };
}

const mostQuoted = { messages: 10, characters: 8000 };

/** Quotes as much as fits in a mail, and says how many more there are. */
function wroteTo(news: ConnectionNews) {
  const { messages } = news;
  let characters = 0;
  const quote = messages.slice(0, mostQuoted.messages).filter((text, index) => {
    characters += text.length;
    return index === 0 || characters <= mostQuoted.characters;
  });
  const more = messages.length - quote.length;
  const name = nameOf(news);
  if (messages.length === 1) return { opening: `${name} wrote to you:`, quote };
  const opening = `${name} wrote ${messages.length} messages to you` +
    (more === 0 ? ":" : `. Here are the first ${quote.length}, and ${more} more are waiting:`);
  return { opening, quote };
}

/** By name only when it looks like one: what somebody chose as a name is no message from us. */
export function nameOf({ other }: Pick<ConnectionNews, "other">): string {
  const name = `${other.firstName} ${other.lastName}`.trim();
  const isName = /^[\p{L}\p{M}' .’-]{1,60}$/u.test(name) && !/\.\p{L}/u.test(name);
  return isName ? name : `A ${roleOf({ other })}`;
}

function roleOf({ other: { role, isRoleConfirmed } }: Pick<ConnectionNews, "other">): string {
  const name = { cadet: "cadet", alumni: "graduate", cadre: "cadre member" }[role ?? "cadet"];
  return isRoleConfirmed ? name : `${name} (not confirmed)`;
}

function yourConversations({ appOrigin }: Letterhead) {
  return { label: "See your conversations", link: new URL("/connections", appOrigin).href };
}

function listed(texts: readonly string[]): string {
  return new Intl.ListFormat("en", { type: "conjunction" }).format(texts);
}
