import type { ColumnName } from "./columns.ts";
import type { GuessedColumn } from "./guess-sheet.ts";
import { aliveTitle, type MarkColumn, markColumnNamed, plainTitle } from "./mark-titles.ts";
import type { Mark, Rows } from "./person-row.ts";

/** No, under a title such as "Do not email". */
const no =
  /^(?:|n|no|false|f|0|0\.0|-+|–|—|\?|n\/?a|none|null|never|off|unchecked|☐|✗|✘|unknown|active|valid|deliverable|allow(?:ed)?|(?:not|no,?) (?:opted|unsub|deceased|bounced|dead|removed|inactive|blocked).*|subscribed|opted[ -]?in|alive|l(?:iving)?|0000-00-00.*|00\/00\/0000)$/i;
/** No, under a title such as "OK to contact". */
const refused = new RegExp(
  "^(?:n|f|0|0\\.0|off|none|unchecked|☐|✗|✘|false|disagree)$|[❌🚫⛔👎]|" +
    "^(?:please )?(?:no|nope|nah|not|non|never|don['’]?t|do not|unsubscribed?|opt(?:ed|s)?[ -]?out|declined?|denied|" +
    "refused?|revoked|withdrawn?|withheld|removed|cleaned|bounced|invalid|undeliverable|blocked|inactive|deactivated|dead|deceased)\\b" +
    "(?!,? (?:an? )?(?:problem|objection|issue|worries|concern|restriction|limit|preference))|" +
    "^(?:not?|un|non)[ _-]?subscribed|\\b(?:rather|prefer(?:s|red)?) not\\b|\\bnot (?:want|wish|like|care|agree|consent)\\b|" +
    "\\bdon['’]?t (?:want|wish|like|care|agree|consent)\\b|(?:phone|text|post|postal|(?<!e-?)mail|calls?) only|" +
    "^only (?:by )?(?:phone|text|post|mail|calls?)",
  "iu",
);

