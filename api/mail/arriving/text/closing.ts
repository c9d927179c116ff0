/** Signatures without a mark: a closing such as "V/R" with contacts below, or a block with a rank. */
import { isAboutPost, isContactLine, isLabel, isMotto, isProse } from "./contacts.ts";
import { isDivider } from "./header-block.ts";

const closings = [
  "v ?/ ?r/?|vr/?|r/{0,2}|w/r|very respectfully(?: submitted)?|(?:most )?respectfully(?: yours| submitted)?|respects|with (?:all due )?respect",
  "s/f|semper fi(?:delis)?|hooah|huah|hua|hoorah|oorah|rltw|rangers lead the way|airborne|go army|beat navy|army strong|" +
  "this we['’]ll defend|climb to glory|essayons|de oppresso liber|all the way|drive on|duty first|one team",
  "(?:(?:best|kind|kindest|warm|warmest|many) )?regards|best(?: wishes)?|all (?:the|my) best|warm(?:est)? wishes|warmly|" +
  "sincerely(?: yours)?|yours(?: truly| sincerely| faithfully| respectfully)?|cordially|cheers|take care|talk soon|god bless|" +
  "blessings|best of luck|good luck|see you(?: soon| then)?|have a (?:great|good|nice) (?:day|week|weekend|one)|looking forward",
  "thanks(?: again| so much| a lot| a million| very much| in advance)?|many thanks|thank you(?: again| very much| so much| for your time| in advance)?|thx|ty|much appreciated|" +
  "with (?:appreciation|gratitude|thanks)",
  "mit freundlichen gr(?:ü|ue)(?:ß|ss)en|(?:viele|liebe|beste|herzliche|schöne) gr(?:ü|ue)(?:ß|ss)e|mfg|lg|vg|(?:un )?saludos?(?: cordiales)?|" +
  "atentamente|un abrazo|cordialement|bien (?:à vous|cordialement)|atenciosamente|abraços?|cordiali saluti|distinti saluti",
].join("|");
const between = "[\\s,;.!&+/–—-]*(?:and\\s+)?";
const name =
  "(?:\\p{Lu}[\\p{L}\\d'’.-]*|\\d[A-Z]{2,3})(?:,? (?:\\p{Lu}[\\p{L}'’.-]*|de|van|von)){0,4}";
const closing = new RegExp(
  `^[*_\\s]*(?:${closings})(?:${between}(?:${closings}))*[\\s,;.!:/–—*_-]*$`,
  "iu",
);
const closingWithName = new RegExp(
  `^[*_\\s]*(?:${closings})(?:\\s*[,/–—-]+\\s*|\\s+)(?<name>[^,]{2,60}.{0,40})$`,
  "iu",
);
const isName = new RegExp(`^${name}[*_,]*$`, "u");

/** Whether a line is a closing, alone or with a name: "V/R", "Thanks again,", "Best, Pat". */
export function isClosing(line: string): boolean {
  if (line.length > 80) return false;
  const written = closingWithName.exec(line)?.groups?.name;
  return closing.test(line) || (written !== undefined && isName.test(written.trim()));
}

export interface Ending {
  /** Lines of signatures, as `[from, end)`. */
  readonly signatures: readonly (readonly [number, number])[];
  /** Lines in which contacts may be the author's own. */
  readonly unsure: readonly number[];
}

/** Longer ones are more than a signature. */
const mostLines = 15;

/** Signatures are at the end; lines further up are the author's text. */
export const endingLines = 60;

/** Reads where own lines end in signatures. Empty lines are empty texts. */
export function readEnding(lines: readonly string[]): Ending {
  const isText = lines.map((line) => line.trim() !== "" && !isDivider(line));
  const isClosingAt = lines.map((line, at) => isText[at] === true && isClosing(line));
  const prose = proseIn(lines, isClosingAt);
  const first = isText.indexOf(true);
  const last = isText.lastIndexOf(true);
  const signatures: [number, number][] = [];
  const unsure: number[] = [];
  for (let at = 0; at < lines.length; at++) {
    if (!isClosingAt[at]) continue;
    const block: number[] = [];
    for (let below = at + 1; below < lines.length; below++) {
      if (prose[below] || isClosingAt[below]) break;
      if (isText[below]) block.push(below);
    }
    const texts = block.map((line) => lines[line] as string);
    if (isIntroduced(texts[0])) continue;
    const end = (block.at(-1) ?? at) + 1;
    const isAtEnd = end > last || afterword.test(nextText(lines, end));
    if (isAtEnd && isSignature(texts, false)) signatures.push([at + 1, end]);
    else unsure.push(...block);
  }
  const lastProse = Math.max(prose.lastIndexOf(true), first);
  const isCut = (at: number) => signatures.some(([from, end]) => at >= from && at < end);
  const tail = lines.map((_, at) => at).slice(lastProse + 1)
    .filter((at) => isText[at] && !isCut(at));
  const own = withoutIntroduced(tail, lines, isClosingAt);
  const start = own.find((at) => !isClosingAt[at]);
  const block = own.filter((at) => start !== undefined && at >= start);
  if (isSignature(block.map((at) => lines[at] as string), true)) {
    signatures.push([block[0] as number, (block.at(-1) as number) + 1]);
  }
  unsure.push(...own);
  return { signatures, unsure: [...new Set(unsure)].filter((at) => !isCut(at)) };
}

