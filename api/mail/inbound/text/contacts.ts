/** Recognizes contacts, and lines of signatures. */
import { labels, replaceContacts } from "./contact-patterns.ts";

const link = /(?:https?:\/\/|www\.)\S+/gi;

/** Replaces anything that looks like a telephone number, an email address or a profile's address. */
export function maskContacts(line: string): { readonly text: string; readonly found: string[] } {
  const found: string[] = [];
  const text = replaceContacts(line.replace(/\(?mailto:/gi, ""), (value, kind) => {
    found.push(value.trim());
    return `[${kind} left out]`;
  });
  return found.length === 0 ? { text: line, found } : { text, found };
}

const label = new RegExp(
  `(?<![\\p{L}\\d])${labels}(?:[ /&]+(?:or |and )?${labels})*\\.?\\s*(?:#|:|\\/|-|–|\\||no\\.?)*(?![\\p{L}\\d])`,
  "giu",
);

/** Whether a line has contacts and hardly anything else: "Cell: (555) 010-0199 | pat@example.com". */
export function isContactLine(line: string): boolean {
  if (line.length > 160 || advice.test(line)) return false;
  const rest = replaceContacts(line, () => " \uFFFC ").replace(link, " \uFFFC ");
  if (!rest.includes("\uFFFC")) return false;
  return wordsOf(rest.replaceAll("\uFFFC", " ").replace(label, " ")).length <= 4 && !hasCue(rest);
}

/** A sentence about someone else: "Call the S1 at", "Email Pat at". */
const advice =
  /^\W{0,3}(?:[Pp]lease )?(?:[Cc]all|[Tt]ext|[Ee]?-?[Mm]ail|[Ww]rite|[Cc]ontact|[Aa]sk|[Tt]ry|[Ss]ee|[Rr]each) (?:to )?(?!Me |Us |Or |And )(?:the|a|an|your|their|\p{Lu}[\p{L}\d]+) (?:\S+ ){0,5}(?:at|on|by|under|via) /u;

/** Whether a line has only a label: "Cell:". */
export function isLabel(line: string): boolean {
  return line.length < 40 && /\p{L}/u.test(line) && line.replace(label, "").trim() === "";
}

/** Words that are in sentences but not in signatures. */
const cue =
  /(?<![\p{L}'’])(?:i|i'm|i’m|i'll|i’ll|me|my|you|your|we|us|our|is|are|was|it's|it’s|if|when|will|can|could|would|please|that|this|he|she|him|her|his|they)(?![\p{L}'’])/iu;

/** Words by which a sentence introduces a contact: "You can", "I am", but not "Call me". */
const introduction =
  /(?<![\p{L}'’])(?:i|i'm|i’m|i'll|i’ll|you|is|are|was|it's|it’s|will|can|could|would|that|this|these|he|she|him|they|them)(?![\p{L}'’])/iu;

/** Exceptions: "MS I", "US", "he/him", and people named Will or He. */
const noCue =
  /\b(?:MS|Level|Phase|BOLC)\s+I+\b|\b[A-Z]{2,}\b|\b\p{L}{2,6}(?:\s?\/\s?\p{L}{2,6})+\b|\b(?:Will|He|You|Can)(?= \p{Lu}\p{Ll})|(?<=\p{Lu}\p{Ll}{1,20} )(?:Will|He|You|Can)\b/gu;

function hasCue(line: string, words = cue): boolean {
  return words.test(line.replace(noCue, ""));
}

/** Whether a line is a sentence that gives a contact on purpose, or gives none. */
export function isSentenceWithContact(line: string): boolean {
  const parts = replaceContacts(line, () => "\uFFFC").replace(/\([^()\uFFFC]*\)/g, "").split(
    /[.!?;]\s+|\s[|•·‖–—-]+\s|\t/,
  );
  const telling = parts.filter((part) => part.includes("\uFFFC"));
  return telling.length > 0 ? telling.every((part) => hasCue(part, introduction)) : isProse(line);
}

/** Whether a line is like "Reach me anytime: 915-555-0142". */
export function tellsOwnContact(line: string): boolean {
  return line.length <= 160 && /\b(?:me|my|us|our)\b/i.test(line) &&
    withoutContacts(line) !== line && !isSentenceWithContact(line);
}

/** Whether a line's last sentence introduces what follows: "You can reach me at". */
export function isIntroduction(line: string): boolean {
  return hasCue(line.split(/[.!?]\s+/).at(-1) as string, introduction);
}

/** A line without contacts. */
export function withoutContacts(line: string): string {
  return replaceContacts(line, () => " ");
}

function wordsOf(line: string): string[] {
  return line.match(/[\p{L}\p{N}][\p{L}\p{N}'’.&/-]*/gu) ?? [];
}

const rank =
  /(?<![\p{L}\d])(?:[12]LT|2nd Lt|1st Lt|L[Tt]C|LT|Lt Col|LtCol|CPT|C[Aa][Pp][Tt]|MAJ|Maj|COL|Col|BG|MG|LTG|GEN|Gen|CDT|Cadet|PVT|PV2|PFC|SPC|CPL|SGT|SSG|SFC|MSG|1SG|SGM|CSM|WO1|CW[2-5]|GySgt|SSgt|TSgt|MSgt|ENS|LTJG|LCDR|CDR|CAPT|Major|Captain|Lieutenant|Colonel|Sergeant|Ret|USA|USAR|ARNG|USMC|USN|USAF|NG)(?![\p{L}\d])/u;
const post =
  /(?<![\p{L}\d])(?:[SGJ][1-9]|XO|Commander|Commanding|Battalion|BN|Bn|BDE|Brigade|BCT|Company|Co|Regiment|Rgt|Division|Squadron|Platoon|ROTC|PMS|APMS|Professor|Instructor|Officer|Manager|Director|Engineer|Consultant|President|Department|Dept|Inc|LLC|University|Fort|Ft|Camp|JB\w{1,3}|Building|Bldg|Suite|Ste|Street|St|Ave|Avenue|Road|Rd|Blvd|Drive|Dr|APO|FPO|DPO|Box|IN|AR|AV|FA|EN|MP|MI|SC|CM|LG|QM|OD|TC|AG|FI|SF|CA)(?![\p{L}\d])|\d-\d+ [A-Z]{2,4}\b|\b[A-Z]{2} \d{5}\b/u;

/** Whether a line has a rank, a post or a street, as signatures do. */
export function isAboutPost(line: string): boolean {
  return line.length <= 120 && (rank.test(line) || post.test(line));
}

/** Lower-case words that are also in names of posts. */
const small = /^(?:of|the|and|for|at|in|to|de|la|du|von|der|a|an|or|on|by|with|y|et|und)$/;

/** Whether a line is a sentence or a part of one. Numbers, posts and names aren't. */
export function isProse(line: string): boolean {
  const text = line.trim();
  if (/^p\.? ?s\.?[:, ]+\S/i.test(text) || advice.test(text)) return true;
  if (text === "" || isMotto(text) || isContactLine(text)) return false;
  if (/^\(?(?:\d{1,2}|[a-z])[.)]\s+\S/i.test(text)) return true;
  if (/\s[|•·‖]\s/.test(text) && !hasCue(text)) return false;
  const words = wordsOf(withoutContacts(text).replace(link, " "));
  if (/[?？。！]["”')]*$/.test(text) && words.length > 0) return true;
  if (
    /[.!…]["”')]*$/.test(text) && words.length >= 3 &&
    !/\b(?:Jr|Sr|Ret|Inc|U\.S|Ph\.D|Esq|Ave|St|Rd|Blvd|Dept|Bldg)\.$/.test(text)
  ) return true;
  const lower = words.filter((word) => /^\p{Ll}/u.test(word) && !small.test(word)).length;
  if (hasCue(text) && words.length >= 2) return true;
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Hangul}]/u.test(text)) return text.length > 20;
  return words.length >= 4 && lower >= 2 && lower / words.length >= 0.4;
}

/** A saying below a signature. */
export function isMotto(line: string): boolean {
  return /^\s*[*_]{0,2}["“„«‘'].{3,200}["”»’'][.*_]{0,3}(?:\s*[-–—~].{0,60})?\s*$/.test(line);
}
