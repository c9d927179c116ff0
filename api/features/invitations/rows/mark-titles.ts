/** Titles of columns that mark people who must not be invited. */
import { words } from "../../../../search/text.ts";

/** Columns that mark people who must not be invited. */
export type MarkColumn = "deceased" | "doNotContact" | "mayContact";

const otherPeople =
  /\b(?:spouse|wife|husband|partner|parents?|mother|father|family|next|emergency|referr?ed|survivor)\b/;
/** Titles about something else: calls, letters, links, sharing. */
const otherThings =
  /\b(?:calls?|called|phone|fax|sms|texts?|texted|voice|whatsapp|postal|directory|shar(?:e|ed|ing)|publish(?:ed)?|photos?|soft|owner|link|url|token|ip|(?:no|number|count) of)\b/;
const otherQuestions = /\b(?:mentor\w*|help|speak\w*|volunteer\w*|attend\w*|donat\w*|hire|join)\b/;
const deceasedTitle =
  /\b(?:deceased|dec ?d|death|died|dead(?! (?:e ?mail|address))|passed away|(?:date of )?passing(?= date|$)|in memoriam|memoriam|r i p|rip|kia|fallen|taps)\b|^(?:obit(?:uary)?|funeral|burial|memorial)(?: (?:date|link|url))?$|^(?:final roll call|fiddler s green)$/;
export const aliveTitle = /^(?:is |still )?(?:alive|living)$/;
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
  "\\b(?:invalid|bad|wrong|undeliverable|dead|bounced) emails?$|\\b(?:invalid|bad|wrong|undeliverable|dead) email|" +
  "\\bemail(?: address| delivery)? (?:is )?(?:invalid|undeliverable|quarantined|inactive|disabled|stopped|blocked)",
  "^lost(?: (?:contact|touch|track|alum\\w*))?$|\\brequest(?:s|ed)? (?:no\\b|removal|to be removed)",
  "\\bremov(?:al|e)(?: requested| from \\w+| me)?$|\\brefus(?:es|ed) (?:contact|email)",
  "^(?:delete|skip|ignore|omit)$|^donot(?:bulk)?emails?$",
].join("|"));
const allowing =
  "(?:ok(?:ay)?|may|can|could|permission|permitted|consent\\w*|allow(?:s|ed)?|agree[sd]?|" +
  "willing|accepts?|receives?|wants?|like|wish|happy|open|send)";
const allowedWays = `(?:${ways}|contacted|contacting|emailed|emailing|mailed|invited)`;
const allowedTitle = new RegExp([
  `\\b${allowing} (?:\\w+ ){0,5}${allowedWays}\\b`,
  `\\b${allowedWays} (?:me |you )?(?:is |are )?(?:ok(?:ay)?|allowed|permission|permitted|consent|agreed|accepted|enabled)\\b`,
  `^${ways} me$|^(?:is )?(?:contactable|emailable|mailable|reachable)(?: by email)?$|\\bopt(?:ed|s)? ?in\\b`,
  "^email (?:address )?(?:validity|deliverability)$|^(?:is )?(?:valid|deliverable) email(?: address)?$|^email(?: address)? (?:is )?(?:valid|deliverable)$",
  "^(?:gdpr |data |privacy |marketing )*consent(?:ed|s| given| status)?$",
  "^(?:is |email |newsletter |list )*(?:subscribed|subscriber|subscription)(?: (?:to|for) .*| status)?$",
  "^(?:is|account|user|contact|record|email|subscriber) (?:is )?(?:active|enabled)$|^active (?:account|user|contact|record|email)$",
].join("|"));

/** Someone who declined a newsletter may still want an invitation. */
const oneMailing =
  /(?:\b(?:subscribed|subscriptions?) (?:to|for) )?(?:\b(?:the|our|my|email|monthly|weekly|quarterly|annual|alumni|rotc) )*\b(?:e ?)?newsletters?\b(?: (?:by|via) email| emails?| (?:subscri|opt)\w*(?: in)?)*/g;

/** The mark that a title sets for inviting; `undefined` for other titles, such as "Do not call". */
export function markColumnNamed(title: string): MarkColumn | undefined {
  if (title.length > 200) return undefined;
  const plain = plainTitle(title).replace(/ (?:ind|indicator|flag|y n|yn)$/, "");
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
  if (otherQuestions.test(plain)) return undefined;
  return allowedTitle.test(plain.replace(oneMailing, "")) ? "mayContact" : undefined;
}

/** "HasOptedOutOfEmail", "UNSUB_TIME" and "Opt-out?" in plain words. */
export function plainTitle(title: string): string {
  return words(spacedTitle(title)).join(" ").replace(/\be mail/g, "email").replace(
    / (?:c|pc)$/,
    "",
  );
}

/** "MailingCity" and "HOME_STATE" with spaces. */
export function spacedTitle(title: string): string {
  return title.replace(/(\p{Ll})(?=\p{Lu})/gu, "$1 ").replaceAll("_", " ");
}

/** Whether a title is about mail by post where another one is about email. */
export function isOfPost(title: string): boolean {
  return /\bmail(?:s|ings?)?\b/.test(plainTitle(title)) && !/contact|email/.test(plainTitle(title));
}
