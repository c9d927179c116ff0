import { describe, expect, it } from "vitest";
import { cutHtml, cutText } from "../testing/cut-body.ts";

const answer = "Thank you for your note. I would be glad to talk about flight school on Thursday.";
/** None of them may be delivered. */
const contacts = [
  "(555) 010-0199",
  "555.010.0142",
  "315-555-0100",
  "555-010-0177",
  "pat.doe@example.com",
  "pat.doe.mil@army.example",
  "linkedin.com/in/patdoe",
];
const block = [
  "CPT Pat Doe, IN",
  "S3, 1-1 IN BN",
  "Cell: (555) 010-0199",
  "NIPR: pat.doe@example.com",
];
const shortBlock = ["Pat Doe", "(555) 010-0199"];

const closed: Record<string, readonly string[]> = {};
for (
  const closing of [
    "V/R,",
    "v/r",
    "VR",
    "V/r",
    "R/",
    "R//",
    "R,",
    "Very Respectfully,",
    "Very respectfully submitted,",
    "Respectfully",
    "Respectfully Submitted,",
    "With respect,",
    "Warm regards,",
    "Best,",
    "Best regards",
    "Thanks,",
    "Thanks again!",
    "Thank you for your time,",
    "Thanks and V/R,",
    "Cheers,",
    "S/F",
    "Semper Fi,",
    "Hooah!",
    "Rangers Lead The Way!",
    "Go Army, Beat Navy!",
    "Sincerely yours,",
    "Take care,",
    "Mit freundlichen Grüßen",
    "Saludos,",
    "Cordialement,",
    "V/R, Pat",
    "Best, CPT Doe",
  ]
) {
  closed[`${closing} above a rank, a post and contacts`] = [answer, "", closing, ...block];
  closed[`${closing} above a name and a number`] = [answer, "", closing, "", ...shortBlock];
}

const signatures: Record<string, readonly string[]> = {
  ...closed,
  "a bare block with a rank and a number": [answer, "", ...block],
  "three lines without a closing": [answer, "", "CPT Pat Doe, IN", "S3, 1-1 IN", "(555) 010-0199"],
  "a short answer above a bare block": ["Yes", "", "MAJ Pat Doe", "XO, 2-14 IN", "555.010.0142"],
  "a mark below V/R": [answer, "", "V/R", "//SIGNED//", ...block],
  "a mark with its branch": [answer, "//SIGNED, USA//", ...block],
  "an original mark": [answer, "", "//ORIGINAL SIGNED//", ...block],
  "a mark in bold": [answer, "", "*//SIGNED//*", ...block],
  "a mark with the name": [answer, "", "//signed// PAT DOE", ...block.slice(1)],
  "a mark of one letter": [answer, "", "//s//", "PAT DOE", "CPT, IN", "DSN 315-555-0100"],
  "dashes without their space": [answer, "--", ...block],
  "dashes without their space, and a saying": [
    answer,
    "--",
    ...block,
    '"The soldier is the Army. No army is better than its soldiers."',
  ],
  "a dash that a phone made of two": [answer, "—", ...block],
  "underscores": [answer, "", "__________", ...block],
  "many lines": [
    answer,
    "",
    "V/R,",
    "Pat Doe",
    "CPT, IN",
    "Battalion S3, 1-1 IN",
    "2nd Brigade Combat Team, 10th Mountain Division (LI)",
    "Building 4510, Fort Drum, NY 13602",
    "Office: 315-555-0100",
    "Cell: 555-010-0177",
    "DSN: 315-555-0100",
    "NIPR: pat.doe@example.com",
    "SIPR: pat.doe.mil@army.example",
    "https://www.linkedin.com/in/patdoe",
  ],
  "all on one line": [
    answer,
    "",
    "V/R",
    "CPT Pat Doe | S3 | c: (555) 010-0199 | pat.doe@example.com",
  ],
  "a civilian's block": [
    answer,
    "",
    "Best regards,",
    "Pat Doe",
    "Vice President of Operations",
    "Example Logistics, Inc.",
    "o: 555.010.0142 | m: (555) 010-0199",
    "pat.doe@example.com",
  ],
  "a saying below": [answer, "", "R/", ...block, "", "“Duty, Honor, Country.”"],
  "a line of a program below": [answer, "", "V/r", ...block, "", "Sent from my iPhone"],
  "a notice below": [
    answer,
    "",
    "V/R",
    ...block,
    "",
    "CONFIDENTIALITY NOTICE: This email is intended only for the intended recipient. Unauthorized disclosure is prohibited.",
  ],
};

describe("a signature without a mark", () => {
  it.each(Object.entries(signatures))("is cut: %s", (_, lines) => {
    const { text, cut } = cutText(lines.join("\n"));
    expect(text.startsWith(lines[0] as string)).toBe(true);
    expect(contacts.filter((contact) => text.includes(contact))).toEqual([]);
    expect(text).not.toContain("left out");
    expect(cut.map(({ is }) => is)).toEqual(["signature"]);
  });

  it.each(Object.entries(signatures))("is cut in HTML: %s", (_, lines) => {
    const html = lines.map((line) => `<div>${line || "<br>"}</div>`).join("");
    const { text } = cutHtml(html);
    expect(contacts.filter((contact) => text.includes(contact))).toEqual([]);
  });

  it("is cut, while text below it stays", () => {
    const lines = [answer, "", "V/R", ...block, "", "P.S. Bring your CAC card, please."];
    expect(cutText(lines.join("\n")).text).toBe(
      `${answer}\n\nV/R\n\nP.S. Bring your CAC card, please.`,
    );
  });
});

