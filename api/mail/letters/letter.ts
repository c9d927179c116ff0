import { html, raw } from "hono/html";
import { needsWhiteText } from "../../contract/brand-color.ts";
import type { Message } from "../mail.ts";
import { type Answerable, firstLine, isAnsweredByMail } from "./no-reply.ts";
import { letterEnd, replyMarker } from "../arriving/text/reply-marker.ts";
import { type Letterhead, siteName } from "./letterhead.ts";

export interface Letter extends Answerable {
  readonly subject: string;
  readonly firstName: string;
  readonly opening: string;
  /** Words of another person, if any. */
  readonly quote?: string | readonly string[] | null | undefined;
  /** Later events, in order. */
  readonly then?: readonly Pick<Letter, "opening" | "quote">[];
  readonly action?: { readonly label: string; readonly link: string };
  /** How long and how often the link works, and what to do if someone else requested it. */
  readonly closing: readonly string[];
  /** Continues "You got this email because". */
  readonly because: string;
  readonly unsubscribe?: string;
}

/** A mail as text and HTML with the same words. Several letters to one address become one mail. */
export async function write(
  letters: readonly Letter[],
  head: Letterhead,
): Promise<Pick<Message, "subject" | "text" | "html">> {
  const [only, ...others] = letters;
  const isJoined = others.length > 0;
  const subject = isJoined || only === undefined
    ? `${letters.length} updates from ${siteName(head)}`
    : only.subject;
  const greeting = greet(only?.firstName ?? "");
  const first = firstLine(letters);
  const marker = letters.every(({ answer }) => answer === "reply") && replyMarker;
  const preview = isJoined ? letters.map((letter) => letter.subject).join(". ") : only?.opening;
  const questions = questionsLine(head, isAnsweredByMail(letters));
  const whys = isJoined ? [] : letters.map(whyOf);
  return {
    subject,
    text: [
      ...(marker ? [marker] : []),
      greeting,
      ...(first ? [first] : []),
      ...(isJoined ? [gathered] : []),
      ...letters.flatMap((letter) => [
        ...(isJoined ? [`${"-".repeat(40)}\n${letter.subject}`] : []),
        ...[letter, ...letter.then ?? []].flatMap((part) => [
          part.opening,
          ...quotesOf(part).map(quoteLines),
        ]),
        ...(letter.action ? [`${letter.action.label}:\n${letter.action.link}`] : []),
        ...letter.closing,
        ...(isJoined ? [whyOf(letter)] : []),
      ]),
      ["-- ", siteName(head), head.appOrigin, ...whys, questions].join("\n"),
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
            <div style="${unseen}">${preview}</div>
            <div style="max-width: 34em; margin: 0 auto; overflow-wrap: anywhere;">
              ${marker && html`<p style="${quiet}">${marker}</p>`}
              <p style="font-weight: 600;">${siteName(head)}</p>
              <p>${greeting}</p>
              ${first && html`<p>${first}</p>`}
              ${isJoined && html`<p>${gathered}</p>`}
              ${letters.map((letter) => partOf(letter, isJoined, head))}
              ${line}
              <p style="${quiet}">${whys.map((why) => `${why} `)}${questions}</p>
              <p style="${quiet}"><a href="${head.appOrigin}">${head.appOrigin}</a></p>
            </div>
          </body>
        </html>
      `,
    ),
  };
}

export function questionsLine(
  { supportEmail }: Pick<Letterhead, "supportEmail">,
  isAnsweredByMail: boolean,
): string {
  return `Questions? Write to ${supportEmail}${isAnsweredByMail ? ` ${letterEnd}` : "."}`;
}

const gathered = "You have several updates. Here they are in one email.";

/** Links addresses in our own sentences. Other people's words are quotes, without links. */
function linked(text: string) {
  return text.split(/(https?:\/\/\S+)/).map((part, at) =>
    at % 2 === 1 ? html`<a href="${part}">${part}</a>` : part
  );
}

function partOf(letter: Letter, isJoined: boolean, head: Letterhead) {
  const { subject, action, closing, then = [] } = letter;
  return html`
    ${isJoined && html`${line}<h2 style="${heading}">${subject}</h2>`}
    ${[letter, ...then].map((part) =>
      html`
        <p>${part.opening}</p>
        ${quotesOf(part).map((quote) => html`<blockquote style="${quoted}">${quote}</blockquote>`)}
      `
    )}
    ${action && html`
      <p><a href="${action.link}" style="${buttonOf(head)}">${action.label}</a></p>
    `}
    ${closing.map((text) => html`<p>${linked(text)}</p>`)}
    ${isJoined && html`<p style="${quiet}">${whyOf(letter)}</p>`}
  `;
}

function quotesOf({ quote }: Pick<Letter, "quote">): readonly string[] {
  return [quote ?? []].flat().filter((text) => text !== "");
}

function quoteLines(text: string): string {
  return text.split("\n").map((line) => `> ${line}`).join("\n");
}

function whyOf({ because }: Letter): string {
  return `You got this email because ${because}.`;
}

const line = raw('<hr style="border: 0; border-top: 1px solid #8886; margin: 24px 0;">');
const heading = "margin: 0 0 16px; font-size: 18px; line-height: 1.3;";

/** Sets both colors, so that the button is readable in dark mode. */
function buttonOf({ brandColor }: Letterhead): string {
  const color = brandColor != null && needsWhiteText(brandColor) ? brandColor : "#5b2a86";
  return "display: inline-block; padding: 10px 18px; border-radius: 8px; " +
    `background: ${color}; color: #ffffff; font-weight: 600; text-decoration: none;`;
}
const quoted = "margin: 16px 0; padding: 4px 16px; border-left: 3px solid #8886; " +
  "white-space: pre-wrap; overflow-wrap: anywhere;";
/** Preview text in lists of mails, instead of the greeting. */
const unseen = "display: none; max-height: 0; overflow: hidden;";
const quiet = "font-size: 14px;";

/** By name only if it looks like one: anyone can register another's address with any name. */
function greet(firstName: string): string {
  const isName = /^[\p{L}\p{M}' .’-]{1,40}$/u.test(firstName) && !/\.\p{L}/u.test(firstName) &&
    firstName.trim().split(/\s+/).length <= 3;
  return isName ? `Hello ${firstName.trim()},` : "Hello,";
}
