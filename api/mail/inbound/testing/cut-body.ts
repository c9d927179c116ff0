import type { WrittenText } from "../inbound-mail.ts";
import { cutLines } from "../text/cut-text.ts";
import { readHtmlLines } from "../text/html-lines.ts";
import { type Flow, splitLines } from "../text/lines.ts";

/** Cuts a `text/plain` body. */
export function cutText(text: string, flow?: Flow): WrittenText {
  return cutLines(splitLines(text, flow));
}

/** Cuts a `text/html` body. */
export function cutHtml(html: string): WrittenText {
  return cutLines(readHtmlLines(html));
}
