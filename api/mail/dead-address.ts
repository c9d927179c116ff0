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
      "(?<!not )listed (at|by|in|on)|is listed|abus(e|ive)|suspicious|poor|high probability",
      "polic(y|ies)|administrative\\w* prohib\\w*|prohibited|not authori[sz]ed|content (was )?(rejected|refused|denied|filter\\w*)|(due to|because of|for) (its |the )?content",
      "(message|mail|e-?mail|content) (was )?(rejected|refused) (by|due to|for)",
      "(we|i) (do(n't| not)|will not|won't|can('t|not)) (like|want|wish|trust|accept|talk|take)|not (welcome|wanted|liked|trusted)|go away|unwanted|unwelcome",
      "(will|does|do) not (accept|want|take|wish)( to (accept|receive|get))? (delivery|your|(any |this |these )?(message|mail|e-?mail)s? from)",
      "(reject|refus|declin)\\w* (to (accept|receive) )?(your|(any |all )?(message|mail|e-?mail)s? from)|from you|from your (ip|host|server|domain|network|organi[sz]ation|provider)",
      "your (ip|host|server|domain|organi[sz]ation|network|provider|isp|country|mail server|address)( \\S+)? (is|was|has been) (not|listed|refused|rejected|denied)",
      "(sender|from|return)( address| domain)?( \\S+)? (has |with )?(a )?null ?mx",
      "spf|dkim|dmarc|unauthenticated|not authenticated|authentication|reverse dns|rdns|ptr|helo|ehlo",
      "sender( address| domain| ip)?( was| is| has been)? (rejected|denied|refused|verif\\w*|invalid|not \\w+)",
      "invalid sender|bad sender|sender (unknown|not found)|sender (\\w+ ){0,2}(does(n't| not)|is not|isn't|has no)",
      "callback|callout|(address )?verification failed|while verifying|you are not (allowed|permitted|authori[sz]ed)",
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
      "connection (refused|lost|dropped|reset|closed)|expired in queue|retry time(out)?|loop\\w*",
      "delayed|deferred|not (yet )?been delivered( yet)? (to|after)|not yet been delivered|delivery attempts will continue|warning (message )?only|will (keep|continue) (on )?(to )?(be )?(try|retr)\\w*|still being (tried|retried)|will be (retried|tried|attempted)",
    ),
  ],
  [
    "dead",
    words(
      "(user|recipient|mailbox|account|address\\w*|person|alias|local part|domain|host)( name)?( \\S+)? (is |was |has been |you \\w+ )?(unknown|not (known|found|valid|active|in use|here|available)|does(n't| not) exist|not exist\\w*|unavailable|invalid|no longer (\\w+ ){0,2}(exists?|valid|available|active|used?)|disabled|deactivated|deleted|removed|closed|inactive|suspended|terminated|discontinued)",
      "(unknown|invalid|no such|nonexistent|non-existent|bad|illegal|inactive|disabled|undeliverable) (\\w+ ){0,2}(user\\w*|recipients?|mailbox\\w*|account|address\\w*|person|alias|local part|domain|hosts?)",
      "no mail ?box|recipient( address)?( was)? rejected|recipientnotfound|nosuchuser",
      "(does(n't| not)|did(n't| not)) have an? (\\S+ ){0,3}account|not a (valid|known) (\\w+ )?(mailbox|recipient|user|address|account)",
      "no longer (\\w+ )?(accepts?|accepting|works?|working|with|employed|enrolled|at|a (member|student|customer|user))|is(n't| not) our customer|unroute?able (mail )?(address|domain)|no ?(one|body) (here|with|by)",
      "(has|have) (left|retired from|departed|graduated from|moved (away|on|to)) (\\S+ ){0,4}(university|college|school|company|organi[sz]ation|institution|firm|department|army|service|us|_)|user (has )?moved|(has|have) left (us|here)|left the (university|company|organi[sz]ation)",
      "not listed in (\\w+ ){0,4}(directory|address book)|null ?mx|(domain|host|server|_)( name)?( \\S+)? (does(n't| not)|never|do not) (accepts?|receives?|handles?) (any )?(smtp )?(mail|e-?mail|messages)",
      "(could(n't| not) find|no|find no) (any )?(host|domain|user|mailbox|account|one|person)( \\w+)? (named|called|by (that|this) name)|unknown (host|domain)|nxdomain|(can('t|not)|could not) find a valid mx",
      "nicht (gefunden|vorhanden|bekannt)|existe pas|introuvable|inesistente|non esiste|inexistente?|(não|nao|no) encontrad\\w+|bestaat niet|nieznan\\w+|okänd|ukjent|ukendt|finns inte|findes ikke|finnes ikke|tuntematon|ei löydy|bilinmeyen|bulunamad\\S+|nem létezik|ismeretlen|neexistuje",
      "unbekannt\\w*|existiert nicht|inconnue?|n'existe pas|sconosciut\\w+|desconocid\\w+|no existe|não existe|onbekend\\w*|nie istnieje|neznám\\w+",
    ),
  ],
];

