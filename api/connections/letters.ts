/**
 * Letters about requests for help and conversations: plain, short, and with one link that opens the one
 * conversation without signing in. Nobody's address is in them.
 *
 * @module
 */
import type { DeclineReason, ReportReason } from "../../events/connections/words.ts";
import type { PublicUser } from "../../events/members/privacy.ts";
import { type Letter, type Letterhead, siteName } from "../mail/letter.ts";

/** What a letter about a connection says, as it is when it is sent. */
export interface ConnectionNews {
  /** First name of the reader. */
  readonly firstName: string;
  readonly other: PublicUser;
  readonly topics: readonly string[];
  /** What the other one wrote, oldest first. */
  readonly messages: readonly string[];
  /** Where the reader goes on. */
  readonly link: string;
  readonly isAccepted: boolean;
  readonly reason: DeclineReason | null;
  /** Whether the reader has asked for help, and not been asked. */
  readonly isAsker: boolean;
  /** Of a request that has expired, whose turn it was. */
  readonly wasSilent: "asker" | "mentor" | null;
}

type Write = (news: ConnectionNews, head: Letterhead) => Letter;

const linkLasts =
  "The link opens this one conversation without signing in, for thirty days. Whoever has it can read " +
  "and answer there as you, so please do not pass this message on.";
const addressStaysHidden = "Your address is not shown to them; what you write there is sent on.";

/** Reasons of a no, as they are told to the asker. */
const reasons: Readonly<Record<DeclineReason, string>> = {
  "no-time": "They have no time for it at the moment.",
  "not-my-field": "It is not their field.",
  "know-each-other": "You know each other already.",
  other: "",
};

export const connectionLetters = {
  "connection-request": (news, head) => ({
    ...asksFor(news),
    firstName: news.firstName,
    subject: `A ${roleOf(news)} asks for your help on ${siteName(head)}`,
    action: { label: "Read and answer", link: news.link },
    closing: [
      `You can say yes or no there, or ask something first. ${addressStaysHidden}`,
      linkLasts,
    ],
    because: "you take requests for help; you can change that in your profile",
  }),
  "connection-reminder": (news, head) => ({
    ...asksFor(news),
    firstName: news.firstName,
    subject: `A ${roleOf(news)} still waits for your answer on ${siteName(head)}`,
    action: { label: "Read and answer", link: news.link },
    closing: ["A no is an answer, too: it lets them ask somebody else.", linkLasts],
    because: "a request for help waits for your answer",
  }),
  "connection-answer": (news, head) => ({
    firstName: news.firstName,
    subject: news.isAccepted
      ? `Your request for help on ${siteName(head)} was accepted`
      : `Your request for help on ${siteName(head)} was declined`,
    opening: news.isAccepted
      ? `${nameOf(news)} said yes. You can write to each other from now on.`
      : `${nameOf(news)} cannot help you with this. ${news.reason ? reasons[news.reason] : ""}`
        .trim(),
    quote: news.messages,
    action: news.isAccepted
      ? { label: "Write to them", link: news.link }
      : { label: "Find somebody else", link: new URL("/directory", head.appOrigin).href },
    closing: news.isAccepted ? [addressStaysHidden, linkLasts] : [],
    because: "you have asked for help",
  }),
  "connection-message": (news, head) => ({
    firstName: news.firstName,
    subject: news.messages.length > 1
      ? `${news.messages.length} new messages for you on ${siteName(head)}`
      : `A new message for you on ${siteName(head)}`,
    ...wroteTo(news),
    action: { label: "Answer", link: news.link },
    closing: [addressStaysHidden, linkLasts],
    because: "you are in a conversation with them",
  }),
  "connection-expired": (news, head) => {
    const find = { label: "Find somebody else", link: new URL("/directory", head.appOrigin).href };
    const letter = { firstName: news.firstName, action: find, closing: [] };
    const subject = `request for help on ${siteName(head)} has expired`;
    if (!news.isAsker) {
      return {
        ...letter,
        subject: `A ${subject}`,
        opening:
          `${nameOf(news)} didn't answer your question within two weeks. You don't need to ` +
          "do anything.",
        action: yourConversations(head),
        because: "you were asked for help",
      };
    }
    return {
      ...letter,
      subject: `Your ${subject}`,
      opening: news.wasSilent === "asker"
        ? `${nameOf(news)} asked you something, and you didn't answer within two weeks. You can ` +
          "ask them for help again."
        : `${nameOf(news)} did not answer within two weeks. That happens, and says nothing about ` +
          "your question.",
      because: "you have asked for help",
    };
  },
  "connection-quiet": (news, head) => ({
    firstName: news.firstName,
    subject: `Is your conversation on ${siteName(head)} still going?`,
    opening: `You and ${nameOf(news)} have not written for three months. Write a line to go on; ` +
      "otherwise the conversation ends in a week.",
    action: { label: "Go to the conversation", link: news.link },
    closing: [linkLasts],
    because: "you are in a conversation with them",
  }),
  "connection-ended": (news, head) => ({
    firstName: news.firstName,
    subject: `A conversation on ${siteName(head)} has ended`,
    opening: `Your conversation with ${nameOf(news)} has ended.`,
    action: yourConversations(head),
    closing: [],
    because: "you were in a conversation with them",
  }),
  "connection-feedback": (news, head) => ({
    firstName: news.firstName,
    subject: `Words about your help on ${siteName(head)}`,
    opening: `${nameOf(news)} says about the help that you gave:`,
    quote: news.messages,
    action: yourConversations(head),
    closing: [],
    because: "you were in a conversation with them",
  }),
} as const satisfies Readonly<Record<string, Write>>;

