/** Patterns of email addresses and telephone numbers in any writing. */

/** Between a local part and a domain, or between parts of a domain. */
const inBrackets = (sign: string) =>
  ` {0,2}[([{<*_~-]{1,2} {0,2}(?:${sign}) {0,2}[)\\]}>*_~-]{1,2} {0,2}`;
const atSign = `(?: ?[@＠﹫]{1,2} ?|%40|&#64;|${inBrackets("at|[@＠]")})`;
const dotSign = `(?:[.．。｡]|${inBrackets("dot|\\.")}| dot )`;
/** "@" in any writing. */
export const anyAt = `(?:${atSign}| at )`;
/** "." in any writing. */
export const anyDot = `(?:${dotSign}| \\. )`;
/** Between digits of a known number. */
export const anySeparators = "[^\\p{L}\\p{N}]{0,4}";
/** A digit, in full width, too. */
export const anyDigit = (digit: string) =>
  `[${digit}${String.fromCharCode(0xfee0 + digit.charCodeAt(0))}]`;

const host = "[\\p{L}\\p{N}_-]{1,63}";
const commonEnd = " ?\\. ?(?:com|net|org|edu|mil|gov|us|io|co|de|uk)(?![\\p{L}\\p{N}])";
const address = new RegExp(
  "(?<![\\p{L}\\p{N}_.+%-])[\\p{L}\\p{N}_.+%'’-]{1,64}" +
    `(?:${atSign}${host}(?:(?:${dotSign}${host}){1,6}(?:${commonEnd})?|${commonEnd})` +
    `|(?: at ${host})(?:(?:(?:${
      inBrackets("dot|\\.")
    }| dot )${host}){1,6}|(?<plain>(?:\\.${host}){1,6})|${commonEnd}))`,
  "giu",
);
const profile = /(?:https?:\/\/)?(?:www\.)?linkedin\.com\/in\/[\w%.-]+\/?/gi;

/** Labels of telephone numbers and addresses. */
export const labels =
  "(?:e-?mail|correo|mail|nipr|sipr|gov|mil|civ|edu|tele?phone|tel[eé]fono?|t[eé]l|tel|tlf|phone|ph|cell?(?:ular)?(?: phone)?|mobile?|" +
  "m[oó]vil|mob|handy|portable|desk|direct|office|work|home|personal|fax|dsn|comm(?:ercial)?|voip|teams|signal|whatsapp|call|text|sms|" +
  "main|bb|gov cell|linkedin|web|website|www|[ocmwphtfde])";
const labelBefore = new RegExp(`(?<!\\p{L})${labels}\\.?[^\\p{L}\\p{N}]{0,4}$`, "iu");

const month =
  "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC)";
const year = "(?:19|20)\\d\\d";
const hour = "(?:[01]\\d|2[0-4]):?[0-5]\\d";
const dash = "\\s?[-–—/]\\s?";
/** Look-alikes of telephone numbers: page addresses, dates, hours, postal codes, grids, amounts. */
const others = [
  "(?<![\\w.-])(?:https?:\\/\\/|(?:[\\w-]{1,63}\\.){1,5}[A-Za-z]{2,24}\\/)(?<!wa\\.me\\/)(?!wa\\.me|\\S{0,200}(?:phone=|\\+\\d{7}))\\S+",
  `(?:${year}[-/.][01]?\\d[-/.][0-3]?\\d|[0-3]?\\d[-/. ][0-3]?\\d[-/. ]${year}|[0-3]?\\d[-/][0-3]?\\d[-/]\\d\\d)(?!\\d|[-./]\\d)`,
  `(?<=${month}[a-z]{0,6}\\.? )\\d{1,2},? ${year}(?!\\d)`,
  `(?:${hour}(?:${dash}| to )${hour}|${year}${dash}(?:${year}|\\d\\d))(?!\\d|[-./]\\d)`,
  "\\d{5}[-–]\\d{4}(?!\\d)|(?<=(?<![A-Za-z])[A-Z]{2},? )\\d{5}(?!\\d| \\d{5}(?!\\d))",
  "\\d{1,2}[C-X] ?[A-Z]{2} ?\\d{2,5} ?\\d{2,5}|-?\\d{1,3}\\.\\d{3,},? -?\\d{1,3}\\.\\d{3,}",
  `[$€£]\\s?\\d[\\d.,]*[kKmM]?(?:(?:${dash}| to )[$€£]?\\s?\\d[\\d.,]*[kKmM]?)?`,
].map((other) => `(?:${other})`).join("|");

