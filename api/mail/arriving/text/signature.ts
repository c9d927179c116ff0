import { isDivider } from "./header-block.ts";

const brand =
  "(?:iphone|ipad|ipod|outlook|android|galaxy|samsung|pixel|yahoo|gmail|proton|blackberry|huawei|xiaomi|verizon|t-mobile|" +
  "aol|thunderbird|icloud|mail for|windows mail|mailbox|typeapp|airmail|superhuman|k-9|mailspring|shortwave|mymail|" +
  "fairemail|bluemail|aqua mail|fastmail|zoho|gmx|tutanota)";
const mine =
  "(?:phone|mobile|smartphone|tablet|telefon|handy|móvil|celular|téléphone|mobile|cellulare|telefono)";
const rest = "[\\p{L}\\d\\s,&®™-]{0,40}$";

/** Lines that programs write below every mail. Unlike sentences, none ends with a full stop. */
const footers: readonly RegExp[] = [
  new RegExp(`^sent (?:from|via|with|by|using) (?:the |a |my [^.!?:]{0,20})?${brand}${rest}`, "u"),
  new RegExp(`^sent from my [^.!?:]{0,20}${mine}${rest}`, "u"),
  /^get outlook for [\w ]{2,20}$/,
  new RegExp(
    "^(?:von mein|gesendet (?:von|mit)|enviado (?:desde|con|do|de)|envoyé (?:de|depuis|à partir)|inviato da|" +
      `ipinadala (?:mula|gamit))[^.!?:]{0,30}(?:${brand}|${mine})${rest}`,
    "u",
  ),
  /^(?:나의|내)? ?(?:iphone|ipad|갤럭시|samsung|galaxy)[^.!?:]{0,30}에서 보냄$/,
  /^(?:iphone|ipad|android|携帯)[^.!?:。]{0,20}から送信$/,
  /^(?:发自|發自|從|从)我的? ?[^.!?:。]{0,30}$/,
  /^yahoo mail: search, organize, conquer$/,
  /^virus-free\. ?www\.avast\.com$/,
  /^diese nachricht wurde von meinem .{1,60} gesendet\.$/,
  /^von meinem mobilgerät gesendet$/,
  /^sent from my .{1,30} with k-9 mail\. please excuse my brevity\.$/,
  /^sent with proton mail secure email\.$/,
];

/** Whether a program wrote this line below the text: "Sent from my iPhone". */
export function isProgramFooter(line: string): boolean {
  if (line.length > 160 || line.length < 6) return false;
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

/** Whether a paragraph is an organization's legal notice, below or above a mail. */
export function isNotice(paragraph: string): boolean {
  if (!noticeStarts.test(paragraph.slice(0, 100))) return false;
  const text = paragraph.slice(0, 4000).toLowerCase();
  return noticeWords.filter((word) => text.includes(word)).length >= 2;
}

/** A signature without a mark has few, short lines, and no sentence. */
const mostLines = 12;
const mostLength = 60;

/** First line of a signature, after `-- ` or a military mark; the number of lines without one. */
export function signatureStart(lines: readonly string[]): number {
  let start = lines.length;
  for (let at = lines.length - 1, below = 0; at >= 0; at--) {
    const line = lines[at] as string;
    if (line.length > mostLength || isSentence(line)) below = Infinity;
    // Without its space it may separate two parts of a text.
    const isMark = line === "-- " ||
      ((line === "--" || isMilitaryMark(line)) && below <= mostLines);
    if (isMark) start = at;
    if (line.trim() !== "" && !isDivider(line)) below++;
  }
  return start;
}

function isSentence(line: string): boolean {
  return /[。！？]\s*$/.test(line) ||
    (/[.!?]\s*$/.test(line) && line.trim().split(/\s+/).length >= 5);
}

function isMilitaryMark(line: string): boolean {
  return /^\s*\/\/\s*(?:original )?signed\s*(?:,\s*\w{2,4}\s*)?\/\/\s*$/i.test(line);
}
