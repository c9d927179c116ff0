import { endingLines, isMarkedSignature, isMilitaryMark, isSignatureMark } from "./closing.ts";
import { isDivider } from "./header-block.ts";

const brand =
  "(?:iphon\\p{L}*|ipad|ipod|outlook|android|galaxy|samsung|pixel|yahoo|gmail|proton|blackberry|huawei|xiaomi|verizon|t-mobile|" +
  "aol|thunderbird|icloud|mail for|windows mail|mailbox|typeapp|airmail|superhuman|k-9|mailspring|shortwave|mymail|" +
  "fairemail|bluemail|spark|boxer|workspace one|hypori|edison|aqua mail|fastmail|zoho|gmx|tutanota)";
const mine =
  "(?:phone|mobile|smartphone|tablet|telefon|handy|móvil|celular|téléphone|mobile|cellulare|telefono)";
const rest = "[\\p{L}\\p{M}\\d\\s,&®™'’-]{0,40}$";

/** "Sent" in other languages, at the start or the end of the line. */
const sent = [
  "verstuurd|verzonden|skickat|skickades|sendt|lähetetty|wysłan[eoy]|wysłano|odesláno|odoslané|poslan[oeá]|послато",
  "отправлено|надіслано|изпратено|gönderildi|στάλθηκε|απεστάλη|נשלח|أُ?رسلت|تم الإرسال|أرسل|ส่งจาก|dikirim|dihantar",
  "được gửi|gửi từ|trimis|expediat|küldve|elküldve|enviat|bidalia|भेजा गया|से भेजा|išsiųsta|nosūtīts|saadetud|sent úr|sent i mo",
  "inviato dal|inviata|enviado|enviada|envoyé|gesendet|傳送|送信|发送|傳送自|보냄|отправлено из|ipinadala",
];

/** Lines that programs write below every mail. Unlike sentences, none ends with a full stop. */
const footers: readonly RegExp[] = [
  new RegExp(`^sent (?:from|via|with|by|using) (?:the |a |my [^.!?:]{0,20})?${brand}${rest}`, "u"),
  new RegExp(`^sent from my [^.!?:]{0,20}${mine}${rest}`, "u"),
  new RegExp(`^sent from my [^.!?:]{0,20}(?:${brand}|${mine})[^.!?:]{0,30}\\.$`, "u"),
  /^(?:please )?(?:excuse|forgive|pardon) .{0,40}sent from (?:my|a) .{0,30}$/,
  /^sent from (?:my|a) .{0,30}(?:please )?(?:excuse|forgive|pardon) .{0,40}$/,
  new RegExp(
    "^(?:get|download|try|obter|obtenha|obtener|obtén|descargar?|téléchargez|télécharger|obtenir|ottieni|scarica|hent|hämta|" +
      `holen sie sich|pobierz|скачать|загрузить)(?: o| l')? ?(?:outlook|${brand})[^.!?:]{0,20}$`,
    "u",
  ),
  new RegExp(
    "^(?:von mein|gesendet (?:von|mit)|enviado (?:desde|con|do|de)|envoyé (?:de|depuis|à partir)|inviato da|" +
      `ipinadala (?:mula|gamit))[^.!?:]{0,30}(?:${brand}|${mine})${rest}`,
    "u",
  ),
  /^(?:나의|내)? ?(?:iphone|ipad|갤럭시|samsung|galaxy)[^.!?:]{0,30}에서 보냄$/,
  /^(?:iphone|ipad|android|携帯)[^.!?:。]{0,20}から送信$/,
  /^(?:发自|發自|從|从)我的? ?[^.!?:。]{0,30}$/,
  new RegExp(
    `^(?:${sent.join("|")})(?![\\p{L}])[^.!?:。]{0,40}${brand}${rest}|^${brand}[^.!?:。]{0,40}(?:${
      sent.join("|")
    })$|^[^.!?:。]{0,30}${brand}[^.!?:。]{0,20}(?:${sent.join("|")})$`,
    "u",
  ),
  /^yahoo mail: search, organize, conquer$/,
  /^virus-free\. ?www\.avast\.com$/,
  /^(?:diese nachricht wurde )?von meinem .{1,60} gesendet\.$/,
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
  /^\W*(?:confidential(?:ity)?(?: \w+)? (?:notice|statement|note)|privacy act|notice:|disclaimer|warning:|caution:|external|attention:|this (?:e-?mail|message|communication|transmission|electronic)|the (?:information|contents?) (?:contained |transmitted )?(?:in|of|by) (?:this|the)|cui\b|fouo\b|unclassified)/i;
/** Phrases of legal notices. Single words such as "confidential" and "delete" are common elsewhere. */
const noticePhrases = [
  /intended (?:recipient|only|solely|for the (?:use|addressee|named))/,
  /unauthori[sz]ed (?:use|review|disclosure|access|interception|distribution|dissemination)/,
  /(?:strictly )?prohibited/,
  /disclosure|dissemination|distribution or copying/,
  /privileged/,
  /received (?:this|it)(?: \w+){0,2} in error|in error,/,
  /notify (?:the sender|us|me) /,
  /privacy act|5 u\.?s\.?c|freedom of information|controlled unclassified|for official use only/,
  /confidential (?:and|or|information|material)|confidential,/,
  /originated (?:from )?outside|external (?:sender|email|source)|outside (?:of )?(?:the|your|our) organi[sz]ation/,
  /click(?:ing)? (?:on )?(?:any )?links|open(?:ing)? (?:any )?attachments/,
  /destroy all copies|delete (?:all copies|the (?:original )?(?:message|e-?mail|material)|it from your)/,
];
/** An author's own sentence about their message. */
const ownWords = /(?<![\p{L}'’])(?:i|i'm|i’m|my|so please|don't|don’t)(?![\p{L}'’])/iu;

/** Whether a paragraph is an organization's legal notice, below or above a mail. */
export function isNotice(paragraph: string): boolean {
  const start = paragraph.slice(0, 160);
  if (!noticeStarts.test(start) || ownWords.test(start)) return false;
  const text = paragraph.slice(0, 4000).toLowerCase();
  if (!/e-?mail|message|communication|transmission|document|attachment|information/.test(text)) {
    return false;
  }
  return noticePhrases.filter((phrase) => phrase.test(text)).length >= 2;
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
    // Without the space it may separate two parts of a text.
    const isMark = line === "-- " ||
      ((line === "--" || isMilitaryMark(line)) && below <= mostLines) ||
      (at >= lines.length - endingLines && isSignatureMark(line) &&
        isMarkedSignature(lines.slice(at + 1)));
    if (isMark) start = at;
    if (line.trim() !== "" && !isDivider(line)) below++;
  }
  return start;
}

function isSentence(line: string): boolean {
  return /[。！？]\s*$/.test(line) ||
    (/[.!?]\s*$/.test(line) && line.trim().split(/\s+/).length >= 5);
}
