import { isDivider } from "./header-block.ts";

const device =
  "(?:iphone|ipad|ipod|apple|mac|outlook|android|galaxy|samsung|pixel|yahoo|gmail|proton|mail|windows|blackberry|huawei|" +
  "xiaomi|verizon|t-mobile|mobile|phone|smartphone|telefon|handy|aol|thunderbird|icloud)";

/** Lines that programs write below every mail. */
const footers: readonly RegExp[] = [
  new RegExp(
    `^(?:sent|get|written) (?:from|via|with|by|using|outlook)\\b[^.!?:]{0,50}${device}[\\w\\s,®™]{0,40}\\.?$`,
  ),
  new RegExp(
    `^(?:von mein|gesendet (?:von|mit)|enviado (?:desde|con|do|de)|envoyé (?:de|depuis|à partir)|inviato da|ipinadala (?:mula|gamit))` +
      `[^.!?:]{0,50}${device}[\\p{L}\\d\\s,®™]{0,40}\\.?$`,
    "u",
  ),
  /^(?:나의|내)? ?(?:iphone|ipad|갤럭시|samsung|galaxy)[^.!?:]{0,30}에서 보냄$/,
  /^(?:iphone|ipad|android|携帯)[^.!?:。]{0,20}から送信$/,
  /^(?:发自|發自|從|从)我的? ?[^.!?:。]{0,30}$/,
  /^yahoo mail: search, organize, conquer$/,
  /^virus-free\. ?www\.avast\.com$/,
  /^sent with proton mail secure email\.$/,
];

/** Whether a program wrote this line below the text: "Sent from my iPhone". */
export function isProgramFooter(line: string): boolean {
  if (line.length > 160) return false;
  const text = line.replace(/<[^<>\s]*>|\[?https?:\S*/g, "").replace(/[*_]/g, "").trim()
    .toLowerCase();
  return text !== "" && footers.some((footer) => footer.test(text));
}

const noticeStarts =
  /^\W*(?:confidentiality|privacy act|notice:|disclaimer|caution:|this (?:e-?mail|message|communication|transmission)|the information (?:contained )?in this)/i;
const noticeWords = [
  "intended recipient",
  "intended only",
  "intended solely",
  "confidential",
  "privileged",
  "unauthorized",
  "prohibited",
  "delete",
  "outside",
  "privacy act",
];

/** Whether a paragraph is a notice that lawyers have put below every mail of an organization, or above it. */
export function isNotice(paragraph: string): boolean {
  if (!noticeStarts.test(paragraph.slice(0, 100))) return false;
  const text = paragraph.slice(0, 4000).toLowerCase();
  return noticeWords.filter((word) => text.includes(word)).length >= 2;
}

/** A signature without a mark of its own may have so many lines, and they are short. */
const mostLines = 12;
const mostLength = 90;

/**
 * Finds where a signature starts within lines that follow each other: after `-- `, or at a mark that the military signs
 * with.
 *
 * @returns The index of its first line, or the number of lines when there is none.
 */
export function signatureStart(lines: readonly string[]): number {
  let last = lines.length;
  for (let at = lines.length - 1, below = 0; at >= 0; at--) {
    const line = lines[at] as string;
    if (/^\s?--\s$/.test(line)) last = at;
    if (line.length > mostLength) below = Infinity;
    // Without its space it may as well be a line between two parts of a text.
    const isMark = line === "--" ||
      /^\s*\/\/\s*(?:original )?signed\s*(?:,\s*\w{2,4})?\s*\/\/\s*$/i.test(line);
    if (isMark && below <= mostLines) last = at;
    if (line.trim() !== "" && !isDivider(line)) below++;
  }
  return last;
}
