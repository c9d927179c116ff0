import type { Letter } from "./letter.ts";
import type { Letterhead } from "./letterhead.ts";
import type { Mailbox } from "../mail.ts";

/**
 * Where answers to a letter about somebody else go: nowhere, with a name that says so. The address is one of the
 * site's own host, which takes no mail, so that a mail server refuses it and staff don't read what was meant for
 * somebody else.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc7505} for how a host says that it takes none.
 */
export function noReply({ appOrigin }: Pick<Letterhead, "appOrigin">): Mailbox {
  return { name: "No replies by email", address: `no-reply@${mailHost(new URL(appOrigin))}` };
}

/** Whether answers go to staff. People believe that they go to whom a letter is about. */
export function isAnsweredByMail(letters: readonly Letter[]): boolean {
  return letters.every(({ answer }) => answer === undefined);
}

/** What a letter begins with that is not answered by mail; nothing for others. */
export function firstLine(letters: readonly Letter[]): string | undefined {
  if (isAnsweredByMail(letters)) return undefined;
  if (letters.every(({ answer }) => answer !== "link")) {
    return "Please don't reply to this email. Replies aren't delivered.";
  }
  return "To answer, use the link below. Replies to this email aren't delivered.";
}

/** The host of an origin as addresses have it, where numbers stand in brackets. */
function mailHost({ hostname }: URL): string {
  if (hostname.startsWith("[")) return hostname.replace("[", "[IPv6:");
  return /^[\d.]+$/.test(hostname) ? `[${hostname}]` : hostname;
}