/** The same in scripts that the boundaries of `words` are not for. */
const deadElsewhere =
  /не существует|не найден|неизвестн|не існує|невідом|不存在|無此|无此|存在しません|宛先不明|존재하지/;

/** Words that agree with a status of dead addresses, though they say too little alone. */
const complaint = words(
  "unknown|not (be )?(found|known|here|listed|in (the |our |this )?directory|recogni[sz]ed|valid|exist\\w*|located)|unrecogni[sz]ed|does(n't| not) (exist|match)|not exist\\w*|nonexistent|non-existent",
  "no such|invalid|incorrect|misspell\\w*|typo\\w*|wrong|bad|inactive|disabled|deactivated|closed|deleted|removed|expired|gone|moved|left|retired|undeliverable|no (\\w+ ){0,3}(user|mailbox|recipient|account|address)",
);

/** A complaint about anything else says nothing about the recipient. */
const other = words("message|mail|content|body|attachments?|headers?|ip|list|sender|your");
const recipient = words(
  "users?|recipients?('s)?|mail ?box(es)?|accounts?|address(es)?|addressees?|alias|person",
);

/**
 * A status alone counts only where the server says nothing in words.
 * @param status Of the report, if there is one.
 * @param text What the other server said.
 */
export function meaningOf(status: string | undefined, text: string): RefusalMeaning {
  const start = text.slice(0, mostRead);
  const statuses = [...status ? [status] : [], ...start.match(enhancedStatus) ?? []];
  if (statuses.some((each) => /^5\.(7\.|1\.[78]$)/.test(each))) return "sender";
  const normalized = wordsOf(start);
  const isTemporary = statuses.some((each) => each.startsWith("4.")) || basic4.test(start);
  for (const [meaning, words] of meanings) {
    if (words.test(normalized)) return meaning;
    if (meaning === "passing" && (isTemporary || statuses.includes("5.2.2"))) return meaning;
  }
  if (deadElsewhere.test(normalized)) return "dead";
  const isAgreed = !/\p{L}{2}/u.test(normalized) ||
    (complaint.test(normalized) && (recipient.test(normalized) || !other.test(normalized)));
  return isAgreed && statuses.some((each) => deadStatuses.test(each)) ? "dead" : undefined;
}

/** What a server says, without codes, names of hosts and people, and what the sending server adds. */
function wordsOf(text: string): string {
  return text.replaceAll(/RESOLVER\.ADR\.\w*NotFound\w*/gi, "recipient not found")
    .replaceAll("’", "'")
    .replaceAll(names, " _ ")
    .replaceAll(/\s+/g, " ")
    .replaceAll(ofSendingServer, " ")
    .replaceAll(/(?<![\w.])[45]\d\d[- ]?|[45]\.\d{1,3}\.\d{1,3}/g, " ")
    .replaceAll(/\s+/g, " ");
}

const ofSendingServer =
  /\(in reply to [^)]{0,100}\)|^ *(?:smtp|dns|x-[\w-]+) *;|smtp error from remote (?:mail )?server(?: after [a-z :]*)?|remote (?:host|server) (?:said|returned|answered):|\[[^\]]{1,100}\]|(?:host )?_ (?:\[[\d.:a-f]+\] ?)?said:|\b(?:host|mx) _ ?(?:\[[\d.:a-f]+\])?:?|_? ?does not like recipient\.?|giving up on \S+|\brcpt to:?/gi;

/** Of a text. Servers say why in its first lines. */
const mostRead = 10_000;
/** Not within an IP address. */
const enhancedStatus = /(?<![\d.])[45]\.\d{1,3}\.\d{1,3}(?![\d.]\d?)/g;
const basic4 = /(?:^|; *|said: )4\d\d[- ]/;
const names =
  /\S{1,200}@\S{1,200}|https?:\S+|<[^>]{0,300}>|\b[\w-]{1,63}(?:\.[\w-]{1,63}){0,8}\.[a-z]{2,24}\b/gi;

function words(...alternatives: readonly string[]): RegExp {
  return new RegExp(`(?<![a-z0-9-])(${alternatives.join("|")})(?![a-z0-9-])`, "i");
}
