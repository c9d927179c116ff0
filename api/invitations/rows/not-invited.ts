import { words } from "../../../search/text.ts";
import type { ColumnName } from "./columns.ts";
import type { GuessedColumn } from "./guess-sheet.ts";
import type { Mark } from "./person-row.ts";

/** Columns that say who must not be invited. */
export type MarkColumn = "deceased" | "doNotContact" | "mayContact";

const otherPeople =
  /\b(?:spouse|wife|husband|partner|parents?|mother|father|family|next|emergency|referr?ed|survivor)\b/;
/** Titles about something else: calls, letters, links, sharing. */
const otherThings =
  /\b(?:calls?|called|phone|fax|sms|texts?|texted|voice|whatsapp|postal|directory|shar(?:e|ed|ing)|publish(?:ed)?|photos?|soft|owner|link|url|token|ip|(?:no|number|count) of)\b/;
const otherQuestions = /\b(?:mentor\w*|help|speak\w*|volunteer\w*|attend\w*|donat\w*|hire|join)\b/;
const deceasedTitle =
  /\b(?:deceased|dec ?d|death|died|dead(?! (?:e ?mail|address))|passed away|(?:date of )?passing(?= date|$)|in memoriam|memoriam|r i p|rip|kia|fallen|taps)\b/;
const aliveTitle = /^(?:is |still )?(?:alive|living)$/;
const refusing = "(?:do not|don ?t|no|never|not|stop|exclude from|remove from)";
const ways = "(?:contact|emails?|mail(?:s|ings?)?|messages?|solicit(?:ations?)?|invite|send|" +
  "communicat(?:e|ions?)|marketing|newsletters?|outreach)";
const whose =
  "(?:is |was |hard |email |portal |global |date |account |user |contact |record |constituent )*";
const when = "(?: (?:date|time|at|on|reason|type|flag|since|campaign (?:title|id)))*";
const refusedTitle = new RegExp([
  `\\b${refusing} (?:\\w+ ){0,3}${ways}\\b`,
  "\\bopt(?:ed|s|ing)? ?outs?\\b|\\bunsub\\w*|\\b(?:dnc|dne|dnm)\\b|\\bsuppress\\w*|\\b(?:block|black) ?list\\w*",
  `^${whose}(?:blocked|bounced?|quarantined|complain(?:ed|t)|cleaned|exclude[ds]?)${when}$`,
  `^${whose}(?:inactive|deactivated|archived|unreachable|removed|estranged)(?: member| constituent)?${when}$`,
  "^clean (?:time|campaign \\w+)$|\\bspam (?:report|complaint)|\\bmarked as spam\\b",
  "\\b(?:invalid|bad|wrong|undeliverable|dead|bounced) emails?$|\\b(?:invalid|bad|wrong|undeliverable|dead) email|\\bemail(?: address)? (?:is )?(?:invalid|undeliverable|quarantined)",
  "^lost(?: (?:contact|touch|track|alum\\w*))?$|\\brequest(?:s|ed)? (?:no\\b|removal|to be removed)",
  "\\bremov(?:al|e)(?: requested| from \\w+| me)?$|\\brefus(?:es|ed) (?:contact|email)",
].join("|"));
const allowing =
  "(?:ok(?:ay)?|may|can|could|permission|permitted|consent\\w*|allow(?:s|ed)?|agree[sd]?|" +
  "willing|accepts?|receives?|wants?|like|wish|happy|open|send)";
const allowedWays = `(?:${ways}|contacted|contacting|emailed|emailing|mailed|invited)`;
const allowedTitle = new RegExp([
  `\\b${allowing} (?:\\w+ ){0,5}${allowedWays}\\b`,
  `\\b${allowedWays} (?:me |you )?(?:is |are )?(?:ok(?:ay)?|allowed|permission|permitted|consent|agreed|accepted|enabled)\\b`,
  `^${ways} me$|^(?:is )?(?:contactable|emailable|mailable)$|\\bopt(?:ed|s)? ?in\\b`,
  "^(?:is )?(?:valid|deliverable) email(?: address)?$|^email(?: address)? (?:is )?(?:valid|deliverable)$",
  "^(?:gdpr |data |privacy |marketing )*consent(?:ed|s| given| status)?$",
  "^(?:is |email |newsletter |list )*(?:subscribed|subscriber|subscription)(?: (?:to|for) .*| status)?$",
  "^(?:is|account|user|contact|record|email|subscriber) (?:is )?(?:active|enabled)$|^active (?:account|user|contact|record|email)$",
].join("|"));

