import { describe, expect, it } from "vitest";
import { cutText } from "../testing/cut-body.ts";
import { replyMarker } from "./reply-marker.ts";

const rule = "_".repeat(32);
const headers = [
  "From: Alumni Connect <reply+1@example.edu>",
  "Sent: Monday, January 5, 2026 1:07 PM",
  "To: Carter, Sam <sam@example.com>",
  "Subject: Morgan sent you a message",
];
const attribution = "On Mon, Jan 5, 2026 at 1:07 PM Alumni Connect <reply+1@example.edu> wrote:";

/** Quotes by their first line. Each is between "Yes." and "Old words". */
const quoted: Record<string, readonly string[]> = {
  "our marker": [replyMarker],
  "our marker, in bold": [`*${replyMarker}*`],
  "our marker, wrapped": ["## Write your reply", "above this line ##"],
  "our marker below a head in a language that we do not know": [
    "Den mån 5 jan. 2026 kl 13:07 skrev Alumni Connect <reply+1@example.edu>:",
    "",
    replyMarker,
  ],
  "our marker below headers in a language that we do not know": [
    "Fra: Alumni Connect",
    "Emne: Morgan",
    "Til: Sam",
    "",
    replyMarker,
  ],
  "our marker below a rule and headers in a language that we do not know": [
    rule,
    "Fra: Alumni Connect",
    "",
    replyMarker,
  ],
  "headers": headers,
  "headers below a rule": [rule, ...headers],
  "headers in bold": headers.map((line) => line.replace(/^(\w+):/, "*$1:*")),
  "headers with empty lines between them": headers.flatMap((line) => [line, ""]),
  "headers without an address": [
    "From: Connect, Alumni",
    ...headers.slice(1, 2),
    "To: Carter, Sam",
    "Subject: x",
  ],
  "addresses over two lines": [
    headers[0] as string,
    "To: Carter, Sam <sam@example.com>; Quill, Morgan",
    " <morgan@example.com>",
    headers[1] as string,
  ],
  "headers of web.de": [
    "Gesendet: Montag, 05. Januar 2026 um 13:07 Uhr",
    "Von: Alumni Connect <reply+1@example.edu>",
    "An: sam@example.com",
    "Betreff: x",
  ],
  "headers of Notes": [
    "-----Alumni Connect/ORG wrote: -----",
    "To: Sam Carter/ORG@ORG",
    "From: Alumni Connect/ORG",
    "Date: 01/05/2026 01:07PM",
    "Subject: x",
  ],
  "a title": ["-----Original Message-----"],
  "a title of QQ": ["------------------ 原始邮件 ------------------", "发件人: Alumni Connect"],
  "an attribution": [attribution],
  "an attribution, wrapped": [
    "On Monday, January 5, 2026, 01:07:00 PM EST, Alumni Connect",
    "<reply+1@example.edu> wrote:",
  ],
  "an attribution, wrapped within its date": [
    "On Monday, January 5,",
    "2026 at 01:07:00 PM EST, Alumni Connect <reply+1@example.edu> wrote:",
  ],
  "an attribution, wrapped within the address": [attribution.replace("<", "<\n")].join("").split(
    "\n",
  ),
  "a title and headers in a language that we do not know": [
    "-------- Oprindelig besked --------",
    "Fra: Alumni Connect <reply+1@example.edu>",
    "Dato: 05.01.2026",
    "Emne: x",
  ],
  "an attribution without a time": [
    "On Jan 5, 2026, Alumni Connect <reply+1@example.edu> wrote:",
  ],
  "an attribution whose verb is not at its end": [
    "Alumni Connect <reply+1@example.edu> schrieb am Mo., 5.",
    "Jan. 2026 um 13:07 Uhr:",
  ],
  "an attribution with dashes and a bare address": [
    "---- On Mon, 05 Jan 2026 13:07:00 -0500 reply+1@example.edu wrote ----",
  ],
  "an attribution with dashes": [
    "---- On Mon, 05 Jan 2026 13:07:00 -0500 Alumni Connect <reply+1@example.edu> wrote ----",
  ],
};

