/** Signatures without a mark: a closing such as "V/R" with contacts below, or a block with a rank. */
import {
  isAboutPost,
  isContactLine,
  isIntroduction,
  isLabel,
  isMotto,
  isProse,
  isSentenceWithContact,
  tellsOwnContact,
  withoutContacts,
} from "./contacts.ts";
import { isDivider } from "./header-block.ts";

const cheers =
  "s/f|semper fi(?:delis)?|hooah|huah|hua|hoorah|oorah|rltw|rangers lead the way|airborne|go army|beat navy|army strong|" +
  "this we['’]ll defend|climb to glory|essayons|de oppresso liber|all the way|drive on|duty first|one team";
const closings = [
  "v ?/ ?r/?|vr/?|r/{0,2}|w/r|very respectfully(?: submitted)?|(?:most )?respectfully(?: yours| submitted)?|respects|with (?:all due )?respect",
  cheers,
  "(?:(?:best|kind|kindest|warm|warmest|many) )?regards|best(?: wishes)?|all (?:the|my) best|warm(?:est)? wishes|warmly|" +
  "sincerely(?: yours)?|yours(?: truly| sincerely| faithfully| respectfully)?|cordially|cheers|take care|talk soon|god bless|" +
  "blessings|best of luck|good luck|see you(?: soon| then)?|have a (?:great|good|nice) (?:day|week|weekend|one)|looking forward",
  "thanks(?: again| so much| a lot| a million| very much| in advance)?|many thanks|thank you(?: again| very much| so much| for your time| in advance)?|thx|ty|much appreciated|" +
  "with (?:appreciation|gratitude|thanks)",
  "mit freundlichen gr(?:ü|ue)(?:ß|ss)en|(?:viele|liebe|beste|herzliche|schöne) gr(?:ü|ue)(?:ß|ss)e|mfg|lg|vg|(?:un )?saludos?(?: cordiales)?|" +
  "atentamente|un abrazo|cordialement|bien (?:à vous|cordialement)|atenciosamente|abraços?|(?:cordiali |distinti )?saluti|" +
  "hochachtungsvoll|danke|gracias|merci|obrigad[oa]|grazie|met vriendelijke groet(?:en)?|с уважением|pozdrawiam|salamat(?: po)?|mahalo|" +
  "敬具|よろしくお願い(?:いた)?します|감사합니다|谢谢|謝謝|此致",
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
  if (line.length > 120) return false;
  const text = withoutContacts(line).replace(/[\p{Extended_Pictographic}\uFE0F。、，|]/gu, " ")
    .trim();
  if (text.length > 80) return false;
  const written = closingWithName.exec(text)?.groups?.name;
  return closing.test(text) || (written !== undefined && isName.test(written.trim()));
}

export interface Ending {
  /** Lines of signatures, as `[from, end)`. */
  readonly signatures: readonly (readonly [number, number])[];
  /** Lines whose contacts may be the author's. */
  readonly unsure: readonly number[];
}

/** Longer blocks are more than a signature. */
const mostLines = 15;

/** Signatures are at the end; lines further up are the author's text. */
export const endingLines = 60;

/** Finds signatures at the end of the author's lines. Empty lines are empty texts. */
export function readEnding(lines: readonly string[]): Ending {
  const isText = lines.map((line) => line.trim() !== "" && !isDivider(line));
  const isClosingAt = lines.map((line, at) => isText[at] === true && isClosing(line));
  const prose = proseIn(lines, isClosingAt, isProse);
  const last = isText.lastIndexOf(true);
  const signatures: [number, number][] = [];
  for (let at = 0; at < lines.length; at++) {
    if (!isClosingAt[at]) continue;
    const block: number[] = [];
    for (let below = at + 1; below < lines.length; below++) {
      if (prose[below] || isClosingAt[below]) break;
      if (isText[below]) block.push(below);
    }
    const texts = block.map((line) => lines[line] as string);
    if (introducesBody(texts[0])) continue;
    const end = (block.at(-1) ?? at) + 1;
    const isAtEnd = end > last || afterword.test(nextText(lines, end));
    if (isAtEnd && isSignature(texts, false)) signatures.push([at + 1, end]);
  }
  const isCut = (at: number) => signatures.some(([from, end]) => at >= from && at < end);
  const lastProse = Math.max(prose.lastIndexOf(true), isText.indexOf(true));
  const unsure = unsureIn(lines, isClosingAt, prose, lastProse).filter((at) =>
    isText[at] && !isCut(at)
  );
  const tail = unsure.filter((at) => at > lastProse);
  const start = tail.find((at) => !isClosingAt[at]);
  const block = tail.filter((at) => start !== undefined && at >= start);
  if (isSignature(block.map((at) => lines[at] as string), true)) {
    signatures.push([block[0] as number, (block.at(-1) as number) + 1]);
  }
  return { signatures, unsure: unsure.filter((at) => !isCut(at)) };
}

