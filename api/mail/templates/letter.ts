import { html, raw } from "hono/html";
import { needsWhiteText } from "../../contract/brand-color.ts";
import type { MailImage, Message } from "../mail.ts";
import { type Answerable, firstLine, isAnsweredByMail } from "./no-reply.ts";
import { letterEnd, replyMarker } from "../inbound/text/reply-marker.ts";
import { type Letterhead, siteName } from "./letterhead.ts";
import { defaultMark } from "./mail-logo.ts";

/** A sentence, or a link under its words. */
export type Line = string | { readonly label: string; readonly link: string };

export interface Letter extends Answerable {
  readonly subject: string;
  readonly firstName: string;
  /** A code to type, shown first. */
  readonly code?: string;
  /** Who writes, above the opening. */
  readonly person?: LetterPerson | undefined;
  readonly opening: string;
  /** Words of another person, if any. */
  readonly quote?: string | readonly string[] | null | undefined;
  /** Later events, in order. */
  readonly then?: readonly Pick<Letter, "opening" | "quote">[];
  /** Short points in a list, below the opening. */
  readonly points?: readonly string[];
  readonly action?: { readonly label: string; readonly link: string };
  /** Whether the link leads into the reader's account, which a code does, too. */
  readonly opensAccount?: true;
  /** Further instructions, such as what to do if someone else requested the letter. */
  readonly closing: readonly Line[];
  /** Small print: how long the link works, and rules that apply to all such letters. */
  readonly details?: readonly Line[];
  /** Continues "You got this email because". */
  readonly because: string;
  readonly unsubscribe?: string;
}

/** Someone whom the reader may know. */
export interface LetterPerson {
  readonly name: string;
  /** Such as "Professor of Military Science"; empty without one. */
  readonly title: string;
  readonly picture: MailImage | undefined;
}

