/** Schemas of texts that people write about themselves. Imports only zod. */
import { z } from "zod";

const maxText = 200;

/** Control characters aren't allowed in a text of one line. */
// deno-lint-ignore no-control-regex
const controlCharacters = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
/** The same rule for the API's description, where texts aren't trimmed. */
const lineAsSent = "^(?!\\s)(?!.*\\s$)[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$";
/** A longer text may contain tabs and line breaks. */
// deno-lint-ignore no-control-regex
const controlCharactersButBreaks = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;
const hasControls = "Must not contain control characters";

export function line(max = maxText, notText = "Must be text") {
  return bounded(max, " ", notText)
    .refine((text) => !controlCharacters.test(text), hasControls)
    .meta({ pattern: lineAsSent });
}

export function lines(max: number) {
  return bounded(max, "\n")
    .refine((text) => !controlCharactersButBreaks.test(text), hasControls)
    .meta({ pattern: "^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f]*$" });
}

/** Whether a login name is an address: a username contains no @ in any form. */
export function isAddress(name: string): boolean {
  return name.normalize("NFKC").includes("@");
}

/** Limits a text's length as received, before its characters are checked, and again as stored. */
function bounded(max: number, wordBreak: " " | "\n", notText?: string) {
  const error = `Must be at most ${max.toLocaleString("en-US")} characters`;
  return z.string(notText)
    .max(lengthAsSent(max), { error, abort: true })
    .overwrite((text) =>
      withoutUnseen(text).replace(wordBreaks, wordBreak).replace(wordBullets, "•")
    )
    .trim()
    .max(max, { error, abort: true });
}

/** Maximum length as received: with surrounding spaces and invisible characters. */
function lengthAsSent(max: number): number {
  return 2 * max + 100;
}

/** Line and page breaks as Word and other programs copy them. */
// deno-lint-ignore no-control-regex
const wordBreaks = /[\u000b\u000c\u0085\u2028\u2029]/g;

/** Bullets of Word's Symbol and Wingdings fonts, which other fonts don't have. */
const wordBullets = /[\uf076\uf0a7\uf0a8\uf0b7\uf0d8\uf0fc]/g;

/**
 * Direction marks, zero-width spaces, tags; not joiners and variation selectors.
 * @see {@link https://www.unicode.org/reports/tr44/#Default_Ignorable_Code_Point}
 */
const unseen =
  /(?![\u034f\u180b-\u180d\u180f\u200c\u200d\ufe00-\ufe0f\u{e0100}-\u{e01ef}])\p{Default_Ignorable_Code_Point}|[\ufff9-\ufffb]/gu;
const joinersBeforeWords = /(^|\s)[\u200c\u200d\ufe00-\ufe0f]+/g;
/** Matched only at the start of a run of joiners, once for each run. */
const joinersAfterWords = /(?<![\u200c\u200d])[\u200c\u200d]+(?=\s|$)/g;

/**
 * Removes invisible characters, which come with copied text. They could reverse the text beside a
 * name, or make a name look empty or like another's.
 */
function withoutUnseen(text: string): string {
  return text.replace(unseen, "").replace(joinersBeforeWords, "$1").replace(joinersAfterWords, "");
}