/** What a title says about inviting people; `undefined` for others, such as "Do not call". */
export function markColumnNamed(title: string): MarkColumn | undefined {
  if (title.length > 200) return undefined;
  const plain = plainTitle(title);
  if (otherPeople.test(plain)) return undefined;
  if (aliveTitle.test(plain)) return "mayContact";
  if (deceasedTitle.test(plain)) return "deceased";
  if (
    otherThings.test(plain) &&
    !/\b(?:un)?(?:subscribed|opt out of email|email opt out)\b/.test(plain)
  ) {
    return undefined;
  }
  if (refusedTitle.test(plain)) return "doNotContact";
  return allowedTitle.test(plain) && !otherQuestions.test(plain) ? "mayContact" : undefined;
}

/** "HasOptedOutOfEmail", "UNSUB_TIME" and "Opt-out?" in plain words. */
function plainTitle(title: string): string {
  return words(spacedTitle(title)).join(" ").replace(/\be mail/g, "email").replace(
    / (?:c|pc)$/,
    "",
  );
}

/** "MailingCity" and "HOME_STATE" with spaces. */
export function spacedTitle(title: string): string {
  return title.replace(/(\p{Ll})(?=\p{Lu})/gu, "$1 ").replaceAll("_", " ");
}

/** Under a title such as "Do not email". */
const no =
  /^(?:|n|no|false|f|0|0\.0|-+|–|—|\?|n\/?a|none|null|never|off|unchecked|☐|✗|✘|unknown|active|valid|deliverable|(?:not|no,?) (?:opted|unsub|deceased|bounced|dead|removed|inactive|blocked).*|subscribed|opted[ -]?in|alive|living|0000-00-00.*|00\/00\/0000)$/i;
