/** Phrases of mail programs around quotes, by language. */

/** Columns: how "On … wrote:" starts (empty: with the date), its verb, four headers, titles. Phrases are in lower case. */
const languages = `
on|at; wrote; from; sent|date; to; subject; original|replied message|original message|original e mail|original email|forwarded message|forwarded by|begin forwarded message|reply message
el; escribió; de; enviado|enviado el|enviada|fecha; para; asunto; mensaje original|mensaje reenviado|inicio del mensaje reenviado
am; schrieb; von; gesendet|datum; an; betreff; ursprüngliche nachricht|originalnachricht|original nachricht|weitergeleitete nachricht|forwarded message|anfang der weitergeleiteten nachricht
le; a écrit; de; envoyé|envoyé le|date; à; objet; message d'origine|message d’origine|message original|message transféré|forwarded message|début du message transféré|début du message réexpédié
em|a; escreveu; de; enviado|enviada|enviada em|enviado em|data; para; assunto; mensagem original|mensagem encaminhada|início da mensagem encaminhada|início da mensagem reencaminhada
il; ha scritto; da; inviato|data; a; oggetto; messaggio originale|messaggio inoltrato|inizio messaggio inoltrato
; 작성|님이 씀; 보낸 사람|보낸사람|발신; 보낸 날짜|보낸날짜|날짜|날자; 받는 사람|받는사람|수신; 제목; 원본 메시지|원본 메일|원본 이메일|전달된 메시지
; のメール|書きました|のメッセージ; 差出人|from; 送信日時|日付|日時|date; 宛先|to; 件名|subject; 元のメッセージ|転送されたメッセージ|転送メッセージ
在; 写道|寫道; 发件人|寄件者|寄件人; 发送时间|日期|发送日期|寄件日期|傳送時間; 收件人|收件者; 主题|主旨; 原始邮件|原始郵件|转发的邮件|轉寄的郵件|邮件原件|转发邮件
noong; sumulat|isinulat; mula kay|mula sa|mula; ipinadala|petsa; para kay|para sa|kay; paksa; orihinal na mensahe|ipinasang mensahe|naipasang mensahe
`.trim().split("\n").map((line) => line.split("; "));

function phrasesOf(column: number): readonly string[] {
  return [...new Set(languages.flatMap((language) => language[column]?.split("|") ?? []))]
    .filter((phrase) => phrase !== "");
}

export const attributionOpenings = phrasesOf(0);
export const attributionVerbs = phrasesOf(1);
export const titles: ReadonlySet<string> = new Set(phrasesOf(6));

export type HeaderName = "from" | "sent" | "to" | "subject" | "other";

const otherHeaders =
  "cc|bcc|kopie|copia|importance|reply-to|risposta|rispondi a|antwort an|responder a|" +
  "répondre à|attachments|cci|참조|抄送|副本";
const columns = { subject: 5, to: 4, sent: 3, from: 2 } as const;

export const headerNames: ReadonlyMap<string, HeaderName> = new Map([
  ...otherHeaders.split("|").map((name) => [name, "other"] as const),
  ...(["subject", "to", "sent", "from"] as const).flatMap((header) =>
    phrasesOf(columns[header]).map((name) => [name, header] as const)
  ),
]);
