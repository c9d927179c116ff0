/** Subjects of absence notices by mail programs. */

/** By language, in lower case. A space also matches a hyphen or nothing. */
const subjects: Readonly<Record<string, readonly string[]>> = {
  English: [
    "automatic reply",
    "automatic response",
    "automated reply",
    "automated response",
    "auto reply",
    "auto response",
    "auto responder",
    "auto generated reply",
    "out of office",
    "out of the office",
    "out of office message",
    "out of office notice",
    "out of office notification",
    "out of office reply",
    "out of office response",
    "ooo",
    "vacation message",
    "vacation notice",
    "vacation reply",
    "vacation response",
    "absence notice",
    "away from my desk",
    "away from the office",
    "away message",
    "away notice",
  ],
  German: [
    "auto antwort",
    "automatische antwort",
    "automatische rückantwort",
    "automatische e mail antwort",
    "abwesend",
    "abwesenheit",
    "abwesenheitsassistent",
    "abwesenheitsbenachrichtigung",
    "abwesenheitsmeldung",
    "abwesenheitsmitteilung",
    "abwesenheitsnachricht",
    "abwesenheitsnotiz",
    "nicht im büro",
    "urlaubsnachricht",
  ],
  French: [
    "auto réponse",
    "réponse automatique",
    "réponse automatique d'absence",
    "réponse automatique d'absence du bureau",
    "absence du bureau",
    "absent du bureau",
    "absent(e) du bureau",
    "message d'absence",
    "avis d'absence",
    "notification d'absence",
    "message automatique",
  ],
  Spanish: [
    "auto respuesta",
    "ausente",
    "respuesta automática",
    "respuesta automática de fuera de la oficina",
    "contestación automática",
    "mensaje automático",
    "fuera de la oficina",
    "fuera de oficina",
    "aviso de ausencia",
    "mensaje de ausencia",
  ],
  Catalan: ["resposta automàtica", "fora de l'oficina"],
  Portuguese: [
    "auto resposta",
    "resposta automática",
    "mensagem automática",
    "fora do escritório",
    "ausência do escritório",
    "ausência temporária",
    "aviso de ausência",
    "mensagem de ausência",
  ],
  Italian: [
    "assente",
    "auto risponditore",
    "risposta automatica",
    "messaggio automatico",
    "fuori sede",
    "fuori ufficio",
    "avviso di assenza",
    "messaggio di assenza",
    "notifica di assenza",
  ],
  Dutch: [
    "auto antwoord",
    "automatisch antwoord",
    "automatische antwoord",
    "afwezig",
    "automatische beantwoording",
    "automatische reactie",
    "automatisch bericht",
    "afwezigheidsbericht",
    "afwezigheidsmelding",
    "niet aanwezig",
    "niet op kantoor",
  ],
  Swedish: [
    "automatiskt svar",
    "automatiskt svarsmeddelande",
    "autosvar",
    "frånvaro",
    "frånvaromeddelande",
    "frånvaroassistent",
    "frånvarobesked",
    "ej på kontoret",
    "inte på kontoret",
  ],
  Danish: [
    "automatisk svar",
    "autosvar",
    "fravær",
    "fraværsbesked",
    "fraværsmeddelelse",
    "ikke på kontoret",
    "ikke til stede",
  ],
  Norwegian: [
    "automatisk svar",
    "autosvar",
    "fravær",
    "fraværsbeskjed",
    "fraværsmelding",
    "fraværsassistent",
    "ikke på kontoret",
    "ikke til stede",
  ],
  Finnish: [
    "automaattinen vastaus",
    "automaattivastaus",
    "poissaoloilmoitus",
    "poissaoloviesti",
    "poissa",
    "poissa toimistosta",
  ],
  Icelandic: ["sjálfvirkt svar"],
  Estonian: ["automaatvastus", "automaatne vastus"],
  Latvian: ["automātiskā atbilde", "automātiska atbilde"],
  Lithuanian: ["automatinis atsakymas"],
  Polish: [
    "odpowiedź automatyczna",
    "automatyczna odpowiedź",
    "autoodpowiedź",
    "autoresponder",
    "poza biurem",
    "nieobecność w biurze",
    "wiadomość o nieobecności",
  ],
  Czech: ["automatická odpověď", "mimo kancelář", "nepřítomnost", "oznámení o nepřítomnosti"],
  Slovak: ["automatická odpoveď", "mimo kancelárie", "mimo kancelárii"],
  Slovenian: ["samodejni odgovor", "avtomatski odgovor"],
  Croatian: ["automatski odgovor", "izvan ureda"],
  Serbian: ["аутоматски одговор"],
  Hungarian: [
    "automatikus válasz",
    "házon kívül",
    "irodán kívül",
    "távollét",
    "távolléti értesítés",
  ],
  Romanian: ["răspuns automat", "absent de la birou", "plecat din birou"],
  Turkish: ["otomatik yanıt", "otomatik cevap", "ofis dışında", "ofis dışı"],
  Greek: ["αυτόματη απάντηση", "εκτός γραφείου", "απουσία από το γραφείο"],
  Russian: [
    "автоматический ответ",
    "автоответ",
    "автоответчик",
    "вне офиса",
    "нет на месте",
    "нет на работе",
  ],
  Ukrainian: ["автовідповідь", "автоматична відповідь", "поза офісом", "немає на місці"],
  Bulgarian: ["автоматичен отговор", "извън офиса"],
  Hebrew: ["מענה אוטומטי", "תשובה אוטומטית", "תגובה אוטומטית", "מחוץ למשרד"],
  Arabic: ["رد تلقائي", "الرد التلقائي", "رد آلي", "خارج المكتب"],
  Persian: ["پاسخ خودکار"],
  Hindi: ["स्वचालित उत्तर", "स्वतः उत्तर", "स्वत: जवाब"],
  Thai: ["ตอบกลับอัตโนมัติ", "การตอบกลับอัตโนมัติ"],
  Vietnamese: ["trả lời tự động", "thư trả lời tự động"],
  Indonesian: ["balasan otomatis", "jawaban otomatis"],
  Malay: ["balasan automatik"],
  Japanese: ["自動返信", "自動応答", "自動返答", "不在通知", "不在連絡", "不在メッセージ"],
  Chinese: [
    "自动答复",
    "自动回复",
    "自動答覆",
    "自動回覆",
    "自動回復",
    "不在办公室",
    "不在辦公室",
    "外出自动回复",
  ],
  Korean: ["자동 회신", "자동 응답", "자동 답장", "부재 중", "부재 중 알림", "부재 중 메시지"],
};

