import { html } from "hono/html";
import type { Message } from "./mail.ts";

/** Who mails, as its readers see it. */
export interface Letterhead {
  readonly programName: string;
  readonly supportEmail: string;
  /** The only origin that links point to, whatever a request says about its host. */
  readonly appOrigin: string;
}

export interface Letter {
  readonly subject: string;
  readonly firstName: string;
  readonly opening: string;
  /** What somebody else wrote; `null` where they wrote nothing, and left out where nobody could have. */
  readonly quote?: string | null | undefined;
  /** What the reader can do. */
  readonly action?: { readonly label: string; readonly link: string };
  /** How long and how often the link works, and what to do when it was somebody else. */
  readonly closing: readonly string[];
  /** Why the reader gets this, after 'You receive this message because'. */
  readonly because: string;
}

/** What the product is called in mails: `TCU Army ROTC Alumni Connect`. */
export function siteName({ programName }: Pick<Letterhead, "programName">): string {
  return `${programName} Army ROTC Alumni Connect`;
}

/** A letter as a text and as a page: the same words in both, and nothing fetched from anywhere. */
export async function write(
  letter: Letter,
  head: Letterhead,
): Promise<Pick<Message, "subject" | "text" | "html">> {
  const { subject, opening, quote, action, closing, because } = letter;
  const greeting = greet(letter.firstName);
  const why = `You receive this message because ${because}.`;
  // Whoever answers a mail that quotes somebody believes that it goes to them.
  const questions = letter.quote === undefined
    ? `Questions? Write to ${head.supportEmail}, or simply answer this message.`
    : `Questions? Write to ${head.supportEmail}. An answer to this mail goes there, too: to answer ` +
      "the other person, open the link.";
  return {
    subject,
    text: [
      greeting,
      opening,
      ...(quote ? [quote.split("\n").map((line) => `> ${line}`).join("\n")] : []),
      ...(action ? [`${action.label}:\n${action.link}`] : []),
      ...closing,
      ["-- ", siteName(head), head.appOrigin, why, questions].join("\n"),
    ].join("\n\n") + "\n",
    html: String(
      await html`
        <!doctype html>
        <html lang="en">
          <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width">
            <meta name="color-scheme" content="light dark">
            <meta name="supported-color-schemes" content="light dark">
            <title>${subject}</title>
            <style>:root { color-scheme: light dark; }</style>
          </head>
          <body style="margin: 0; padding: 24px; font: 16px/1.5 system-ui, sans-serif;">
            <div style="max-width: 34em; margin: 0 auto;">
              <p style="font-weight: 600;">${siteName(head)}</p>
              <p>${greeting}</p>
              <p>${opening}</p>
              ${quote && html`<blockquote style="${quoted}">${quote}</blockquote>`}
              ${action && html`
                <p><a href="${action.link}" style="${button}">${action.label}</a></p>
                <p style="${quiet}">Or open this address: <a href="${action.link}">${action
                  .link}</a></p>
              `}
              ${closing.map((text) => html`<p>${text}</p>`)}
              <hr style="border: 0; border-top: 1px solid #8886; margin: 24px 0;">
              <p style="${quiet}">${why} ${questions}</p>
              <p style="${quiet}"><a href="${head.appOrigin}">${head.appOrigin}</a></p>
            </div>
          </body>
        </html>
      `,
    ),
  };
}

/** Both colours are set, so that the button reads well whatever the reader's program makes dark. */
const button = "display: inline-block; padding: 10px 18px; border-radius: 8px; " +
  "background: #5b2a86; color: #ffffff; font-weight: 600; text-decoration: none;";
const quoted = "margin: 16px 0; padding: 4px 16px; border-left: 3px solid #8886; " +
  "white-space: pre-wrap; overflow-wrap: anywhere;";
const quiet = "font-size: 14px; overflow-wrap: anywhere;";

/**
 * By name only when it looks like one: anybody can register with somebody else's address, and what
 * they chose as a name must not be a message from us.
 */
function greet(firstName: string): string {
  const isName = /^[\p{L}\p{M}' .’-]{1,40}$/u.test(firstName) && !/\.\p{L}/u.test(firstName) &&
    firstName.trim().split(/\s+/).length <= 3;
  return isName ? `Hello ${firstName.trim()},` : "Hello,";
}