/** Whether short lines have contacts, ranks and posts. Without a closing above, it needs both. */
function isSignature(lines: readonly string[], isBare: boolean): boolean {
  if (lines.length > mostLines || lines.some((line) => line.length > 160)) return false;
  const contacts = lines.filter(isContactLine).length;
  const posts = lines.filter((line) => !isContactLine(line) && isAboutPost(line)).length;
  if (isBare) return contacts > 0 && posts > 0;
  return contacts > 0 || (posts >= 2 && lines.length >= 3);
}

const afterword = /^\s*p\.? ?s\.?(?:[:, ]|$)/i;
/** A line of a sentence may be wrapped. */
const shortestWrapped = 55;
/** A shorter line that goes on: "You can reach me at". */
const openEnd =
  /\s(?:at|on|by|to|is|are|was|or|and|the|a|an|with|for|of|in|me|my|your|their|his|her|number|address)\s*$/i;

function proseIn(lines: readonly string[], isClosingAt: readonly boolean[]): boolean[] {
  const prose: boolean[] = [];
  for (const [at, line] of lines.entries()) {
    const before = lines[at - 1] ?? "";
    const isOpen = before.length >= shortestWrapped
      ? !/[.!?:,]\s*$/.test(before)
      : openEnd.test(before);
    const isWrapped = prose[at - 1] === true && isOpen && line.trim() !== "";
    const isRemark = isContactLine(before) && line.length < 30 && !/[.!?]\s*$/.test(line) &&
      !afterword.test(line);
    prose.push(!isClosingAt[at] && (isWrapped || (isProse(line) && !isRemark)));
  }
  return prose;
}

function nextText(lines: readonly string[], from: number): string {
  return lines.slice(from).find((line) => line.trim() !== "") ?? "";
}

function isIntroduced(line: string | undefined): boolean {
  if (line === undefined || line.length >= 300 || isLabel(line)) return false;
  const framed = /^\s*[-=*_]{2,}\s*([^-=*_].*?)\s*[-=*_]{2,}\s*$/.exec(line)?.[1];
  return framed === undefined ? /[:：]\s*$/.test(line) : !isFramedName(framed);
}

/** Some people frame their name: that introduces no list, as "== Points of Contact ==" does. */
function isFramedName(text: string): boolean {
  return /\s/.test(text) && isName.test(text) &&
    !/contact|poc|number|phone|staff|roster|list|team|office|agenda|schedule/i.test(text);
}

/** Leaves out paragraphs that a line with a colon introduces: what follows is meant to be read. */
function withoutIntroduced(
  tail: readonly number[],
  lines: readonly string[],
  isClosingAt: readonly boolean[],
): number[] {
  const first = tail[0];
  if (first === undefined) return [];
  const own: number[] = [];
  let isList = isIntroduced(lines.slice(0, first).findLast((line) => line.trim() !== ""));
  for (const at of tail) {
    const line = lines[at] as string;
    const startsParagraph = lines[at - 1]?.trim() === "";
    if (isClosingAt[at] || (startsParagraph && at !== first)) isList = false;
    if (isIntroduced(line) && !isClosingAt[at]) isList = true;
    else if (!isList) own.push(at);
  }
  return own;
}

/** Whether sentences below a mark are only sayings, and there are contacts. */
export function isMarkedSignature(lines: readonly string[]): boolean {
  const texts = lines.filter((line) => line.trim() !== "" && !isDivider(line));
  return texts.length <= mostLines && texts.some(isContactLine) &&
    texts.every((line) => isMotto(line) || !isProse(line));
}