/** Lines below a closing or the last sentence. Contacts that a sentence introduces are meant to be read. */
function unsureIn(
  lines: readonly string[],
  isClosingAt: readonly boolean[],
  prose: readonly boolean[],
  lastProse: number,
): number[] {
  const signOff = lines.findIndex((_, at) =>
    isClosingAt[at]
      ? !isOpening(lines, at, isClosingAt, prose)
      : isBareName(lines, at, isClosingAt, prose)
  );
  const isBelow = (at: number) => signOff >= 0 && at >= signOff;
  const introduces = (at: number) => {
    const line = lines[at] as string;
    if (isBelow(at)) return isOpenEnded(line) && isMeant(line);
    const isList = prose[at] === true && openEnd.test(line) && isContactLine(lines[at + 1] ?? "");
    return isList || introducesBody(line);
  };
  const sentences = proseIn(
    lines,
    isClosingAt,
    (line, at) =>
      isBelow(at)
        ? (isMeant(line) || !isOpenEnded(line)) && (isAside(line) || isSentenceWithContact(line))
        : isProse(line),
  );
  const unsure: number[] = [];
  let isList = false;
  let above = -1;
  for (const [at, line] of lines.entries()) {
    if (line.trim() === "") continue;
    const startsParagraph = above < at - 1 && !(above >= 0 && introduces(above));
    if (isClosingAt[at] || startsParagraph) isList = false;
    if (introduces(at) && !isClosingAt[at]) isList = true;
    else if (!isList && !sentences[at] && (isBelow(at) || at > lastProse)) unsure.push(at);
    above = at;
  }
  return unsure;
}

/** Whether a text goes on below a closing, as below thanks at its start. */
function isOpening(
  lines: readonly string[],
  at: number,
  isClosingAt: readonly boolean[],
  prose: readonly boolean[],
): boolean {
  const next = lines.findIndex((line, below) => below > at && line.trim() !== "");
  const isFirst = lines.slice(0, at).every((line) => line.trim() === "");
  return prose[next] === true &&
    (isFirst || /^\W*(?:many )?th/i.test(lines[at] as string) ||
      isClosedBelow(lines, at, isClosingAt));
}

/** Whether a closing follows that isn't a cheer within a signature. */
function isClosedBelow(lines: readonly string[], at: number, isClosingAt: readonly boolean[]) {
  return lines.some((line, below) => below > at && isClosingAt[below] && !cheer.test(line));
}

