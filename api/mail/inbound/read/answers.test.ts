/** Whole answers: signatures that only HTML marks, and quotes recognized by the letter that they answer. */
import { describe, expect, it } from "vitest";
import { replyMarker } from "../text/reply-marker.ts";
import { alternative, mailOf, textPart } from "../testing/mail-source.ts";
import { readMail } from "./read-mail.ts";

const answer = "Thank you for your note. I would be glad to talk about flight school.";
/** A signature without a rank, a closing or a number that a rule could recognize. */
const secret = [
  "Jordan Smith",
  "Wagonmaster Six",
  "jordan.smith@example.com",
  "See jordan.example.com",
];

async function read(html: string, text: string) {
  const source = mailOf(alternative(textPart(text), textPart(html, { type: "text/html" })));
  const { content } = await readMail({ source });
  if (content.is !== "letter") throw new Error(`It is ${content.is}`);
  return content;
}

const inLines = secret.join("<br>");
const own = `<div>${answer}</div>`;
const marked: Record<string, string> = {
  "Outlook on the web": `${own}<div id="Signature"><p>${inLines}</p></div>`,
  "Outlook on the web, with its classes":
    `${own}<div class="elementToProof" id="x_Signature"><div>${inLines}</div></div>`,
  "Outlook on the web, quoted twice": `${own}<div id="x_x_Signature">${inLines}</div>`,
  "Outlook for Windows":
    `<div class="WordSection1"><p class="MsoNormal">${answer}</p><p class="MsoNormal"><a name="_MailAutoSig"><span>${
      secret[0]
    }</span></a></p>${
      secret.slice(1).map((line) =>
        `<p class="MsoNormal"><span style='mso-bookmark:_MailAutoSig'><span>${line}</span></span></p>`
      ).join("")
    }</div>`,
  "Outlook for Windows, where only the start is left":
    `<p class="MsoNormal">${answer}</p><p class="MsoNormal"><a name="_MailAutoSig">${
      secret[0]
    }</a></p><p class="MsoNormal">${secret.slice(1).join('</p><p class="MsoNormal">')}</p>`,
  "Outlook's class": `${own}<div class="MsoSignature">${inLines}</div>`,
  "Outlook on a phone": `${own}<div id="ms-outlook-mobile-signature" dir="auto">${inLines}</div>`,
  "Gmail":
    `${own}<div dir="ltr" class="gmail_signature" data-smartmail="gmail_signature">${inLines}</div>`,
  "Gmail, in another program": `${own}<div class="x_gmail_signature">${inLines}</div>`,
  "an iPhone": `${own}<div id="AppleMailSignature" dir="ltr">${inLines}</div>`,
  "a later iPhone":
    `${own}<div dir="ltr"><br id="lineBreakAtBeginningOfSignature">${inLines}</div>`,
  "Apple Mail": `${own}<div apple-content-edited="true">${inLines}</div>`,
  "Yahoo": `${own}<div class="ydp1a2b3csignature">${inLines}</div>`,
  "Yahoo on a phone": `${own}<div id="ymail_android_signature">${inLines}</div>`,
  "Thunderbird": `${own}<pre class="moz-signature" cols="72">${secret.join("\n")}</pre>`,
  "Spark": `${own}<div name="messageSignatureSection">${inLines}</div>`,
  "Zimbra": `${own}<div data-marker="__SIG_POST__">${inLines}</div>`,
  "Roundcube": `${own}<div id="_rc_sig">${inLines}</div>`,
  "Samsung": `${own}<div id="composer_signature">${inLines}</div>`,
};

