/**
 * Words that mail programs write around what they quote, by language.
 *
 * @module
 */

/** Each entry is a list in lower case, with `|` between its words. */
interface Language {
  /** How "On … wrote:" starts; empty where it starts with the date. */
  readonly on: string;
  readonly wrote: string;
  readonly from: string;
  readonly sent: string;
  readonly to: string;
  readonly subject: string;
  /** Titles of a message that follows, without the dashes around them. */
  readonly title: string;
}

const languages: readonly Language[] = [
  {
    on: "on|at",
    wrote: "wrote",
    from: "from",
    sent: "sent|date",
    to: "to",
    subject: "subject",
    title:
      "original|replied message|original message|original e mail|original email|forwarded message|forwarded by|begin forwarded message|reply message",
  },
  {
    on: "el",
    wrote: "escribió",
    from: "de",
    sent: "enviado|enviado el|enviada|fecha",
    to: "para",
    subject: "asunto",
    title: "mensaje original|mensaje reenviado|inicio del mensaje reenviado",
  },
  {
    on: "am",
    wrote: "schrieb",
    from: "von",
    sent: "gesendet|datum",
    to: "an",
    subject: "betreff",
    title:
      "ursprüngliche nachricht|originalnachricht|original nachricht|weitergeleitete nachricht|forwarded message|anfang der weitergeleiteten nachricht",
  },
  {
    on: "le",
    wrote: "a écrit",
    from: "de",
    sent: "envoyé|envoyé le|date",
    to: "à",
    subject: "objet",
    title:
      "message d'origine|message d’origine|message original|message transféré|forwarded message|début du message transféré|début du message réexpédié",
  },
  {
    on: "em|a",
    wrote: "escreveu",
    from: "de",
    sent: "enviado|enviada|enviada em|enviado em|data",
    to: "para",
    subject: "assunto",
    title:
      "mensagem original|mensagem encaminhada|início da mensagem encaminhada|início da mensagem reencaminhada",
  },
  {
    on: "il",
    wrote: "ha scritto",
    from: "da",
    sent: "inviato|data",
    to: "a",
    subject: "oggetto",
    title: "messaggio originale|messaggio inoltrato|inizio messaggio inoltrato",
  },
  {
    on: "",
    wrote: "작성|님이 씀",
    from: "보낸 사람|보낸사람|발신",
    sent: "보낸 날짜|보낸날짜|날짜|날자",
    to: "받는 사람|받는사람|수신",
    subject: "제목",
    title: "원본 메시지|원본 메일|원본 이메일|전달된 메시지",
  },
  {
    on: "",
    wrote: "のメール|書きました|のメッセージ",
    from: "差出人|from",
    sent: "送信日時|日付|日時|date",
    to: "宛先|to",
    subject: "件名|subject",
    title: "元のメッセージ|転送されたメッセージ|転送メッセージ",
  },
  {
    on: "在",
    wrote: "写道|寫道",
    from: "发件人|寄件者|寄件人",
    sent: "发送时间|日期|发送日期|寄件日期|傳送時間",
    to: "收件人|收件者",
    subject: "主题|主旨",
    title: "原始邮件|原始郵件|转发的邮件|轉寄的郵件|邮件原件|转发邮件",
  },
  {
    on: "noong",
    wrote: "sumulat|isinulat",
    from: "mula kay|mula sa|mula",
    sent: "ipinadala|petsa",
    to: "para kay|para sa|kay",
    subject: "paksa",
    title: "orihinal na mensahe|ipinasang mensahe|naipasang mensahe",
  },
];

function gather(key: keyof Language): readonly string[] {
  return [...new Set(languages.flatMap((language) => language[key].split("|")))]
    .filter((words) => words !== "");
}

export const attributionOpenings = gather("on");
export const attributionVerbs = gather("wrote");
export const titles: ReadonlySet<string> = new Set(gather("title"));

export type HeaderName = "from" | "sent" | "to" | "subject" | "other";

/** Names of a header in all languages. */
export const headerNames: ReadonlyMap<string, HeaderName> = new Map([
  ...("cc|bcc|kopie|copia|importance|reply-to|risposta|rispondi a|" +
    "antwort an|responder a|répondre à|attachments|cci|참조|抄送|副本").split("|")
    .map((name) => [name, "other"] as const),
  ...(["subject", "to", "sent", "from"] as const).flatMap((key) =>
    gather(key).map((name) => [name, key] as const)
  ),
]);
