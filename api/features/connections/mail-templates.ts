/** Letters about conversations, without addresses. A link opens one without signing in. */
import { tokenLifetimeMs } from "../../auth/tokens.ts";
import {
  pausedAfterExpired,
  quietAfterDays,
  quietEndsAfterDays,
} from "../../../events/connections/limits.ts";
import { counted, lasting, spelled } from "../../../events/amounts.ts";
import { expiresAfterDays } from "../../../events/connections/limits.ts";
import { type DeclineReason } from "../../../events/connections/vocabulary.ts";
import type { PublicUser } from "../../../events/members/privacy.ts";
import type { Letter, Line } from "../../mail/templates/letter.ts";
import { type Letterhead, pageLink, siteName } from "../../mail/templates/letterhead.ts";
import { nameOf, roleOf } from "../../mail/templates/name-of.ts";

export interface ConnectionNews {
  readonly firstName: string;
  readonly other: PublicUser;
  readonly topics: readonly string[];
  /** Messages of the other person, oldest first. */
  readonly messages: readonly string[];
  readonly hasEnded?: boolean;
  readonly thanks?: string | undefined;
  /** Opens the conversation; without signing in, unless the letter leads to other members. */
  readonly link: string;
  /** The asker's other open requests about the same topics, once this one is accepted. */
  readonly alsoAsked?: AlsoAskedNews | undefined;
  /** Who can see the reader's contacts, sentence by sentence. */
  readonly contacts: readonly string[];
  /** Whether the reader has a profile that others see, and so contacts to decide about. */
  readonly isVisible: boolean;
  readonly isAccepted: boolean;
  readonly reason: DeclineReason | null;
  readonly isAsker: boolean;
  /** Who did not answer a request that has expired. */
  readonly wasSilent: "asker" | "mentor" | null;
}

export interface AlsoAskedNews {
  readonly count: number;
  readonly topics: readonly string[];
  /** To the conversation, signed in: a mailed link can be forwarded, so it shows no other members. */
  readonly path: string;
}

const lists = new Intl.ListFormat("en", { type: "conjunction" });

type Write = (news: ConnectionNews, head: Letterhead) => Letter;

const linkLasts =
  `The link opens this one conversation, without signing in, for ${
    lasting(tokenLifetimeMs["conversation-links"])
  }. ` +
  "Don't forward this email: anyone with the link can read and answer as you.";

/** In small print: what the link opens, and who can see the reader's contacts. */
const detailsOf = ({ contacts, isVisible }: ConnectionNews, head: Letterhead): readonly Line[] => [
  linkLasts,
  ["Your messages don't show your email address.", ...contacts].join(" "),
  ...isVisible
    ? [{ label: "Change who sees your contacts", link: pageLink(head, "/contacts") }]
    : [],
];

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
    isDecision: true,
    closing: [
      "You can say yes or no, or ask a question first. The request expires if you don't answer " +
      `within ${expiresAfterDays} days.`,
    ],
    details: detailsOf(news, head),
    because:
      "you take requests for help. To pause them, open Connections and choose Mentoring settings",
  }),
  "connection-reminder": (news, head) => ({
    ...asksFor(news),
    firstName: news.firstName,
    subject: about(news, head, `a ${roleOf(news)} is waiting for your answer`),
    action: { label: "Read and answer", link: news.link },
    answer: "link",
    isDecision: true,
    closing: [
      "If you can't help, please say no, so they can ask someone else.",
    ],
    details: detailsOf(news, head),
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
    action: news.isAccepted ? { label: "Write to them", link: news.link } : findSomeoneElse(head),
    answer: news.isAccepted ? "link" : "none",
    closing: news.alsoAsked ? alsoAskedLines(news.alsoAsked, head) : [],
    ...news.isAccepted && { details: detailsOf(news, head) },
    because: "you asked for help",
  }),
  "connection-taken": (news, head) => ({
    firstName: news.firstName,
    subject: about(news, head, "your question was answered"),
    opening: news.messages.length > 0
      ? `${nameOf(news)} answered your question to the program's alumni:`
      : `${nameOf(news)} will answer your question to the program's alumni. You can now write to ` +
        "each other.",
    quote: news.messages,
    action: { label: "Write to them", link: news.link },
    answer: "link",
    closing: news.alsoAsked ? alsoAskedLines(news.alsoAsked, head) : [],
    details: detailsOf(news, head),
    because: "you asked the program's alumni",
  }),
  "connection-yours": (news, head) => ({
    firstName: news.firstName,
    subject: about(news, head, "you answered first"),
    opening: `Thank you. The question is from ${nameOf(news)}, who has your reply now.`,
    action: { label: "Open the conversation", link: news.link },
    answer: "link",
    closing: [],
    details: detailsOf(news, head),
    because: "you answered a cadet's question",
  }),
  "connection-undone": (news, head) => ({
    firstName: news.firstName,
    subject: about(news, head, "your request is waiting for an answer again"),
    opening: `${nameOf(news)} has undone their answer to your request, so it's waiting for an ` +
      "answer again. You don't need to do anything.",
    action: { label: "See your request", link: news.link },
    answer: "none",
    closing: [],
    details: detailsOf(news, head),
    because: "you asked for help",
  }),
  "connection-message": (news, head) => ({
    firstName: news.firstName,
    // The same for several: mail programs group a conversation by its subject.
    subject: about(news, head, "a new message"),
    ...wroteTo(news),
    action: { label: "Answer", link: news.link },
    answer: "link",
    closing: [],
    details: detailsOf(news, head),
    because: "you are in a conversation with them",
  }),
  "connection-expired": (news, head) => ({
    firstName: news.firstName,
    subject: about(news, head, `${news.isAsker ? "your" : "the"} request has expired`),
    opening: expiredText(news),
    action: news.isAsker ? findSomeoneElse(head) : yourConversations(head),
    answer: "none",
    closing: [],
    because: news.isAsker ? "you asked for help" : "you were asked for help",
  }),
  "connection-silent": (news, head) => ({
    firstName: news.firstName,
    subject: about(news, head, "no answer yet"),
    opening:
      `${nameOf(news)} hasn't answered your request yet. This happens, and it says nothing ` +
      "about your question. You can wait, or ask someone else who helps with the same: your note " +
      `goes to them, and your request to ${nameOf(news)} is withdrawn.`,
    action: { label: "Ask someone else", link: news.link },
    answer: "none",
    closing: [],
    because: "you asked for help",
  }),
  "connection-quiet": (news, head) => ({
    firstName: news.firstName,
    subject: about(news, head, "is your conversation still going?"),
    opening: `You and ${nameOf(news)} haven't written for ${
      spelled(quietAfterDays, "day")
    }. To keep the conversation going, write a message. If neither of you does, it ends in ${
      spelled(quietEndsAfterDays, "day")
    }.`,
    action: { label: "Open the conversation", link: news.link },
    answer: "link",
    closing: [],
    details: detailsOf(news, head),
    because: "you are in a conversation with them",
  }),
  "connection-ended": (news, head) => ended(news, head),
  "connection-feedback": (news, head) => ended(news, head),
} as const satisfies Readonly<Record<string, Write>>;

