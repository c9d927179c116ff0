/** Telephone numbers and addresses that the product doesn't know, and lines of a signature. */

/** Digits with the separators of telephone numbers; numbers of the US one by one where several are on a line. */
const number =
  /(?:(?<![\p{L}\d#.@-])(?:\+?1[\s.-]?)?\(?\d{3}\)?[\s.–‑·/-]{0,2}\d{3}[\s.–‑·-]\d{4}|(?<![\p{L}\d#/.@-])\+?\(?\d[\d\s().–‑/·-]{5,22}\d)(?:,?\s?(?:x|ext\.?|extension)\s?\d{1,6})?(?![\p{L}\d@])/giu;
/** With "(at)" and "[dot]", too. */
const address =
  /(?<![\w.+%-])[\w.+%-]{1,64}(?:@| ?[[(<]at[\])>] ?)[\w-]{1,63}(?:(?:\.| ?[[(<]dot[\])>] ?)[\w-]{1,63}){1,6}/gi;
const profile = /(?:https?:\/\/)?(?:www\.)?linkedin\.com\/in\/[\w%.-]+\/?/gi;
const link = /(?:https?:\/\/|www\.)\S+/gi;

/** Dates, spans of years and postal codes have as many digits as telephone numbers. */
const otherNumbers =
  /^(?:\d{4}[-–/.]\d{1,2}[-–/.]\d{1,2}|\d{1,2}[-–/.]\d{1,2}[-–/.]\d{2,4}|(?:19|20)\d\d\s?[-–/]\s?(?:19|20)\d\d|\d{5}[-–]\d{4})$/;

function isTelephone(text: string): boolean {
  // Without separators, fewer digits may count anything.
  if (/^\d{1,9}$/.test(text)) return false;
  const digits = text.replace(/(?:x|ext).*/i, "").replace(/\D/g, "").length;
  return digits >= 7 && digits <= 15 && !otherNumbers.test(text.trim());
}

/** Replaces what looks like a telephone number, an email address or a profile's address. */
export function maskContacts(line: string): { readonly text: string; readonly found: string[] } {
  const found: string[] = [];
  const take = (replacement: string) => (value: string) => {
    found.push(value.trim());
    return replacement;
  };
  const text = line.replace(/\(?mailto:/gi, "").replace(address, take("[address left out]"))
    .replace(profile, take("[address left out]"))
    .replace(number, (value) => isTelephone(value) ? take("[number left out]")(value) : value);
  return found.length === 0 ? { text: line, found } : { text, found };
}

const labels =
  "(?:e-?mail|mail|nipr|sipr|gov|mil|civ|edu|tele?phone|tel|phone|ph|cell(?:ular)?(?: phone)?|mobile|mob|desk|direct|" +
  "office|work|home|personal|fax|dsn|comm(?:ercial)?|voip|teams|signal|whatsapp|call|text|main|bb|gov cell|linkedin|" +
  "web|website|www|[ocmwphtfde])";
const label = new RegExp(
  `(?<![\\p{L}\\d])${labels}(?:[ /&]+(?:or |and )?${labels})*\\.?\\s*(?:#|:|\\/|-|–|\\||no\\.?)*(?![\\p{L}\\d])`,
  "giu",
);

/** Whether a line has contacts and hardly anything else: "Cell: (555) 010-0199 | pat@example.com". */
export function isContactLine(line: string): boolean {
  if (line.length > 160) return false;
  const rest = line.replace(address, " \u0001 ").replace(profile, " \u0001 ").replace(
    link,
    " \u0001 ",
  )
    .replace(number, (value) => isTelephone(value) ? " \u0001 " : value);
  if (!rest.includes("\u0001")) return false;
  return wordsOf(rest.replaceAll("\u0001", " ").replace(label, " ")).length <= 4 && !hasCue(rest);
}

/** Whether a line has only a label: "Cell:". */
export function isLabel(line: string): boolean {
  return line.length < 40 && /\p{L}/u.test(line) && line.replace(label, "").trim() === "";
}

/** Words of a sentence that are in no signature. */
const cue =
  /(?<![\p{L}'’])(?:i|i'm|i’m|i'll|i’ll|me|my|you|your|we|us|our|is|are|was|it's|it’s|if|when|will|can|could|would|please|that|this|he|she|him|her|his|they)(?![\p{L}'’])/iu;

function hasCue(line: string): boolean {
  // "I" is also a number, as in "MS I", and "US" a country.
  return cue.test(line.replace(/\b(?:MS|Level|Phase|BOLC)\s+I+\b|\b[A-Z]{2,}\b/g, ""));
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

/** Small words that are in names of posts, too. */
const small = /^(?:of|the|and|for|at|in|to|de|la|du|von|der|a|an|or|on|by|with|y|et|und)$/;

/** Whether a line is a sentence or a part of one. Numbers, posts and names aren't. */
export function isProse(line: string): boolean {
  const text = line.trim();
  if (text === "" || isMotto(text) || isContactLine(text)) return false;
  if (/^\(?(?:\d{1,2}|[a-z])[.)]\s+\S|^p\.? ?s\.?[:, ]+\S/i.test(text)) return true;
  const words = wordsOf(text.replace(address, " ").replace(link, " "));
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
