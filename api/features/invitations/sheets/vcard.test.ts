import { Buffer } from "node:buffer";
import { expect, it } from "vitest";
import { BadFile } from "./bad-file.ts";
import { parseFile } from "./parse-file.ts";

/** Cells by title of each card in a file. */
async function cardsIn(...lines: readonly (string | Uint8Array)[]) {
  const bytes = Buffer.concat(lines.flatMap((line) => [Buffer.from(line), Buffer.from("\r\n")]));
  const [sheet] = await parseFile(new Uint8Array(bytes));
  const [titles = [], ...rows] = sheet?.rows ?? [];
  return rows.map((row) =>
    Object.fromEntries(row.flatMap((text, at) => text === "" ? [] : [[titles[at], text]]))
  );
}
const card = (...lines: readonly (string | Uint8Array)[]) =>
  cardsIn("BEGIN:VCARD", "VERSION:3.0", ...lines, "END:VCARD");

it("reads an iPhone's cards, with groups, types and folded lines", async () => {
  const cards = await cardsIn(
    ...[
      "BEGIN:VCARD",
      "VERSION:3.0",
      "PRODID:-//Apple Inc.//iOS 18//EN",
      "N:Doe;Pat;Q;CPT;Jr.",
      "FN:Pat Doe",
    ],
    ...["ORG:Acme\\, Inc.;Flight Test", "TITLE:Test", "  Pilot"],
    ...["EMAIL;type=INTERNET;type=WORK:pdoe@acme.example.com"],
    ...[
      "item1.EMAIL;type=INTERNET;type=pref:pat.doe@exam",
      " ple.com",
      "item1.X-ABLabel:_$!<Other>!$_",
    ],
    ...["TEL;type=HOME;type=VOICE:817-555-0101", "TEL;type=CELL;type=VOICE:(817) 555-0102"],
    ...["item2.ADR;type=HOME;type=pref:;;1 Elm St;Fort Worth;TX;76109;USA"],
    ...[
      "URL;type=pref:https://www.linkedin.com/in/patdoe",
      "NOTE:met in\\nJune",
      "PHOTO;ENCODING=b:AAAA",
      " BBBB",
    ],
    ...[
      "END:VCARD",
      "BEGIN:VCARD",
      "VERSION:3.0",
      "N:;;;;",
      "FN:Kim Roe",
      "EMAIL:kim@example.com",
      "END:VCARD",
    ],
  );
  expect(cards).toEqual([
    {
      ...{ "Prefix": "CPT", "First name": "Pat", "Middle name": "Q", "Last name": "Doe" },
      ...{ "Suffix": "Jr.", "Email": "pat.doe@example.com", "Email 2": "pdoe@acme.example.com" },
      ...{ "Mobile phone": "(817) 555-0102", "Phone": "817-555-0101", "Company": "Acme, Inc." },
      ...{ "Job title": "Test Pilot", "City": "Fort Worth", "State": "TX", "Country": "USA" },
      ...{ "LinkedIn": "https://www.linkedin.com/in/patdoe", "Notes": "met in\nJune" },
    },
    { "Full name": "Kim Roe", "Email": "kim@example.com" },
  ]);
});

it("reads version 2.1 as old phones and Outlook write it", async () => {
  const cards = await cardsIn(
    ...[
      "BEGIN:VCARD",
      "VERSION:2.1",
      "N;LANGUAGE=en-us;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:N=C3=BA=C3=B1=",
      "ez;Jos=C3=A9",
    ],
    ...["TEL;CELL;VOICE:8175550101", "EMAIL;PREF;INTERNET:jose@example.com", "END:VCARD"],
    ...["begin:vcard", "version:2.1", "n;quoted-printable;charset=iso-8859-1:Fran=E7ois;Zo=EB"],
    ...["AGENT:", "BEGIN:VCARD", "N:Agent;Secret", "EMAIL:agent@example.com", "END:VCARD"],
    ...["email;internet:zoe@example.com", "end:vcard"],
    ...[
      "BEGIN:VCARD",
      "VERSION:2.1",
      Buffer.from("N:Garc\xeda;Ana", "latin1"),
      "EMAIL:ana@example.com",
    ],
  );
  expect(cards).toEqual([
    {
      "First name": "José",
      "Last name": "Núñez",
      "Email": "jose@example.com",
      "Mobile phone": "8175550101",
    },
    { "First name": "Zoë", "Last name": "François", "Email": "zoe@example.com" },
    { "First name": "Ana", "Last name": "García", "Email": "ana@example.com" },
  ]);
});

it("reads version 4.0, and leaves out groups", async () => {
  const cards = await cardsIn(
    ...[
      "BEGIN:VCARD",
      "VERSION:4.0",
      'N;SORT-AS="Doe:Pat":Doe;Pat;;;',
      "FN:Pat Doe",
      "KIND:individual",
    ],
    ...['EMAIL;TYPE="work,internet":work@example.com', "EMAIL;PREF=1:pat@example.com"],
    ...["TEL;VALUE=uri;TYPE=cell:tel:+1-817-555-0101", "DEATHDATE:20200102", "END:VCARD"],
    ...[
      "BEGIN:VCARD",
      "VERSION:4.0",
      "KIND:group",
      "FN:Friends",
      "MEMBER:mailto:pat@example.com",
      "END:VCARD",
    ],
  );
  expect(cards).toEqual([{
    ...{ "First name": "Pat", "Last name": "Doe", "Email": "pat@example.com" },
    ...{
      "Email 2": "work@example.com",
      "Mobile phone": "+1-817-555-0101",
      "Date of death": "20200102",
    },
  }]);
});

it("reads the usable parts of odd cards", async () => {
  expect(await card("no property", "N:Doe", "EMAIL:", "X-A;B=C", "TEL;TYPE=FAX:8175550101"))
    .toEqual([
      { "Last name": "Doe" },
    ]);
});

it("refuses more cards than a list may have", async () => {
  const many = "BEGIN:VCARD\r\nFN:Pat\r\nEMAIL:pat@example.com\r\nEND:VCARD\r\n".repeat(5_100);
  await expect(cardsIn(many)).rejects.toThrow(BadFile);
  await expect(cardsIn("BEGIN:VCARD\r\n".repeat(100))).rejects.toThrow(BadFile);
});

it("keeps marks in a card's groups and its display name", async () => {
  expect(
    await card(
      "N:Doe;Pat;;;",
      "FN:Pat Doe (deceased)",
      "CATEGORIES:Alumni,Do Not Contact",
      "EMAIL:pat@example.com",
    ),
  ).toEqual([{
    ...{ "First name": "Pat", "Last name": "Doe", "Email": "pat@example.com" },
    ...{ "Tags": "Alumni,Do Not Contact", "Name note": "(deceased)" },
  }]);
});