/** A mail as text and HTML with the same words. Several letters to one address become one mail. */
export async function write(
  letters: readonly Letter[],
  head: Letterhead,
  to: string,
): Promise<Pick<Message, "subject" | "text" | "html" | "images">> {
  const [only, ...others] = letters;
  const isJoined = others.length > 0;
  const subject = isJoined || only === undefined
    ? `${letters.length} updates from ${siteName(head)}`
    : only.subject;
  const greeting = greet(only?.firstName ?? "");
  const first = firstLine(letters);
  const marker = letters.every(({ answer }) => answer === "reply") && replyMarker;
  const code = only?.code;
  const preview = isJoined
    ? letters.map((letter) => letter.subject).join(". ")
    : code ?? only?.opening;
  const questions = questionsLine(head, isAnsweredByMail(letters));
  const reasons = isJoined ? [] : letters.map(reasonOf);
  const logo = await (head.logo ?? defaultMark)();
  const look: Look = { color: colorOf(head), isBare: isMilitary(to), host: hostOf(head) };
  // Repeated details are shown once, below the last letter.
  const details = [...new Set(letters.flatMap((letter) => letter.details ?? []))];
  const pictures = new Map(
    letters.flatMap(({ person }) => person?.picture ?? []).map((image) => [image.cid, image]),
  );
  return {
    subject,
    images: [...logo ? [logo] : [], ...pictures.values()],
    text: [
      ...(marker ? [marker] : []),
      ...(code !== undefined && !isJoined ? [code] : []),
      greeting,
      ...(isJoined ? [...(first ? [first] : []), gathered] : []),
      ...letters.flatMap((letter) => [
        ...(isJoined ? [`${"-".repeat(40)}\n${letter.subject}`] : []),
        ...(isJoined && letter.code !== undefined ? [letter.code] : []),
        ...[letter, ...letter.then ?? []].flatMap((part) => [
          part.opening,
          ...quotesOf(part).map(quoteLines),
        ]),
        ...signatureOf(letter),
        ...(letter.points
          ? [[pointsTitle, ...letter.points.map((point) => `- ${point}`)].join("\n")]
          : []),
        ...(first && !isJoined ? [first] : []),
        ...(letter.action ? [textOf(letter.action)] : []),
        ...closingOf(letter, look).map(textOf),
        ...(isJoined ? [reasonOf(letter)] : []),
      ]),
      ...details.map(textOf),
      ["-- ", siteName(head), head.appOrigin, ...reasons, questions].join("\n"),
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
            ${forWord}
          </head>
          <body style="margin: 0; padding: 0; ${font}">
            <div style="${unseen}">${preview}</div>
            <table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
              <tr>
                <td align="center" style="padding: 0 16px 24px;">
                  <table role="presentation" width="560" cellpadding="0" cellspacing="0" border="0"
                    align="center" style="width: 100%; max-width: 560px;">
                    <tr>
                      <td align="left"
                        style="border-top: 4px solid ${look
                          .color}; padding: 16px 0 0; ${font} overflow-wrap: anywhere; word-break: break-word;">
                        ${marker && html`<p style="${quiet}">${marker}</p>`}
                        ${besideImage(logo, "logo", html`<strong>${siteName(head)}</strong>`)}
                        ${code !== undefined && !isJoined && html`<p style="${digits}">${code}</p>`}
                        <p style="${paragraph}">${greeting}</p>
                        ${isJoined && first && html`<p style="${paragraph}">${first}</p>`}
                        ${isJoined && html`<p style="${paragraph}">${gathered}</p>`}
                        ${letters.map((letter) => partOf(letter, look, isJoined ? true : first))}
                        ${line}
                        ${details.map((each) =>
                          html`<p style="${quiet}">${htmlOf(each, look)}</p>`
                        )}
                        <p style="${quiet}">${reasons.map((why) => `${why} `)}${questions}</p>
                        <p style="${quiet}"><a href="${head.appOrigin}">${head.appOrigin}</a></p>
                      </td>
                    </tr>
                  </table>
                </td>
              </tr>
            </table>
          </body>
        </html>
      `,
    ).replaceAll(/\n\s*(?=<|$)/g, "\n").trimStart(),
  };
}

export function questionsLine(
  { supportEmail }: Pick<Letterhead, "supportEmail">,
  isAnsweredByMail: boolean,
): string {
  return `Questions? Write to ${supportEmail}${isAnsweredByMail ? ` ${letterEnd}` : "."}`;
}

/** How a letter is shown to one reader. */
interface Look {
  readonly color: string;
  /** Whether its link is one bare address: military gateways rewrite what is behind a button. */
  readonly isBare: boolean;
  readonly host: string;
}

const gathered = "You have several updates. Here they are in one email.";

function isMilitary(to: string): boolean {
  return /[@.]mil$/i.test(to.trim());
}

function hostOf({ appOrigin }: Letterhead): string {
  return new URL(appOrigin).host;
}

/** A line as text. A link is alone on its line. */
function textOf(line: Line): string {
  return typeof line === "string" ? line : `${line.label}:\n${line.link}`;
}

function htmlOf(line: Line, { isBare }: Look) {
  if (typeof line === "string") return line;
  const { label, link } = line;
  return isBare
    ? html`${label}:<br><a href="${link}">${link}</a>`
    : html`<a href="${link}">${label}</a>`;
}

function closingOf(
  { action, opensAccount, closing }: Pick<Letter, "action" | "closing" | "opensAccount">,
  { isBare, host }: Look,
): readonly Line[] {
  if (!isBare || action === undefined || !opensAccount) return closing;
  return [
    `If you can't open the link, open ${host} in your browser, choose “Email me a code”, and ` +
    "type your email address.",
    ...closing,
  ];
}

function signatureOf({ person }: Pick<Letter, "person">): string[] {
  return person ? [[person.name, person.title].filter((text) => text !== "").join("\n")] : [];
}

/** @param above The text above its link; `true` if it is one of several letters. */
function partOf(letter: Letter, look: Look, above: string | true | undefined) {
  const isJoined = above === true;
  const { subject, person, action, points, then = [] } = letter;
  return html`
    ${isJoined && html`${line}<h2 style="${heading}">${subject}</h2>`}
    ${isJoined && letter.code !== undefined && html`<p style="${digits}">${letter.code}</p>`}
    ${[letter, ...then].map((part) =>
      html`
        <p style="${paragraph}">${part.opening}</p>
        ${quotesOf(part).map((quote) => html`<blockquote style="${quoted}">${quote}</blockquote>`)}
      `
    )}
    ${person && besideImage(
      person.picture,
      "picture",
      html`<strong>${person.name}</strong>${person.title !== "" && html`<br>${person.title}`}`,
    )}
    ${points && html`
      <p style="${paragraph}">${pointsTitle}</p>
      <ul style="${list}">${points.map((point) => html`<li>${point}</li>`)}</ul>
    `}
    ${above !== true && above && html`<p style="${paragraph}">${above}</p>`}
    ${action &&
      (look.isBare
        ? html`<p style="${paragraph}">${htmlOf(action, look)}</p>`
        : buttonOf(action, look))}
    ${closingOf(letter, look).map((each) =>
      html`<p style="${paragraph}">${htmlOf(each, look)}</p>`
    )}
    ${isJoined && html`<p style="${quiet}">${reasonOf(letter)}</p>`}
  `;
}

