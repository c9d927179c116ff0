/** Phrases of mail programs around a quote in one language, and sentences of people. */
export interface ShapeWords {
  readonly language: string;
  /** `{name}`, `{address}`, and the day as each program writes it. */
  readonly gmail: string;
  readonly apple: string;
  readonly thunderbird: string;
  /** Names of Outlook's headers: from, sent, to, subject. */
  readonly headers: readonly [string, string, string, string];
  readonly originalMessage: string;
  readonly forwardedMessage: string;
  readonly fromPhone: string;
  /** The author's sentences. Some look like a program's line. `{n}` is a number. */
  readonly sentences: readonly string[];
}

/** For each language: the lines of the fields above in their order, and then the sentences. */
export const shapeWords: readonly ShapeWords[] = `
=== en
On Mon, Jan 5, 2026 at 1:07 PM {name} <{address}> wrote:
On Jan 5, 2026, at 1:07 PM, {name} <{address}> wrote:
On 1/5/26 13:07, {name} wrote:
From | Sent | To | Subject
Original Message
Forwarded message
Sent from my iPhone
Thanks for your note about platoon {n}, I would be glad to talk on Thursday.
On Tuesday my instructor wrote: bring form {n} and two pencils.
From: what I heard, battalion {n} moves in spring.
To: do before week {n} is only the physical.
Sent from the field, my letters took {n} days -- not fast.
I have two questions about course {n}:
Regards to the other {n} cadets, and tell them that I said "well done".
Original message boards from {n} are worth a visit if you like history.
Is 2 < 3 and 5 > 4 & is 100% of {n} still a lot?
=== es
El lun, 5 ene 2026 a las 13:07, {name} (<{address}>) escribió:
El 5 ene 2026, a las 13:07, {name} <{address}> escribió:
El 5/1/26 a las 13:07, {name} escribió:
De | Enviado | Para | Asunto
Mensaje original
Mensaje reenviado
Enviado desde mi iPhone
Gracias por tu mensaje, el curso {n} empieza en marzo.
¿Podemos hablar el jueves sobre la sección {n}?
De: todo lo que aprendí, la clase {n} fue la mejor.
El sargento escribió: trae el formulario {n} mañana.
=== de
Am Mo., 5. Jan. 2026 um 13:07 Uhr schrieb {name} <{address}>:
Am 05.01.2026 um 13:07 schrieb {name} <{address}>:
Am 05.01.26 um 13:07 schrieb {name}:
Von | Gesendet | An | Betreff
Ursprüngliche Nachricht
Weitergeleitete Nachricht
Von meinem iPhone gesendet
Vielen Dank für die Nachricht, Kurs {n} beginnt im März.
Können wir am Donnerstag über Zug {n} sprechen?
Am Montag schrieb ich schon an Büro {n}, aber ohne Antwort.
Von: heute an lerne ich {n} Wörter am Tag.
=== fr
Le lun. 5 janv. 2026 à 13:07, {name} <{address}> a écrit :
Le 5 janv. 2026 à 13:07, {name} <{address}> a écrit :
Le 05/01/2026 à 13:07, {name} a écrit :
De | Envoyé | À | Objet
Message d'origine
Message transféré
Envoyé de mon iPhone
Merci pour votre message, le cours {n} commence en mars.
Pouvons-nous parler jeudi de la section {n} ?
Le capitaine a écrit : apportez le formulaire {n}.
À la fin de l'été, j'aurai fait {n} kilomètres.
=== pt
Em seg., 5 de jan. de 2026 às 13:07, {name} <{address}> escreveu:
Em 5 de jan. de 2026, à(s) 13:07, {name} <{address}> escreveu:
Em 05/01/2026 13:07, {name} escreveu:
De | Enviado | Para | Assunto
Mensagem original
Mensagem encaminhada
Enviado do meu iPhone
Obrigado pela mensagem, o curso {n} começa em março.
Podemos falar na quinta sobre a turma {n}?
Em casa ele escreveu: leve o formulário {n}.
=== it
Il giorno lun 5 gen 2026 alle ore 13:07 {name} <{address}> ha scritto:
Il giorno 5 gen 2026, alle ore 13:07, {name} <{address}> ha scritto:
Il 05/01/26 13:07, {name} ha scritto:
Da | Inviato | A | Oggetto
Messaggio originale
Messaggio inoltrato
Inviato da iPhone
Grazie del messaggio, il corso {n} comincia a marzo.
Possiamo parlare giovedì del plotone {n}?
A casa ha scritto: porta il modulo {n}.
=== ko
2026년 1월 5일 (월) 오후 1:07, {name} <{address}>님이 작성:
2026. 1. 5. 오후 1:07, {name} <{address}> 작성:
2026-01-05 13:07에 {name} 이(가) 작성:
보낸 사람 | 보낸 날짜 | 받는 사람 | 제목
원본 메시지
전달된 메시지
나의 iPhone에서 보냄
메시지 감사합니다. {n}번 과정은 3월에 시작합니다.
목요일에 {n}소대에 대해 이야기할 수 있을까요?
제가 작성: 하던 보고서는 {n}쪽입니다.
=== ja
2026年1月5日(月) 13:07 {name} <{address}>:
2026/01/05 13:07、{name} <{address}>のメール:
On 2026/01/05 13:07, {name} wrote:
差出人 | 送信日時 | 宛先 | 件名
元のメッセージ
転送されたメッセージ
iPhoneから送信
ご連絡ありがとうございます。第{n}課程は三月に始まります。
木曜日に第{n}小隊についてお話しできますか。
件名: とは別に、{n}番の書類も送ります。
=== zh
{name} <{address}> 于2026年1月5日周一 13:07写道：
2026年1月5日 下午1:07，{name} <{address}> 写道：
在 2026/1/5 13:07, {name} 写道:
发件人 | 发送时间 | 收件人 | 主题
原始邮件
转发的邮件
发自我的 iPhone
谢谢你的来信，第{n}课程三月开始。
我们周四可以谈谈第{n}排吗？
老师写道：请带第{n}号表格。
=== tl
Noong Lun, Ene 5, 2026 nang 1:07 PM, sumulat si {name} <{address}>:
Noong Ene 5, 2026, nang 1:07 PM, isinulat ni {name} <{address}>:
On 1/5/26 13:07, {name} wrote:
Mula kay | Ipinadala | Para kay | Paksa
Orihinal na Mensahe
Ipinasang mensahe
Ipinadala mula sa aking iPhone
Salamat sa iyong sulat, magsisimula sa Marso ang kursong {n}.
Pwede ba tayong mag-usap sa Huwebes tungkol sa pangkat {n}?
Noong bata ako, {n} ang aso namin.
`.trim().replace("=== ", "").split("\n=== ").map((text) => {
  const [language, gmail, apple, thunderbird, headers, originalMessage, ...rest] = text.split("\n");
  const [forwardedMessage, fromPhone, ...sentences] = rest;
  return {
    ...{ language, gmail, apple, thunderbird, originalMessage, forwardedMessage, fromPhone },
    headers: headers?.split(" | "),
    sentences,
  } as unknown as ShapeWords;
});