describe("a signature that only HTML marks", () => {
  it.each(Object.entries(marked))("is cut: %s", async (_, html) => {
    const { text, cut } = await read(html, [answer, "", ...secret].join("\n"));
    expect(text).toBe(answer);
    expect(cut).toMatchObject([{ is: "signature" }]);
  });

  it("is ignored if the answer would be within it", async () => {
    const within = `<div id="Signature"><div>${answer}</div><div>Jordan</div></div>`;
    const headers = "<p>From: TCU &lt;a@example.edu&gt;<br>Sent: Monday 13:07<br>Subject: x</p>";
    for (const html of [within, `<div>Hi,</div>${within}`, within + headers]) {
      expect((await read(html, `${answer}\n\nJordan`)).text).toBe(`${answer}\n\nJordan`);
    }
  });
});

const ours = "reply+abcdefghijklmnop2345qrstuv@example.edu";
const name = "TCU Army ROTC Alumni Connect";
const subject = "About Networking: a new message on TCU Army ROTC Alumni Connect";
const letter = [
  replyMarker,
  "",
  "Hello Sam,",
  "",
  "Morgan Quill sent you a message:",
  "",
  "Could we meet?",
  "",
  "-- ",
  name,
  "https://alumni.example.edu",
  "You got this email because you are in a conversation with them.",
  "Questions? Write to help@example.edu or reply to this email.",
];

async function readAnswer(lines: readonly string[], title = `Re: ${subject}`) {
  const source = mailOf(textPart(lines.join("\n")), [`Subject: ${title}`]);
  const text = new TextDecoder().decode(source)
    .replace(/^To: .*$/m, `To: "${name}" <${ours}>`);
  const { content } = await readMail({ source: new TextEncoder().encode(text) });
  return content.is === "letter" ? content.text : content;
}

const heads: Record<string, readonly string[]> = {
  "Finnish": [
    `Lähettäjä: ${name} <${ours}>`,
    "Lähetetty: maanantai 5. tammikuuta 2026",
    `Aihe: ${subject}`,
  ],
  "Danish, with two lines": [`Fra: ${name}`, `Emne: ${subject}`],
  "Swedish, with one line": [`Från: ${ours}`],
  "Greek": [`Από: ${name}`, "Στάλθηκε: Δευτέρα", "Προς: Sam", `Θέμα: ${subject}`],
  "Russian, in bold": [`*От:* ${name}`, "*Дата:* понедельник", `*Тема:* ${subject}`],
  "Hungarian, with addresses on two lines": [
    `Feladó: ${name} <${ours}>`,
    "Címzett: Sam Carter <sam@example.com>;",
    "  Pat Doe <pat@example.com>",
    `Tárgy: Re: ${subject}`,
  ],
  "Icelandic, without a colon": [`Skrifað af ${name} <${ours}>`],
};

describe("headers above our letter, in languages that we don't know", () => {
  it.each(Object.entries(heads))("are cut: %s", async (_, head) => {
    expect(await readAnswer(["Yes, on Thursday.", "", ...head, "", ...letter])).toBe(
      "Yes, on Thursday.",
    );
  });

  it.each(Object.entries(heads).filter(([, head]) => head.length > 2))(
    "are cut without the marker: %s",
    async (_, head) => {
      expect(await readAnswer(["Yes, on Thursday.", "", ...head, "", ...letter.slice(2)]))
        .toBe("Yes, on Thursday.");
    },
  );

  it("don't include the author's own line with a colon", async () => {
    const lines = ["Note: bring a pen.", "", ...heads.Finnish as string[], "", ...letter];
    expect(await readAnswer(lines)).toBe("Note: bring a pen.");
  });
});