/** Words that may precede a remark's statement: "Sadly, he", "3/2020:", "reported". */
const lead =
  /^(?:[^\p{L}\d†✝]+|[\d/.-]+:? +|(?:sadly|unfortunately|apparently|he|she|they|alum(?:nus|na)?|widow(?:er)?|family|has|have|had|is|was|been|now|also|we|were|told|that|reported(?:ly)?|presumed|confirmed|believed|listed as|noted as|marked as|per [\w’']+|note|update)\b[\s:,]*)+/iu;
const killedIn =
  "killed (?:in (?:action|combat|iraq|afghanistan|vietnam|korea|an?\\b|(?:19|20)\\d\\d)|by\\b|(?:19|20)\\d\\d)";
const someDay =
  "(?:(?:19|20)\\d\\d|\\d{1,2}[-/.]\\d|(?:\\d{1,2} )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.? \\d)";
const deceased = new RegExp(
  `^\\s*(?:[†✝]|deceased(?! (?:spouse|wife|husband|partner|parents?|father|mother|family|child|son|daughter))|dec['’]d\\b|decd\\b|died\\b|dead\\b|passed (?:away|on)\\b|passed(?: in| on)? ${someDay}|` +
    "r\\.?i\\.?p\\b|in memoriam|" +
    `${killedIn}|lost (?:his|her|their) (?:battle|fight|life)|d\\. ?(?:\\w{3,9}\\.? )?(?:19|20)\\d\\d)`,
  "i",
);
/** Anywhere in a remark that mentions no one else. */
const deceasedWithin = new RegExp(
  `\\b(?:passed (?:away|in (?:19|20)\\d\\d)|died (?:in|on|of|from|at)\\b|(?:is|was|now) deceased|${killedIn})|` +
    "^\\s*(?:fallen (?:hero|soldier|comrade)\\b|obituary(?:$| (?:on|in|was)\\b|:)|funeral (?:was|held|on|in|\\d))",
  "i",
);
const others =
  /\b(?:friends?|buddy|buddies|classmates?|roommates?|soldiers?|comrades?|who|whose|not|never|nearly|almost|survived|memory|honor|father|mother|his|her|their|[sS]on)\b/i;
/** Only in capitals, since Kia is also a first name and a car. */
const killed = /^\s*KIA(?:$|[ ,;.(]+(?!Motor|car\b|bracelet|wristband|memorial|famil))/;
const contacting = "(?:contact|e-?mail|mail|invite|solicit|send|write)";
const unwanted = new RegExp(
  "^\\s*(?:please )?(?:(?:do ?not|don['’]?t|never) ?" + contacting + "\\b|do not allow\\b|" +
    "no (?:contact|solicitation)\\b|no (?:more )?(?:e-?mails|mailings|messages)\\b|no e-?mail,? please|" +
    "stop (?:e-?mailing|contacting|sending)|dnc\\b|opt(?:ed|s|ing)?[ -]?out|unsub(?:scribed?|bed)?\\b|" +
    "(?:asked|wants|wishes|requests?|requested|prefers?) (?:us )?(?:not to\\b(?! (?:speak|talk|present|attend|donate|give|call|be (?:listed|shown|named|published|called|phoned|photographed)))|no (?:contact|e-?mail)|to be removed|removal|off\\b|out\\b)|" +
    "(?:declin|refus)(?:ed|es|ing) (?:all |any |further |to be )?(?:contact|e-?mail|invit)|" +
    "remove(?:$| from| me\\b| him\\b| her\\b| them\\b)|removed(?:$| from .*list)|take (?:me |him |her |them )?off\\b|lost (?:contact|touch))",
  "i",
);
/** Anywhere in a remark: "No longer wishes to be contacted", "Do not call or email". */
const unwantedWithin = new RegExp(
  `\\b(?:do ?not|don['’]?t|never) (?:\\w+(?: or | and | ?/ ?)){0,3}${contacting}\\b(?! (?:before|after|on|at|during|by phone|spouse))|` +
    "\\b(?:not|no longer|doesn['’]?t|don['’]?t|never) (?:want|wish|like|care|interested)(?:s|es|ing)?\\b" +
    "[^.;,]{0,25}\\b(?:contact|e-?mail|mail|invit|messages)|" +
    "\\b(?:asked|wants?|wish(?:es)?|requests?|requested|prefers?) (?:us |me )?(?:not to (?:be )?(?:contact|e-?mail|mail|receive|hear)|no contact|no e-?mail|to be (?:removed|taken off|left alone))",
  "i",
);
const status = new RegExp(
  "^\\s*(?:hard[ -]?|email )?(?:deactivated|bounc(?:ed?|ing)|inactive|cleaned|non-?subscribed|not[ _]subscribed|archived|suppressed|" +
    "blocked|complain(?:ed|t)|spam|invalid|undeliverable|unreachable|suspended|disabled|removed|deleted|lost|" +
    "no (?:permissions?|e-?mails?)|refused|withdrawn|estranged|not interested|declined)\\b",
  "i",
);
const maxLength = 500;
/** A short list of words, such as "Alumni - deceased", rather than a sentence. */
const shortText = 60;

function markIn(whole: string): Mark["kind"] | undefined {
  const text = whole.replace(lead, "");
  if (deceased.test(text) || killed.test(text)) return "deceased";
  return unwanted.test(text) ? "do not contact" : undefined;
}

function markWithin(text: string): Mark["kind"] | undefined {
  if (deceasedWithin.test(text) && !family.test(text) && !others.test(text)) return "deceased";
  return unwantedWithin.test(text) ? "do not contact" : undefined;
}

/** Columns in which programs mark people. Others have names, employers and biographies. */
const noted: readonly ColumnName[] = [
  ...["fullName", "firstName", "lastName", "email", "phoneNumber", "rank", "dutyStatus"] as const,
  ...["jobTitle", "suffix"] as const,
];
const remarks =
  /remark|note|comment|status|state of|info|else|tag|label|categor|group|list|solicit|code/i;
const family = /wife|husband|spouse|father|mother|parents|\bson\b|daughter|brother|sister/i;
/** "D" stands for deceased in databases of alumni. */
const vitalTitle =
  /\b(?:vital|record|life|constituent) (?:\w+ )?status\b|^living (?:or |and )?(?:deceased|dead)\b/i;
const deathDay = /^d\.?o\.?d\.?$/i;
const statusTitle = /status|subscription|preference|permission|restriction|solicit|tags?$/i;
/** An inactive soldier is in the Individual Ready Reserve. */
const ofEvent = /rsvp|invit|attend|event|ticket|order/i;
const ofDuty = /duty|military|army|service|component|compo/i;

/**
 * Finds a row's mark: in a column of marks, in status, remarks or name. A death takes priority.
 * @param includesOptedOut Whether only people who died are left out.
 */
export function markReader(
  columns: readonly GuessedColumn[],
  includesOptedOut = false,
): (row: readonly string[]) => Mark | undefined {
  const places = columns.flatMap(({ title, field }, at) =>
    field === undefined || noted.includes(field) || isMarkColumn(field)
      ? [{
        ...{ at, title },
        column: isMarkColumn(field) ? field : undefined,
        isAlive: aliveTitle.test(plainTitle(title)),
        isName: /^(?:full|first|last)Name$/.test(field ?? ""),
        isLong: field === "fullName" || remarks.test(title) || field === "dutyStatus",
        isStatus: statusTitle.test(title) && !ofDuty.test(title) && !ofEvent.test(title),
        isRemark: remarks.test(title),
        isVital: vitalTitle.test(plainTitle(title)),
        isOfMember: /^(?:(?:alum\w*|member\w*) )?status$/.test(plainTitle(title)),
        isDeathDay: deathDay.test(title.trim()),
      }]
      : []
  );
  return (row) => {
    let found: Mark | undefined;
    for (
      const { at, title, column, isAlive, isName, isLong, isStatus, isRemark, ...is } of places
    ) {
      const text = (row[at] ?? "").trim();
      if (text === "" || text.length > maxLength) continue;
      const parts = isName
        ? partsOfName(text)
        : isLong || text.length <= shortText
        ? partsOfRemark(text)
        : [text];
      const kind = kindIn(column, isAlive, text.replace(/[.!*]+$/, "")) ??
        (is.isVital && /^d$/i.test(text) || is.isOfMember && /^passed$/i.test(text) ||
            is.isDeathDay && /^\d+[-/.]\d/.test(text)
          ? "deceased"
          : undefined) ??
        parts.map(markIn).find((one) => one !== undefined) ??
        (isRemark ? parts.map(markWithin).find((one) => one !== undefined) : undefined) ??
        (isStatus && status.test(text) ? "do not contact" : undefined);
      if (kind === "deceased") return { kind, title, text };
      if (kind !== undefined && !includesOptedOut) found ??= { kind, title, text };
    }
    return found;
  };
}

/** The mark that a cell in a column of marks sets. */
function kindIn(
  column: MarkColumn | undefined,
  isAlive: boolean,
  text: string,
): Mark["kind"] | undefined {
  switch (column) {
    case "deceased":
      return no.test(text) ? undefined : "deceased";
    case "doNotContact":
      return no.test(text) ? undefined : "do not contact";
    case "mayContact":
      if (!refused.test(text)) return undefined;
      return isAlive || deceased.test(text) ? "deceased" : "do not contact";
    case undefined:
      return undefined;
  }
}

function isMarkColumn(field: ColumnName | undefined): field is MarkColumn {
  return field === "deceased" || field === "doNotContact" || field === "mayContact";
}

/** "Pat Doe (dec.)", "Pat Doe - deceased", "†Pat Doe": names themselves can begin like a mark. */
function partsOfName(text: string): string[] {
  const [, ...beside] = text.split(/[(\[,]| [-–—] |(?=†)/);
  const before =
    /^(?:†|\*?(?:DECEASED|[Dd]eceased)\b|RIP\b(?=\s*[-:,])|R\.I\.P|(?:[Tt]he )?[Ll]ate (?=\p{Lu})|[Ee]state of )/u;
  const after = / (?:dec['’]?d\.?|dec\.|deceased\*?|rip|†|d\. ?(?:19|20)\d\d)$/i;
  const isKilled = / KIA(?: .*\d{4})?$/.test(text) && text !== text.toUpperCase();
  const isMarked = before.test(text) || after.test(text) || isKilled ||
    beside.some((part) => /^\s*dec['’]?d?\.?\s*\)?$/i.test(part));
  return isMarked ? ["deceased"] : beside;
}

function partsOfRemark(text: string): string[] {
  return text.split(family.test(text) ? /[.;\n]/ : /[.;,(\n–-]/).concat(text);
}

/** The mark that a comment on a cell sets. */
export function markOfRemark(text: string): Mark["kind"] | undefined {
  const parts = partsOfRemark(text);
  return parts.map(markIn).find((one) => one !== undefined) ??
    parts.map(markWithin).find((one) => one !== undefined);
}

const marksSection: readonly (readonly [RegExp, Mark["kind"]])[] = [
  [/^\W*(?:[†✝]|deceased|dead|in memoria[ml]|memorial|fallen|taps|passed away)/i, "deceased"],
  [
    /^\W*(?:do not (?:contact|e-?mail|invite|solicit)|no contact|dnc|opt(?:ed)?[ -]?outs?|unsubscribe(?:d|s|rs)?|lost|inactive|bounced|bad (?:e-?mail|address)|removed?)\b/i,
    "do not contact",
  ],
];
const longestSection = 40;
/** "Deceased are in red" and "Deceased: 3" are remarks. */
const notOfSection =
  /\d|\b(?:are|is|were|was|red|gr[ae]y|yellow|green|bold|italics?|highlighted|total)\b|=/i;

/** The mark that a heading between rows sets for the people below it. */
export function markOfSection(text: string): Mark | undefined {
  if (text.length > longestSection || notOfSection.test(text)) return undefined;
  const [, kind] = marksSection.find(([pattern]) => pattern.test(text)) ?? [];
  return kind && { kind, title: "Section", text };
}

const legend =
  /^\s*["'(]?([*+#†✝^~]{1,3})["')]?\s*(?:=|:|-|–|—|means|denotes|indicates)?\s*(\p{L}.*)$/u;

/** The sign that a row such as "* = deceased" explains. */
export function explainedSign(
  text: string,
): { readonly sign: string; readonly mark: Mark } | undefined {
  if (text.length > 2 * longestSection) return undefined;
  const [, sign, meaning = ""] = legend.exec(text) ?? [];
  const kind = markIn(meaning);
  // "** Deceased **" is a heading.
  return sign === undefined || kind === undefined || text.trim().endsWith(sign)
    ? undefined
    : { sign, mark: { kind, title: "", text: text.trim() } };
}

/** Marks of names with a sign that a row below or above explains, as in "* = deceased". */
export function legendReader(
  rows: Rows,
  columns: readonly GuessedColumn[],
): (row: readonly string[]) => Mark | undefined {
  const signs = new Map<string, Mark>();
  for (const row of rows) {
    const [alone = "", ...others] = row.filter((cell) => cell.trim() !== "");
    const explained = others.length === 0 ? explainedSign(alone) : undefined;
    if (explained !== undefined) signs.set(explained.sign, explained.mark);
  }
  return (row) => {
    if (signs.size === 0) return undefined;
    for (const [at, { title, field }] of columns.entries()) {
      if (!/^(?:full|first|last)Name$/.test(field ?? "")) continue;
      const [, before = "", after = ""] =
        /^\s*([*+#†✝^~]{0,3}).*?([*+#†✝^~]{0,3})\s*$/s.exec(row[at] ?? "") ?? [];
      const mark = signs.get(after) ?? signs.get(before);
      if (mark !== undefined) return { ...mark, title };
    }
    return undefined;
  };
}

const bounce =
  /bounc|\bclean(?:ed| time)\b|\bundeliverable\b|\b(?:invalid|bad|wrong|dead)\b(?:$|.*(?:e-?mail|address))/i;
const wish =
  /\b(?:un ?sub|opt(?:ed|s)?[ -]?out|do ?not|don['’]?t|remov|refus|declin|block|complain|not (?:subscribed|interested))/i;

/** Whether someone isn't invited only because mail to them bounced, rather than by their wish. */
export function isOfBounce({ title, text }: Mark): boolean {
  const plain = plainTitle(title);
  return bounce.test(text)
    ? !wish.test(text)
    : bounce.test(plain) && !wish.test(`${plain} ${text}`);
}

/** Whether a heading begins a section of other people. */
export function endsSection(text: string): boolean {
  return /\d|\b(?:alum\w*|current|active|living|members?|officers?|cadets?|class|graduates|roster|list)\b/i
    .test(text);
}

/** The mark that a sheet's or a file's name sets for its people. @param title "Sheet" or "File". */
export function markOfName(title: string, name: string): Mark | undefined {
  const kind = kindOfName(name);
  return kind && { kind, title, text: name };
}

function kindOfName(name: string): Mark["kind"] | undefined {
  if (/deceased|memoria[ml]|fallen/i.test(name)) return "deceased";
  const plain = plainTitle(name.replace(/\.\w{2,4}$/, ""));
  return markColumnNamed(plain) === "doNotContact" ||
      /\b(?:unsubscribe[sd]?|unsubscribers|cleaned|bounced?|bounces|inactive|opted out|do not contact)\b/
        .test(plain)
    ? "do not contact"
    : undefined;
}