/** A table, since Word shows no other boxes beside each other. */
function besideImage(image: MailImage | undefined, what: keyof typeof edges, text: unknown) {
  const edge = edges[what];
  return html`
    <table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin: 0 0 16px;">
      <tr>
        ${image && html`
          <td width="${edge + 12}" valign="middle" style="padding: 0 12px 0 0;">
            <img src="cid:${image.cid}" width="${edge}" height="${edge}" alt="${image.alt}"
              style="display: block; border: 0; border-radius: ${what === "logo"
                ? "10px"
                : "50%"};">
          </td>
        `}
        <td valign="middle" style="${font}">${text}</td>
      </tr>
    </table>
  `;
}

const edges = { logo: 44, picture: 56 };

/** Sets both colors, so that the button is readable in dark mode. Word gets its padding from `forWord`. */
function buttonOf(
  { label, link }: { readonly label: string; readonly link: string },
  { color }: Look,
) {
  return html`
    <table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin: 0 0 20px;">
      <tr>
        <td class="button" align="center" bgcolor="${color}"
          style="border-radius: 8px; background: ${color};">
          <a href="${link}"
            style="display: inline-block; padding: 13px 24px; ${font} font-weight: 600; color: #ffffff; text-decoration: none;">${label}</a>
        </td>
      </tr>
    </table>
  `;
}

function quotesOf({ quote }: Pick<Letter, "quote">): readonly string[] {
  return [quote ?? []].flat().filter((text) => text !== "");
}

function quoteLines(text: string): string {
  return text.split("\n").map((line) => line === "" ? ">" : `> ${line}`).join("\n");
}

function reasonOf({ because }: Letter): string {
  return `You got this email because ${because}.`;
}

function colorOf({ brandColor }: Letterhead): string {
  return brandColor != null && needsWhiteText(brandColor) ? brandColor : "#5b2a86";
}

/** Outlook for Windows shows mails by Word, which knows no `system-ui` and no padding of links. */
const forWord = raw(
  "<!--[if mso]><style>td, p, li, h2, a, blockquote { font-family: Arial, sans-serif; } " +
    ".button { padding: 13px 24px; }</style><![endif]-->",
);
const font = "font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, Arial, sans-serif;";
/** Above a letter's points. */
export const pointsTitle = "What to expect:";

const paragraph = "margin: 0 0 16px;";
const list = "margin: 0 0 20px; padding: 0 0 0 20px;";
const line = raw('<hr style="border: 0; border-top: 1px solid #8886; margin: 24px 0 16px;">');
const digits = "margin: 0 0 16px; font-size: 32px; font-weight: 700; letter-spacing: 2px;";
const heading = "margin: 0 0 16px; font-size: 18px; line-height: 1.3;";
const quoted = "margin: 0 0 16px; padding: 4px 16px; border-left: 3px solid #8886; " +
  "white-space: pre-wrap; overflow-wrap: anywhere;";
/** Preview text in lists of mails, instead of the greeting. */
const unseen = "display: none; max-height: 0; overflow: hidden; mso-hide: all;";
const quiet = "margin: 0 0 8px; font-size: 14px;";

/** By name only if it looks like one: anyone can register another's address with any name. */
function greet(firstName: string): string {
  const isName = /^[\p{L}\p{M}' .’-]{1,40}$/u.test(firstName) && !/\.\p{L}/u.test(firstName) &&
    firstName.trim().split(/\s+/).length <= 3;
  return isName ? `Hello ${firstName.trim()},` : "Hello,";
}
