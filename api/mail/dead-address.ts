/**
 * What a mail server's refusal says about the address. Statuses alone don't tell: servers use the
 * same ones for people who don't exist, for full mailboxes and for senders whom they don't like.
 * @see {@link https://www.iana.org/assignments/smtp-enhanced-status-codes}
 */

/**
 * - `dead`: no one gets mail there anymore
 * - `sender`: about us or the mail, as by a policy, a reputation or a filter for spam
 * - `passing`: a mailbox that is full or busy, or a server that was away
 */
export type RefusalMeaning = "dead" | "sender" | "passing" | undefined;

/** Not 5.1.0, also about senders. Exchange has 5.1.350, 5.1.351 and 5.4.1. */
const deadStatuses = /^5\.(1\.(1|2|3|4|6|10|350|351)|2\.1|4\.(1|310))$/;

/** The first of these that a refusal says counts, whatever its status. */
const meanings: readonly (readonly [RefusalMeaning, RegExp])[] = [
  [
    "sender",
    words(
      "(black|block|deny|reject|real-?time block) ?-?list(ed|ing)?",
      "blocked|banned|reputation|spam\\w*|anti-?spam|unsolicited|junk|phish\\w*|virus|malware",
      "dnsbl|rbl|surbl|uribl|filter\\w*|dynamic (ip|address)\\w*|spamhaus|barracuda|spamcop|sorbs|cloudmark|senderscore",
      "listed (at|by|in|on)|is listed|abus(e|ive)|suspicious|poor|high probability",
      "polic(y|ies)|administrative\\w* prohib\\w*|prohibited|not authori[sz]ed|content (was )?(rejected|refused|denied|filter\\w*)|(due to|because of|for) (its |the )?content",
      "(message|mail|e-?mail|content) (was )?(rejected|refused) (by|due to|for)",
      "spf|dkim|dmarc|unauthenticated|not authenticated|authentication|reverse dns|rdns|ptr|helo|ehlo",
      "sender( address| domain| ip)?( was| is| has been)? (rejected|denied|refused|verif\\w*|invalid|not \\w+)",
      "invalid sender|bad sender|sender (unknown|not found)",
      "relay\\w*( access)? (denied|not (permitted|allowed))|unable to relay|not permitted to relay",
      "not (authorized|authorised|permitted|allowed|accepted) (to send|from)",
      "client host( \\S+)? (rejected|blocked)|ip address (is |was )?(rejected|refused|not)",
      "(only accepts?|not accept\\w*) (any )?(mail|messages|e-?mail) from|require\\w* (tls|authentication|starttls)",
    ),
  ],
  [
    "passing",
    words(
      "full|quota|storage|insufficient|too (large|big|long|many|much|quickly|fast|frequent\\w*)",
      "size limit|exceed\\w*|at a rate|rate limit\\w*|throttl\\w*|grey-?list\\w*|graylist\\w*",
      "try again|later|temporar\\w*|tim(ed|e) ?-?out|no answer|not respond\\w*|unreachable",
      "connection (refused|lost|dropped|reset|closed)|expired in queue|retry timeout|loop\\w*",
    ),
  ],
  [
    "dead",
    words(
      "(user|recipient|mailbox|account|address\\w*|person|alias|local part|domain|host)( name)?( \\S+)? (is |was |has been |you \\w+ )?(unknown|not (known|found|valid|active|in use|here|available)|does(n't| not) exist|not exist\\w*|unavailable|invalid|no longer (\\w+ ){0,2}(exists?|valid|available|active|used?)|disabled|deactivated|deleted|removed|closed|inactive|suspended|terminated|discontinued)",
      "(unknown|invalid|no such|nonexistent|non-existent|bad|illegal|inactive|disabled|undeliverable) (\\w+ ){0,2}(user\\w*|recipients?|mailbox\\w*|account|address\\w*|person|alias|local part|domain|host)",
      "no mail ?box|recipient( address)?( was)? rejected|recipientnotfound|nosuchuser",
      "(does(n't| not)|did(n't| not)) have an? (\\S+ ){0,3}account|not a (valid|known) (\\w+ )?(mailbox|recipient|user|address|account)",
      "no longer (accepts?|works|with)|is(n't| not) our customer|unrouteable address|no one (here|with|by)",
      "unbekannt\\w*|existiert nicht|inconnue?|n'existe pas|sconosciut\\w+|desconocid\\w+|no existe|não existe|onbekend\\w*|nie istnieje|neznám\\w+",
    ),
  ],
];

/** @param status Of the report, if there is one. @param text What the other server said. */
export function meaningOf(status: string | undefined, text: string): RefusalMeaning {
  const statuses = [...status ? [status] : [], ...text.match(enhancedStatus) ?? []];
  if (statuses.some((each) => /^5\.(7\.|1\.[78]$)/.test(each))) return "sender";
  // Names of hosts and people aren't what a server says.
  const said = text.replaceAll(names, " _ ").replaceAll(/\s+/g, " ");
  const isTemporary = statuses.some((each) => each.startsWith("4.")) || basic4.test(text);
  for (const [meaning, words] of meanings) {
    if (words.test(said)) return meaning;
    if (meaning === "passing" && (isTemporary || statuses.includes("5.2.2"))) return meaning;
  }
  return statuses.some((each) => deadStatuses.test(each)) ? "dead" : undefined;
}

/** Not within an IP address. */
const enhancedStatus = /(?<![\d.])[45]\.\d{1,3}\.\d{1,3}(?![\d.]\d?)/g;
const basic4 = /(?:^|; *|said: )4\d\d[- ]/;
const names = /\S+@\S+|https?:\S+|<[^>]*>|\b[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}\b/gi;

function words(...alternatives: readonly string[]): RegExp {
  return new RegExp(`(?<![a-z0-9-])(${alternatives.join("|")})(?![a-z0-9-])`, "i");
}