/** Endings that no rule recognizes for sure: the text stays, and the author's contacts are masked. */
const unsure: Record<string, { readonly lines: readonly string[]; readonly stays: string }> = {
  "a name and a number": {
    lines: [answer, "", "Pat Doe", "(555) 010-0199"],
    stays: "Pat Doe\n[number left out]",
  },
  "a number in the closing": {
    lines: [answer, "Pat, 555-010-0177"],
    stays: "Pat, [number left out]",
  },
  "an address alone": {
    lines: [answer, "", "Pat", "pat.doe@example.com"],
    stays: "Pat\n[address left out]",
  },
  "an address in words": {
    lines: [answer, "Pat", "pat.doe (at) example (dot) com"],
    stays: "Pat\n[address left out]",
  },
  "a number below its label": {
    lines: [answer, "", "Cell:", "555.010.0142"],
    stays: "Cell:\n[number left out]",
  },
  "two numbers on a line": {
    lines: [answer, "", "Pat", "915-555-0142 / 254-555-0188"],
    stays: "Pat\n[number left out] / [number left out]",
  },
  "two numbers without a space": {
    lines: [answer, "", "Pat", "915.555.0142/254.555.0188"],
    stays: "Pat\n[number left out]/[number left out]",
  },
  "two numbers apart by a space": {
    lines: [answer, "", "Pat", "(915) 555-0142 (254) 555-0188"],
    stays: "Pat\n[number left out] [number left out]",
  },
  "a framed name": {
    lines: [answer, "", "**Pat Doe**", "915-555-0142"],
    stays: "**Pat Doe**\n[number left out]",
  },
  "a framed name below a closing": {
    lines: [
      answer,
      "",
      "Thanks,",
      "== Pat Doe ==",
      "Whatever we do, we do it well together.",
      "915-555-0142",
    ],
    stays: "[number left out]",
  },
  "a number with its extension": {
    lines: [answer, "", "Pat", "+1 (555) 010-0199 x 12"],
    stays: "Pat\n[number left out]",
  },
};

describe("contacts below the last sentence", () => {
  it.each(Object.entries(unsure))("are masked: %s", (_, { lines, stays }) => {
    const { text, cut } = cutText(lines.join("\n"));
    expect(text).toContain(stays);
    expect(text.startsWith(answer)).toBe(true);
    expect(cut).toMatchObject([{ is: "contact" }]);
  });

  it("are reported as they were written", () => {
    const { cut } = cutText(
      [answer, "", "Pat", "(555) 010-0199", "pat.doe@example.com"].join("\n"),
    );
    expect(cut).toEqual([{ is: "contact", text: "(555) 010-0199\npat.doe@example.com" }]);
  });
});

const sentences: readonly string[] = [
  "I have these:\nItems: 1234567\nGrid: 18S UJ 23480 06470",
  "Ask him, he knows the board:\nSFC Lee\n(817) 555-0111\n\nV/R,\nJordan",
  "I'd pick:\n1) AV\n2) IN\nR/\nJordan\nMAJ, AV",
  "Dates are 1 Jan 2026 - 5 Feb 2026\n01/05/2026 - 02/05/2026",
  `${answer}\n\nBest,\nPat`,
  `${answer}\n\nV/R\nCPT Doe`,
  "Best of luck with the board, and tell me how it went.",
  "Best of luck!",
  "Thanks,\n1. Send the form to the S1.\n2. Call the S3 at 555-010-0100.\n3. Wait.",
  "Thanks!\n- Bring two pencils\n- Bring water",
  "Call me at 555-010-0100 tomorrow\n\nBest,\nPat",
  "You can reach me at\n(555) 010-0199 on weekdays.",
  "The best way to reach the office is by phone, so please call them at\n(555) 010-0199.",
  "My numbers are:\n(555) 010-0199\n555.010.0142",
  "Please write to:\n\nMAJ Jane Roe\nG3, 10th Mountain Division\n(555) 010-0123\n\nShe knows the board well.",
  "555-010-0100",
  "pat.doe@example.com",
  "Sure, it's 555-010-0100",
  "The course runs from 2026-11-28 to 2026-12-05.\n\n2026-11-28\n2014 - 2018\n76129-1234",
  "Regards to the other cadets, and thanks for everything.",
  "Respectfully, I disagree with the board about this.",
  "R is a letter.\nS3 is a post.",
  "I was S3 of 1-1 IN\nthen XO of 2-14 IN\nand then a company commander",
  "Thanks,\nI have two questions about this:\n1. When?\n2. Where?",
];

it.each(sentences)("keeps %j", (text) => expect(cutText(text)).toEqual({ text, cut: [] }));