describe("a quote without marks", () => {
  it.each(Object.entries(quoted))("is cut from %s on", (_, head) => {
    const result = cutText(["Yes.", "", ...head, "", "Old words", "", "and more"].join("\r\n"));
    expect(result.text).toBe("Yes.");
    expect(result.cut).toEqual([
      { is: "quote", text: [...head, "", "Old words", "", "and more"].join("\n") },
    ]);
  });
});

/** The author's lines around quoted ones, and the text that stays. */
const around: Record<string, { readonly mail: readonly string[]; readonly stays: string }> = {
  "above": { mail: ["Yes.", "", attribution, "> Old?"], stays: "Yes." },
  "below": { mail: [attribution, "> Old?", "", "Yes."], stays: "Yes." },
  "between": {
    mail: [attribution, "> One?", "Yes.", "> Two?", "", "No.", "> Bye"],
    stays: "Yes.\n\nNo.",
  },
  "directly above, starting as an attribution does": {
    mail: ["On Tuesday I can.", attribution, "> Old?"],
    stays: "On Tuesday I can.",
  },
  "above our marker, with a colon": {
    mail: ["Note: bring a pen.", "", replyMarker, "Old"],
    stays: "Note: bring a pen.",
  },
  "below our marker": { mail: [attribution, `> ${replyMarker}`, "> Old?", "Yes."], stays: "Yes." },
  "below an attribution in words that we do not know": {
    mail: ["Op ma 5 jan 2026 om 13:07 schreef <reply+1@example.edu>:", "> Old?", "Yes."],
    stays: "Yes.",
  },
  "below an attribution with neither word nor address that we know": {
    mail: [
      "Op 05-01-2026 om 13:07 schreef Alumni",
      "Connect:",
      `> ${replyMarker}`,
      "> Old?",
      "Ja.",
    ],
    stays: "Ja.",
  },
  "below an attribution that Gmail wrapped within its address": {
    mail: [
      "On Mon, Jan 5, 2026 at 1:07 PM Alumni Connect <reply+1@example.edu",
      "> wrote:",
      "",
      "> Old?",
      "Yes.",
    ],
    stays: "Yes.",
  },
  "below an attribution without a date": {
    mail: ["Alumni Connect <reply+1@example.edu> wrote:", "> Old?", "Yes."],
    stays: "Yes.",
  },
  "below an attribution without an address": {
    mail: ["Am 05.01.26 um 13:07 schrieb Alumni Connect:", ">", "> Old?", "Ja."],
    stays: "Ja.",
  },
  "below a forwarded mail": {
    mail: ["Begin forwarded message:", "", ...headers.map((line) => `> ${line}`), "> Old?", "Yes."],
    stays: "Yes.",
  },
};

describe("own lines around a marked quote", () => {
  it.each(Object.entries(around))("stay %s it", (_, { mail, stays }) => {
    expect(cutText(mail.join("\n")).text).toBe(stays);
  });
});

/** Sentences that look like marks. */
const sentences: readonly string[] = [
  "On Tuesday the sergeant wrote:\nbring a pen.",
  "On Jan 5, 2026 at 13:07 the sergeant wrote:\nbring a pen.",
  "Please read what Morgan <morgan@example.com> wrote in 2025:\nit is good.",
  "From: Fort Knox\nTo: Fort Campbell\nDate: June 3",
  "From: Morgan <morgan@example.com>\nTo: me",
  "FROM: CDT Carter\nTO: MAJ Quill\nSUBJECT: Leave\nDATE: 5 Jan 2026",
  "----- Me -----\nMail: sam@example.com\nCell: 831\nRank: CDT",
  "-----\nWhen: 13:00\nWhere: the gym\nWho: all",
  "----- Plan -----\nFirst we run.",
  "Original message:\nI never got it.",
  "One part\n--\nPS: I come by bus on that day.",
  "Sent from my heart to yours",
  "Sent by mail to the company office",
  "Sent via Gmail to the office.",
  "Get phone numbers first",
  "Sent from my iPhone. The form does not open there, so call me.",
  "This message is about confidential things: none.",
  "Write your reply to her",
  "*** Important ***\nBring water.",
  ">From here on it is easy.",
  "V/R\nSam Carter\nCDT, USA",
  "a\n\n\nb",
];