/** Whether contacts are below a name or a mark, and no closing or sentence about that person. */
function isBareName(
  lines: readonly string[],
  at: number,
  isClosingAt: readonly boolean[],
  prose: readonly boolean[],
): boolean {
  const line = lines[at] as string;
  const isMark = isSignatureMark(line);
  if (!isMark && !isOwnName(line)) return false;
  const above = lines.slice(0, at).findLast((text) => text.trim() !== "");
  const texts = lines.slice(at).filter((text) => text.trim() !== "");
  if (above === undefined || texts.length > mostLines + 5) return false;
  const startsParagraph = isMark || lines[at - 1]?.trim() === "" ||
    /[.!?…,]["”')]*\s*$/.test(above) || (isOwnName(above) && lines[at - 2]?.trim() === "");
  if (!startsParagraph || introducesBody(above) || announcesPeople.test(above)) return false;
  const isOthers = lines.some((text, below) =>
    below > at && prose[below] && aboutOthers.test(text)
  );
  // Few other texts have a line of small letters directly above a number.
  const nearest = isMark || /\p{Lu}/u.test(line) ? 7 : 2;
  return !isOthers && !isClosedBelow(lines, at, isClosingAt) &&
    texts.slice(0, nearest).some((text) => isContactLine(text) || tellsOwnContact(text));
}

const announcesPeople = /\b(?:contact|ask|talk to|call|e?mail|write|reach|people)\b[^.!?]*$/i;
/** Sentences about the person above them, who isn't the author. */
const aboutOthers = /(?<![\p{L}\/])(?:he|she|him|her|they|them)(?![\p{L}\/])/iu;

/** Whether short lines have contacts, ranks and posts. Without a closing above, it needs both. */
function isSignature(lines: readonly string[], isBare: boolean): boolean {
  if (lines.length > mostLines || lines.some((line) => line.length > 160)) return false;
  const contacts = lines.filter(isContactLine).length;
  const posts = lines.filter((line) => !isContactLine(line) && isAboutPost(line)).length;
  if (isBare) return contacts > 0 && posts > 0;
  return contacts > 0 || (posts >= 2 && lines.length >= 3);
}

const cheer = new RegExp(`^\\W*(?:${cheers})`, "iu");
const afterword =
  /^\s*(?:p\.? ?s\.?(?:[:, ]|$)|(?:oh|also|btw|by the way|one more thing|i forgot)[,:]?\s+(?:\S+\s+){3})/i;
/** A line of a sentence may be wrapped. */
const shortestWrapped = 55;
/** A shorter unfinished line: "You can reach me at". */
const openEnd =
  /\s(?:at|on|by|to|is|are|was|or|and|the|a|an|with|for|of|in|me|my|your|their|his|her|numbers?|address|info|details|contacts?)\s*$/i;

function proseIn(
  lines: readonly string[],
  isClosingAt: readonly boolean[],
  isSentence: (line: string, at: number) => boolean,
): boolean[] {
  const prose: boolean[] = [];
  for (const [at, line] of lines.entries()) {
    const before = lines[at - 1] ?? "";
    const isOpen = openEnd.test(before) ||
      (before.length >= shortestWrapped && !/[.!?:,]\s*$/.test(before) && !isContactLine(line));
    const isWrapped = prose[at - 1] === true && isOpen && line.trim() !== "";
    const isRemark = isContactLine(before) && line.length < 30 && !/[.!?]\s*$/.test(line) &&
      !afterword.test(line);
    prose.push(!isClosingAt[at] && (isWrapped || (isSentence(line, at) && !isRemark)));
  }
  return prose;
}

/** Whether the line is unfinished: "Reach me at", "POC:". */
function isOpenEnded(line: string): boolean {
  return /[:：]\s*$/.test(line) || openEnd.test(line);
}

/** Whether an afterword, an item of a list or a whole sentence introduces contacts. */
function isMeant(line: string): boolean {
  return isAside(line) || isIntroduction(line);
}

function isAside(line: string): boolean {
  return afterword.test(line) || /^\(?\d{1,2}[.)]\s/.test(line);
}

function nextText(lines: readonly string[], from: number): string {
  return lines.slice(from).find((line) => line.trim() !== "") ?? "";
}

/** Whether a line of the text introduces a list, as one with a colon does. */
function introducesBody(line: string | undefined): boolean {
  if (line === undefined || line.length >= 300 || isLabel(line)) return false;
  const framed = /^\s*[-=*_]{2,}\s*([^-=*_].*?)\s*[-=*_]{2,}\s*$/.exec(line)?.[1];
  return framed === undefined ? /[:：]\s*$/.test(line) : !isFramedName(framed);
}

/** Whether a line is a framed name. Unlike "== Points of Contact ==", it introduces no list. */
function isFramedName(text: string): boolean {
  return /\s/.test(text) && isName.test(text) && !group.test(text);
}

const group =
  /contact|poc|number|phone|staff|roster|list|team|office|agenda|schedule|fort|camp|center|hotline|school|command|branch|department|desk|service|hospital|clinic|university|board|agency/i;

/** Whether a line is a name, with a rank or contacts. */
function isOwnName(line: string): boolean {
  if (line.length > 160) return false;
  const text = withoutContacts(line).replace(/\(.*?\)/g, "")
    .replace(/^[\s*_~=|,"'–—-]+|[\s*_~=|,.<>"'–—-]+$/g, "");
  return text.length <= 60 && !group.test(text) && (isName.test(text) || otherNames.test(text));
}

/** "jordan reyes", "VR/J", or "Jordan Reyes, vice president of sales". */
const otherNames =
  /^(?:[\p{L}\/'’]{1,20}(?:[ ,–-]{1,2}[\p{L}'’]{2,20}){0,2}|(?:\p{Lu}[\p{L}'’.-]+ ){1,3}\p{Lu}[\p{L}'’.-]+(?:,| [|–—-]) .*[^.!?:])$/u;

/** "//SIGNED//", "//ORIGINAL SIGNED//", "/s/ Pat Doe". */
export function isMilitaryMark(line: string): boolean {
  return line.length <= 80 &&
    /^[\s*_]*\/{1,3}\s*(?:(?:original|e-?|digitally |electronically )?\s*signed|s|os)\b[^/]{0,12}\/{1,3}/i
      .test(line);
}

/** A line of a signature's mark, or one of dashes. */
export function isSignatureMark(line: string): boolean {
  return isMilitaryMark(line) ||
    /^\s*(?:-{2,4}|[—–]{1,3}|- -|_{2,}|\*{3,}|={3,}|~{3,})\s*$/.test(line);
}

/** Whether sentences below a mark are only sayings, and there are contacts. */
export function isMarkedSignature(lines: readonly string[]): boolean {
  const texts = lines.filter((line) => line.trim() !== "" && !isDivider(line));
  return texts.length <= mostLines && texts.some(isContactLine) &&
    texts.every((line) => isMotto(line) || !isProse(line));
}