function alsoAskedLines({ count, topics, path }: AlsoAskedNews, head: Letterhead): Line[] {
  const others = counted(count, "other open request");
  return [
    `You have ${others} about ${lists.format(topics)}. If you don't need ${
      count === 1 ? "it" : "them"
    } anymore, you can withdraw ${count === 1 ? "it" : "them"} with one button.`,
    { label: `See ${others}`, link: pageLink(head, path) },
  ];
}

function expiredText(news: ConnectionNews): string {
  const name = nameOf(news);
  const inTime = `within ${expiresAfterDays} days`;
  if (!news.isAsker) {
    return `${name} didn't answer your question ${inTime}. You don't need to do anything.`;
  }
  return news.wasSilent === "asker"
    ? `${name} asked you a question, and you didn't answer ${inTime}. You can ask them for help again.`
    : `${name} didn't answer ${inTime}. This happens, and it says nothing about your question.`;
}

/** The last messages, the end and the thank-you note, unless the reader was mailed about them before. */
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

export function mentoringPausedLetter(
  { firstName, link }: Pick<ConnectionNews, "firstName" | "link">,
  head: Letterhead,
): Letter {
  return {
    firstName,
    subject: `Your requests for help on ${siteName(head)} are paused`,
    opening:
      `The last ${
        spelled(pausedAfterExpired, "request")
      } for your help expired without an answer, so ` +
      "we've paused new ones. " +
      "Your profile and your conversations stay as they are.",
    action: { label: "Take requests again", link },
    closing: [
      "If that suits you, you don't need to do anything. The link works for " +
      `${
        lasting(tokenLifetimeMs["conversation-links"])
      } without signing in. After that, sign in, open Connections and choose Mentoring settings.`,
    ],
    because: "you took requests for help",
  };
}

export type ConnectionLetterKind = keyof typeof connectionLetters;

export function isConnectionLetter(kind: string): kind is ConnectionLetterKind {
  return Object.hasOwn(connectionLetters, kind);
}

function about({ topics }: ConnectionNews, head: Letterhead, what: string): string {
  const [first, second, ...more] = topics;
  if (first === undefined) return `${siteName(head)}: ${what}`;
  if (second === undefined) return `About ${first}: ${what}`;
  return `About ${first} and ${more.length > 0 ? `${more.length + 1} more` : second}: ${what}`;
}

function asksFor(news: ConnectionNews) {
  const about = news.topics.length === 0 ? "" : ` with ${lists.format(news.topics)}`;
  return { opening: `${nameOf(news)} asks for your help${about}:`, quote: news.messages };
}

const maxQuoted = { messages: 10, characters: 8000 };

/** Quotes as many messages as fit in a mail, and counts the others. */
function wroteTo(news: ConnectionNews) {
  const { messages } = news;
  let characters = 0;
  const quote = messages.slice(0, maxQuoted.messages).filter((text, index) => {
    characters += text.length;
    return index === 0 || characters <= maxQuoted.characters;
  });
  const more = messages.length - quote.length;
  const name = nameOf(news);
  if (messages.length === 1) return { opening: `${name} wrote to you:`, quote };
  const opening = `${name} wrote ${messages.length} messages to you` +
    (more === 0 ? ":" : `. Here are the first ${quote.length}, and ${more} more are waiting:`);
  return { opening, quote };
}

function yourConversations(head: Letterhead) {
  return { label: "See your conversations", link: pageLink(head, "/connections") };
}

function findSomeoneElse(head: Letterhead) {
  return { label: "Find someone else", link: pageLink(head, "/directory") };
}