it.each(sentences)("keeps %j as it is", (text) => {
  expect(cutText(text)).toEqual({ text, cut: [] });
});

/** Signatures below "Yes.", which stays. */
const signatures: readonly string[] = [
  "-- \nSam Carter\n(831) 555-0142",
  "--\nSam Carter\n(831) 555-0142",
  "//SIGNED//\nSAM CARTER, CDT, USA\nCell: (831) 555-0142",
  "Sent from my iPhone",
  "Sent from my Verizon, Samsung Galaxy smartphone",
  "Get Outlook for iOS<https://aka.ms/o0ukef>",
  "Sent from Outlook for Android",
  "Sent with Proton Mail secure email.",
  "Gesendet von Outlook für iOS",
  "Enviado desde mi iPhone",
  "Envoyé de mon iPhone",
  "--\nDiese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.",
  "나의 iPhone에서 보냄",
  "iPhoneから送信",
  "发自我的iPhone",
  "Verstuurd vanaf mijn iPhone",
  "Skickat från min iPhone",
  "Wysłane z iPhone'a",
  "Odesláno z iPhonu",
  "Отправлено с iPhone",
  "iPhone'umdan gönderildi",
  "ส่งจาก iPhone ของฉัน",
  "Inviato dal mio iPad",
  "נשלח מה-iPhone שלי",
  "Von meinem Samsung Galaxy Smartphone gesendet.",
  "Téléchargez Outlook pour iOS",
  "Sent from my BlackBerry 10 smartphone.",
  "Please excuse any typos, sent from my phone",
  "CONFIDENTIALITY NOTICE: This email is for the intended recipient.\nIf you are not, delete it. Disclosure is prohibited.",
];

it.each(signatures)("cuts the signature %j", (signature) => {
  expect(cutText(`Yes.\n\n${signature}\n`)).toEqual({
    text: "Yes.",
    cut: [{ is: "signature", text: signature.replace("-- ", "--") }],
  });
});

it("cuts a signature above a quote, and keeps what is below the quote", () => {
  const mail = ["Yes.", "-- ", "Sam", attribution, "> Old?", "", "And this."];
  expect(cutText(mail.join("\n"))).toEqual({
    text: "Yes.\n\nAnd this.",
    cut: [
      { is: "quote", text: `${attribution}\n> Old?` },
      { is: "signature", text: "--\nSam" },
    ],
  });
});

it("joins flowed lines, and takes their marks by depth", () => {
  const mail =
    "A long \r\nline.\r\n From me. \r\n>> old \r\n>> words\r\n> newer\r\n -- is no sign\r\n-- \r\nSam\r\n";
  expect(cutText(mail, { isFlowed: true })).toEqual({
    text: "A long line.\nFrom me.\n\n-- is no sign",
    cut: [
      { is: "quote", text: ">> old words\n> newer" },
      { is: "signature", text: "--\nSam" },
    ],
  });
  expect(cutText("Bye \r\n-- \r\nSam", { isFlowed: true }).text).toBe("Bye");
  expect(cutText("Straße \r\nn\r\n", { isFlowed: true, deletesSpaces: true }).text).toBe("Straßen");
});

it("leaves out invisible characters", () => {
  expect(cutText("a\u202eb\u0000c\u200bd\ud800\u00a0e\u0085f").text)
    .toBe("abcd\ufffd e\nf");
});

it("leaves out programs' placeholders for files", () => {
  const mail =
    "Look: [cid:image001.png@01DA.5] <Sam at home.jpeg>\n[image: IMG 1.HEIC]\n<https://example.com/a.pdf>";
  expect(cutText(mail).text).toBe("Look:\n\n<https://example.com/a.pdf>");
});