const digit = "\\p{Nd}";
const between =
  "(?:\\s{0,2}[.·•‧∙⋅・‐-―−-]\\s{0,2}|[^\\p{L}\\p{N}\\s$€£%@#+(]{1,3}|\\s{1,2}|\\s?[([]?(?:dot|dash|DOT|DASH)[)\\]]?\\s?)?";
const open = "[(（[]";
const close = "[)）\\]]";
/** Letters in place of digits, as in "915-555-O142". */
const similar = "[\\p{Nd}OoIl]";
/** Three, three and four digits, with any separators, or ten digits one by one. */
const american =
  `(?:(?:(?:[+＋]|00)?1${between})?(?:${open} ?${similar}{3} ?${close}|${similar}{3})${between}${similar}{3}${between}${similar}{4}|(?:${digit}[ .-]){9}${digit})`;
const international =
  `[+＋]?${open}?${digit}{1,15}(?:(?:\\s?${close}\\s?|\\s?${open}|[ .·‐-―−/-])(?!${american}(?!${digit}))${digit}{1,12}){0,7}`;
const extension = `(?:,? ?(?:[xX#]|[eE][xX][tT](?:ension)?)[.:]? ?\\d{1,6})?`;
const number = new RegExp(
  `(?<!${digit})(?<other>${others})|(?<![@$€£]|${digit}|${digit}[.:_-])` +
    `(?:(?<american>${american})|${international})${extension}(?=[cmohwfd]?(?![\\p{L}\\p{N}@]))`,
  "gu",
);

const otherWithin = new RegExp(`(?<!${digit})(?:${others})`, "u");

/** Whether groups of digits can be a telephone number without a label. */
function isTelephone(written: string, groups: readonly string[]): boolean {
  const lengths = groups.map((group) => group.length);
  const [first = 0, second = 0] = lengths;
  if (otherWithin.test(written)) return false;
  if (lengths.length === 1) return first >= 10;
  const isEven = lengths.every((length) => length === first);
  if (groups[0]?.startsWith("0") && (first > 1 || written.startsWith("(0)"))) {
    return !isEven || (first === 2 && lengths.length === 5);
  }
  if (lengths.length === 2) return first === 3 && second >= 4 && !/ (?:19|20)\d\d$/.test(written);
  return !isEven && groups.join("").length >= 8 && first >= 2 && first <= 4 &&
    Math.min(...lengths) >= 2 &&
    Math.max(...lengths) >= 3;
}

interface Groups {
  readonly other?: string;
  readonly american?: string;
  readonly plain?: string;
}

/** Replaces anything that looks like an email address, a profile's address or a telephone number. */
export function replaceContacts(
  text: string,
  replace: (value: string, kind: "address" | "number") => string,
): string {
  const read = (rest: readonly unknown[]) => {
    const [at, all, groups] = rest.slice(-3) as [number, string, Groups];
    return { before: () => all.slice(Math.max(0, at - 30), at), groups };
  };
  return text.replace(address, (value: string, ...rest) => {
    const { before, groups } = read(rest);
    const local = value.slice(0, value.indexOf(" "));
    // "Engineer at example.com" is a post.
    const isPost = groups.plain !== undefined && !labelBefore.test(before()) &&
      !/[._\d]/.test(local) && (/\p{Lu}/u.test(local) || /\p{L}\s*$/u.test(before()));
    return isPost ? value : replace(value, "address");
  })
    .replace(profile, (value) => replace(value, "address"))
    .replace(number, (value: string, ...rest) => {
      if (value.length < 7) return value;
      const { before, groups: { other, american } } = read(rest);
      const written = value.replace(/(?:x|#|ext).*/is, "");
      const groups = written.match(/\p{Nd}+/gu) ?? [];
      const digits = groups.join("").length;
      if (other !== undefined || digits < 7) return value;
      const hasLabel = labelBefore.test(before());
      if (!hasLabel && /#$|\p{L}[.-]?$/u.test(before())) return value;
      // "O-3" is a grade.
      const isLabeled = hasLabel && (groups[0]?.length ?? 0) > 1;
      const isNumber = isLabeled || american !== undefined || /^(?:[+＋]|00)/.test(written) ||
        (digits <= 15 && isTelephone(written, groups));
      return isNumber ? replace(value, "number") : value;
    });
}
