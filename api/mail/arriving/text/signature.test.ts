import { expect, it } from "vitest";
import { cutText } from "../testing/cut-body.ts";

const attribution = "On Mon, Jan 5, 2026 at 1:07 PM Alumni Connect <reply+1@example.edu> wrote:";

/** What is below "Yes." and cut as a signature. */
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