describe("an answer below our letter", () => {
  it.each<[string, readonly string[]]>([
    ["without marks", letter],
    ["below headers", [
      "From: TCU <no-reply@example.edu>",
      "Sent: Monday 13:07",
      "Subject: x",
      "",
      ...letter,
    ]],
    ["wrapped", [
      ...letter.slice(0, -1),
      "Questions? Write to help@example.edu or reply to this",
      "email.",
    ]],
    ["with the site's address at its end", [
      ...letter,
      "https://alumni.example.edu<https://alumni.example.edu/>",
    ]],
    ["with marks", letter.map((line) => `> ${line}`)],
  ])("is kept: %s", async (_, quote) => {
    expect(await readAnswer([...quote, "", "Yes, on Thursday."])).toBe("Yes, on Thursday.");
    expect(await readAnswer(["One.", "", ...quote, "", "Two."])).toBe("One.\n\nTwo.");
  });

  it("is kept within marked lines", async () => {
    const quoted = letter.map((line) => `> ${line}`);
    const lines = [...quoted.slice(0, 7), "Yes.", ...quoted.slice(7), "", "Bye."];
    expect(await readAnswer(lines)).toBe("Yes.\n\nBye.");
  });

  it("is kept in Outlook's HTML", async () => {
    const html = `<div>One.</div><hr><div id="divRplyFwdMsg"><b>From:</b> TCU</div><div>${
      letter.map((line) => line.replace("-- ", "")).join("<br>")
    }<p><a href="https://alumni.example.edu">https://alumni.example.edu</a></p></div><div>Two.</div>`;
    const source = mailOf(textPart(html, { type: "text/html" }));
    expect((await readMail({ source })).content).toMatchObject({
      is: "letter",
      text: "One.\n\nTwo.",
    });
  });
});

const memo = (labels: readonly string[], from = "CDT Carter <carter@example.com>") => {
  const values: Record<string, string> = {
    TO: "MAJ Quill <quill@example.com>",
    FROM: from,
    DATE: "5 January 2026 13:07",
    SUBJECT: "Leave",
  };
  return labels.map((label) => `${label}: ${values[label.toUpperCase()]}`);
};

describe("text that only looks like a quote", () => {
  it.each([
    [...memo(["TO", "FROM", "DATE", "SUBJECT"]), "", "1. I request leave.", "2. Thank you."],
    ["My draft is:", "", ...memo(["FROM", "TO", "SUBJECT", "DATE"]), "", "1. I request leave."],
    [...memo(["To", "From", "Date", "Subject"]), "", "I request leave."],
    ["MEMORANDUM FOR RECORD", ...memo(["SUBJECT", "DATE", "TO", "FROM"]), "", "1. Leave."],
    [">90% passed"],
    ["We did well.", ">90% passed", "and nobody quit."],
    ["> 90% passed, and", "> 3.5 GPA is the bar"],
    [">= 270 points", "", ">$500 a month"],
    ["This message is confidential, so please delete it after you have read it."],
    ["This email is confidential, so please don't forward it outside the battalion."],
    ["Caution: delete the old form, it is for people outside the battalion."],
    ["Notice: unauthorized vehicles are prohibited there."],
    ["The information in this packet is confidential, so I can't share it outside."],
    ["Confidentiality matters: delete my name when you forward it outside."],
  ])("is kept: %j", async (...lines) => {
    expect(await readAnswer([...lines, "", ...letter])).toBe(lines.join("\n"));
  });

  it("isn't a comparison within a quote", async () => {
    const head = "On Mon, Jan 5, 2026 at 1:07 PM TCU <reply@example.edu> wrote:";
    expect(await readAnswer(["Yes.", "", head, "> 90% passed"])).toBe("Yes.");
  });
});

it.each([
  "CAUTION: This email originated from outside of the organization. Do not click links or open attachments unless you know the sender.",
  "This message and any attachments are intended solely for the addressee. Unauthorized use or disclosure is strictly prohibited.",
  "The information contained in this email is privileged. If you received this in error, notify the sender and delete the message.",
  "PRIVACY ACT NOTICE: This document contains information protected by the Privacy Act of 1974, 5 U.S.C. 552a. Unauthorized disclosure is prohibited.",
  "Confidentiality Notice: the information in this e-mail is confidential and intended only for the named recipient.",
])("cuts the notice %j", async (notice) => {
  expect(await readAnswer(["Yes.", "", notice, "", ...letter])).toBe("Yes.");
});
