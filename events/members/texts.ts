/**
 * Texts that people write about themselves, and what may be in them. It imports zod only.
 *
 * @module
 */
import { z } from "zod";

const maxText = 200;

/** Control characters have no place in a text of one line. */
// deno-lint-ignore no-control-regex
const controlCharacters = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
/** The same for the description of the API, which does not trim. */
const lineAsSent = "^(?!\\s)(?!.*\\s$)[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$";
/** A longer text may have tabs and line breaks. */
// deno-lint-ignore no-control-regex
const controlCharactersButBreaks = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;
const hasControls = "Must not contain control characters";

/** A text of one line, trimmed, at most `max` characters. */
export function line(max = maxText, notText = "Must be text") {
  return bounded(max, notText)
    .refine((text) => !controlCharacters.test(text), hasControls)
    .meta({ pattern: lineAsSent });
}

/** A text that may have line breaks and tabs, trimmed, at most `max` characters. */
export function lines(max: number) {
  return bounded(max)
    .refine((text) => !controlCharactersButBreaks.test(text), hasControls)
    .meta({ pattern: "^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f]*$" });
}

/**
 * Length limit of a text, twice: first as it came, before anything looks at a character of it, with
 * room for what is then taken off; and again as it is kept.
 */
function bounded(max: number, notText?: string) {
  const error = `Must be at most ${max} characters`;
  return z.string(notText)
    .max(lengthAsSent(max), { error, abort: true })
    .overwrite(withoutUnseen)
    .trim()
    .max(max, { error, abort: true });
}

/** What a text of so many characters may come with: spaces around it, and what nobody sees. */
function lengthAsSent(max: number): number {
  return 2 * max + 100;
}

/**
 * What shows nothing by itself: directions that turn around the rest of a page's line, spaces without
 * width, tags. Not what letters are made of: joiners (Persian, Hindi, emoji), and selectors of how a
 * character looks.
 *
 * @see {@link https://www.unicode.org/reports/tr44/#Default_Ignorable_Code_Point}
 */
const unseen =
  /(?![\u034f\u180b-\u180d\u180f\u200c\u200d\ufe00-\ufe0f\u{e0100}-\u{e01ef}])\p{Default_Ignorable_Code_Point}|[\ufff9-\ufffb]/gu;
const joinersBeforeWords = /(^|\s)[\u200c\u200d\ufe00-\ufe0f]+/g;
/** Looked for where a run of joiners begins only: once for each run, not once for each joiner. */
const joinersAfterWords = /(?<![\u200c\u200d])[\u200c\u200d]+(?=\s|$)/g;

/**
 * A text without characters that nobody sees: they come along with what is copied from elsewhere, and
 * nobody could find what is wrong if they were refused. Left in, they let somebody turn around what
 * stands beside their name, or have a name that looks like none or like another's.
 */
function withoutUnseen(text: string): string {
  return text.replace(unseen, "").replace(joinersBeforeWords, "$1").replace(joinersAfterWords, "");
}