/** Under a title such as "OK to contact". */
const refused =
  /^(?:n|f|0|0\.0|off|none|unchecked|☐|✗|✘|false)$|^(?:no|not|non|never|don['’]?t|do not|unsubscribed?|opt(?:ed|s)?[ -]?out|declined?|denied|refused?|revoked|withdrawn?|withheld|removed|cleaned|bounced|blocked|inactive|deactivated|dead|deceased)\b|^(?:not?|un|non)[ _-]?subscribed|(?:phone|text|post|postal|mail|calls?) only$|^only (?:by )?(?:phone|text|post|mail|calls?)/i;

const deceased =
  /^\s*(?:†|(?:is |was |now )?deceased|dec['’]d\b|decd\b|died\b|dead\b|passed (?:away|on)\b|r\.?i\.?p\b|in memoriam|d\. ?(?:\w{3,9}\.? )?(?:19|20)\d\d)/i;
/** Only in capitals, since Kia is also a first name and a car. */
const killed = /^\s*KIA(?:$|[ ,;.(]+(?!Motor|car\b))/;
const unwanted = new RegExp(
  "^\\s*(?:please )?(?:(?:do not|don['’]?t|never) (?:contact|e-?mail|mail|invite|solicit|send|write)|" +
    "no (?:contact|solicitation)\\b|no (?:more )?(?:e-?mails|mailings|messages)\\b|no e-?mail,? please|" +
    "stop (?:e-?mailing|contacting|sending)|dnc\\b|opt(?:ed|s|ing)?[ -]?out|unsub(?:scribed?|bed)?\\b|" +
    "(?:asked|wants|wishes|requests?|requested|prefers?) (?:us )?(?:not to|no (?:contact|e-?mail)|to be removed|removal|off\\b|out\\b)|" +
    "(?:does not|doesn['’]?t) (?:want|wish)(?: to be| any| our)? ?(?:contact|e-?mail|mail|invit|messages)|" +
    "remove(?:$| from| me\\b| him\\b| her\\b| them\\b)|take (?:me |him |her |them )?off\\b|lost (?:contact|touch))",
  "i",
);
const status = new RegExp(
  "^\\s*(?:hard[ -]?|email )?(?:deactivated|bounced?|inactive|cleaned|non-?subscribed|not[ _]subscribed|archived|suppressed|" +
    "blocked|complain(?:ed|t)|spam|invalid|undeliverable|unreachable|suspended|removed|deleted|lost|" +
    "no (?:permissions?|e-?mails?)|refused|withdrawn|estranged)\\b",
  "i",
);
const maxLength = 500;
/** A cell that is a list of words, such as "Alumni - deceased", and no sentence. */
const shortText = 60;

function markIn(text: string): Mark["kind"] | undefined {
  if (deceased.test(text) || killed.test(text)) return "deceased";
  return unwanted.test(text) ? "do not contact" : undefined;
}

/** Columns in which programs note it. Others have names, employers and biographies. */
const noted: readonly ColumnName[] = [
  ...["fullName", "firstName", "lastName", "email", "phoneNumber", "rank", "dutyStatus"] as const,
  ...["jobTitle", "suffix"] as const,
];
const remarks = /remark|note|comment|status|state of|info|else|tag|label|group|list|solicit|code/i;
const family = /wife|husband|spouse|father|mother|parents|\bson\b|daughter|brother|sister/i;
const statusTitle = /status|subscription|preference|permission|restriction|solicit|tags?$/i;
/** An inactive soldier is in the Individual Ready Reserve. */
const ofDuty = /duty|military|army|service|component|compo/i;

/**
 * Finds a row's mark: in a column of marks, in status, remarks or name. That someone died comes first.
 *
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
        isStatus: statusTitle.test(title) && !ofDuty.test(title),
      }]
      : []
  );
  return (row) => {
    let found: Mark | undefined;
    for (const { at, title, column, isAlive, isName, isLong, isStatus } of places) {
      const text = (row[at] ?? "").trim();
      if (text === "" || text.length > maxLength) continue;
      const parts = isName
        ? partsOfName(text)
        : (isLong || text.length <= shortText) && !family.test(text)
        ? text.split(/[.;,(\n–-]/).concat(text)
        : [text];
      const kind = kindIn(column, isAlive, text) ??
        parts.map(markIn).find((one) => one !== undefined) ??
        (isStatus && status.test(text) ? "do not contact" : undefined);
      if (kind === "deceased") return { kind, title, text };
      if (kind !== undefined && !includesOptedOut) found ??= { kind, title, text };
    }
    return found;
  };
}

/** What a cell of a column of marks says. */
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

export function isMarkColumn(field: ColumnName | undefined): field is MarkColumn {
  return field === "deceased" || field === "doNotContact" || field === "mayContact";
}

/** "Pat Doe (dec.)", "Pat Doe - deceased", "†Pat Doe": names themselves can begin like a mark. */
function partsOfName(text: string): string[] {
  const [, ...beside] = text.split(/[(\[,]| [-–—] |(?=†)/);
  const before =
    /^(?:†|\*?(?:DECEASED|[Dd]eceased)\b|RIP\b(?=\s*[-:,])|R\.I\.P|(?:[Tt]he )?[Ll]ate (?=\p{Lu})|[Ee]state of )/u;
  const after = / (?:dec['’]?d\.?|dec\.|deceased\*?|rip|†)$/i;
  const isMarked = before.test(text) || after.test(text) ||
    beside.some((part) => /^\s*dec['’]?d?\.?\s*\)?$/i.test(part));
  return isMarked ? ["deceased"] : beside;
}

/** What a sheet's or a file's name says of the people in it. @param title "Sheet" or "File". */
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

/** The sheet to show first: not one of people who aren't invited. */
export function firstSheet(sheets: readonly { readonly name: string }[]): number {
  return Math.max(0, sheets.findIndex(({ name }) => kindOfName(name) === undefined));
}