/** Prefixes that servers add to subjects: "[External]", "EXTERNAL:", "[Non-DoD Source]", "***SPAM***". */
const stamp =
  /^\s*(?:[[({<][^\])}>]{1,60}[\])}>]|\*{2,}[^*]{1,40}\*{2,}|(?:caution|warning|external|ext|spam|suspect|extern|externe|externo)\s*[:：])\s*/;

const mark = "[:：;|]|\\s[-–—]\\s|\\s(?:from|to|until|till|through|re)\\b|$";
const prefix = new RegExp(
  `^["“'*]?(?:auto\\s*[:：]\\s*)?(?:(?:${
    Object.values(subjects).flat().map(fold).map((words) =>
      words.replaceAll(/[()]/g, "\\$&").replaceAll(" ", "[\\s-]*")
    ).join("|")
  })[\\s-]*){1,3}["”'*]?(?:\\s*\\([^)]{1,60}\\))?\\s*(?:${mark})`,
);

/** "AUTO: Pat Doe is out of the office (returning 12/01/2026)", as Notes writes. */
const ofNotes =
  /^auto\s*[:：].{0,120}(?:\bout of (?:the |my )?office|\bon (?:leave|vacation)|\breturning\b|\babwesend|\bau(?:ß|ss)er haus|\bnicht im buro|\babsent|\bausente|\bassente|\bfuori (?:sede|ufficio)|\bfuera de|\bfora do|\bafwezig|\bpoza biurem)/;
const ofOlderNotes =
  /^(?!re\b)[\p{L}'’. ,/-]{3,80} is (?:currently )?out of (?:the )?office(?: until\b.*| from\b.*)?\.?(?: *\(.{1,60}\))?\.?$/u;

const mostRead = 500;

/** @param subject Decoded. */
export function isAutomaticSubject(subject: string): boolean {
  let rest = fold(subject).slice(0, mostRead);
  for (;;) {
    if ([prefix, ofNotes, ofOlderNotes].some((pattern) => pattern.test(rest))) return true;
    // "[Automatic reply] hello"
    const [stamped] = stamp.exec(rest) ?? [];
    if (stamped === undefined) return false;
    if (prefix.test(stamped.replaceAll(/[[\](){}<>*]/g, " ").trim())) return true;
    rest = rest.slice(stamped.length);
  }
}

/** Without accents, invisible characters, and differences of case and width. */
function fold(text: string): string {
  return text.toLowerCase().normalize("NFKD").replaceAll(/[\p{M}\p{Cf}]/gu, "")
    .replaceAll("ı", "i").replaceAll(/\s+/g, " ").replace(/^[^\p{L}\p{N}[({<*"“']+/u, "").trim();
}