/** To a mentor whom time has paused, with one link to take requests again. */
export function mentoringPausedLetter(
  { firstName, link }: Pick<ConnectionNews, "firstName" | "link">,
  head: Letterhead,
): Letter {
  return {
    firstName,
    subject: `Your requests for help on ${siteName(head)} are paused`,
    opening:
      "The last two requests for your help expired without an answer, so nobody can ask you " +
      "at the moment. Your profile and your conversations stay as they are.",
    action: { label: "Take requests again", link },
    closing: [
      "You need not do anything if that suits you. The link works without signing in, for thirty " +
      "days; later you find the same in your profile.",
    ],
    because: "you have taken requests for help",
  };
}

/** Tells staff that somebody reported a message, and what it says. */
export function reportLetter(
  { reporter, reported, reason, quote }: {
    readonly reporter: PublicUser;
    readonly reported: PublicUser;
    readonly reason: ReportReason;
    readonly quote: string;
  },
  head: Letterhead,
): Letter {
  const idOf = ({ firstName, lastName, id }: PublicUser) => `${firstName} ${lastName} (${id})`;
  return {
    subject: `A message was reported on ${siteName(head)}`,
    firstName: "",
    opening:
      `${idOf(reporter)} reported a message of ${idOf(reported)} as ${reportWords[reason]}. ` +
      "Their conversation has ended.",
    quote,
    action: { label: "Handle it", link: new URL("/program/reports", head.appOrigin).href },
    closing: [
      "Nobody else reads what members write to each other. The program's staff, who are cadre that " +
      "were confirmed, say there what is done.",
    ],
    because: "this is the program's support address",
  };
}

/** Tells staff of all messages that were reported in an hour. */
export function reportsLetter(count: number, head: Letterhead): Letter {
  const reported = count === 1 ? "1 message was reported" : `${count} messages were reported`;
  return {
    subject: `${reported} on ${siteName(head)}`,
    firstName: "",
    opening: `${reported} within an hour. You may have had an email about the first one already.`,
    action: { label: "Read the reports", link: new URL("/program/reports", head.appOrigin).href },
    closing: [],
    because: "this is the program's support address",
  };
}

const reportWords: Readonly<Record<ReportReason, string>> = {
  harassment: "harassment",
  spam: "spam",
  "false-identity": "written under a false identity",
  other: "something else that is not right",
};

export type ConnectionLetterKind = keyof typeof connectionLetters;

export function isConnectionLetter(kind: string): kind is ConnectionLetterKind {
  return Object.hasOwn(connectionLetters, kind);
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
  const name =
    { cadet: "cadet", alumni: "graduate", cadre: "member of the cadre" }[role ?? "cadet"];
  return isRoleConfirmed ? name : `${name} (not confirmed)`;
}

function yourConversations({ appOrigin }: Letterhead) {
  return { label: "See your conversations", link: new URL("/connections", appOrigin).href };
}

function listed(texts: readonly string[]): string {
  return new Intl.ListFormat("en", { type: "conjunction" }).format(texts);
}
