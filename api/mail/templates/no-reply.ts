import type { Letterhead } from "./letterhead.ts";
import type { Mailbox } from "../mail.ts";

/**
 * Reply address of letters about another member: it accepts no mail, and its name says so. On the
 * site's own host, so staff don't get what was meant for that member.
 * @see {@link https://www.rfc-editor.org/rfc/rfc7505} for hosts that accept no mail.
 */
export function noReply({ appOrigin }: Pick<Letterhead, "appOrigin">): Mailbox {
  return { name: "No replies by email", address: `no-reply@${mailHost(new URL(appOrigin))}` };
}

/** A mail that may be about another member. */
export interface Answerable {
  /** How to answer a letter about another member: by its link, also by a reply, or not at all. */
  readonly answer?: "link" | "reply" | "none";
  /** Whether it needs a yes or no by its link. */
  readonly isDecision?: true;
}

/** Not for letters about another member: readers would think that replies go to that member. */
export function isAnsweredByMail(letters: readonly Answerable[]): boolean {
  return letters.every(({ answer }) => answer === undefined);
}

/** How to answer a letter about another member, if it is one. */
export function firstLine(letters: readonly Answerable[]): string | undefined {
  if (isAnsweredByMail(letters)) return undefined;
  if (letters.every(({ answer }) => answer === "reply")) {
    const what =
      "Your reply to this email becomes a message in the conversation, without your email address, your " +
      "signature and attachments.";
    return letters.some(({ isDecision }) => isDecision)
      ? `${what} To say yes or no, use the link below.`
      : what;
  }
  if (letters.every(({ answer }) => answer !== "link")) {
    return "Please don't reply to this email. Replies aren't delivered.";
  }
  return "To answer, use the link below. Replies to this email aren't delivered.";
}

/** In email addresses, IP addresses are in brackets. */
function mailHost({ hostname }: URL): string {
  if (hostname.startsWith("[")) return hostname.replace("[", "[IPv6:");
  return /^[\d.]+$/.test(hostname) ? `[${hostname}]` : hostname;
}
