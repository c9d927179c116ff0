import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BadFile } from "./bad-file.ts";
import { decodeText } from "./decode-text.ts";
import { parseFile } from "./parse-file.ts";
import { maxFileBytes } from "./limits.ts";
import { readList, toListFile } from "./read-list.ts";
import { csvEncodings, encoded, readFromCsv, writtenCsv } from "./testing/csv-files.ts";
import { workbookOf, workbookParts, writtenXlsx } from "./testing/workbooks.ts";
import { zipOf } from "./testing/zip-files.ts";
import { outlookTitles } from "./testing/outlook.ts";
import { aTable, withoutEmptyEnds } from "./testing/tables.ts";

const names = "Núñez,O’Brien\nZoë,Łukasz\n";

const row = Array.from({ length: 30 }, (_, column) => `column ${column}`);
const largeWorkbook = writtenXlsx(Array.from({ length: 2_000 }, () => row));

const context = { year: 2026, ownTopics: [] };
const read = async (bytes: Uint8Array, withinMs?: number) =>
  await readList(toListFile(bytes), context, withinMs);

const macRoman = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));
const mixed = (before: string, foreign: string, after: string) =>
  new Uint8Array(Buffer.concat([
    Buffer.from(before),
    Buffer.from(foreign, "latin1"),
    Buffer.from(after),
  ]));

const archive = (name: string) => zipOf([{ name, content: "" }]);
const inOffice = (text: string) =>
  Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.from(text, "utf16le")]);
const otherKinds: readonly (readonly [string, string | Uint8Array, string])[] = [
  ["an .xls file", inOffice("Workbook"), "This is an old Excel file (.xls). Open it in Excel"],
  ["a protected workbook", inOffice("EncryptedPackage"), "protected by a password"],
  ["an .ods file", archive("content.xml"), "This is an OpenDocument file (.ods)"],
  ["an .xlsb file", archive("xl/workbook.bin"), "This is a binary workbook (.xlsb)"],
  ["a Numbers file", archive("Index/Document.iwa"), "This is a Numbers file. In Numbers, choose"],
  ["a document", archive("word/document.xml"), "This isn't a spreadsheet"],
  ["a PDF", "%PDF-1.7\n", "This is a PDF. Choose the spreadsheet"],
  ["a PNG", Buffer.from("\x89PNG\r\n", "latin1"), "This is a picture"],
  ["a photo of a phone", "\0\0\0\x18ftypheic", "This is a picture"],
  ["a web page", "\ufeff\n<html><table>", "This is a web page or XML"],
  ["a program", "\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0", "This isn't a spreadsheet"],
];

describe("a spreadsheet read on its own thread", () => {
  it("has its sheets, its columns and its people", async () => {
    const table = "Name,Email\nNúñez José,jose@example.com\nZoë Łukasz,zoe@example.com\n";
    expect(await read(encoded(table, "utf-8"))).toMatchObject({
      sheets: [""],
      sheet: 0,
      guess: { headerRow: 0, columns: [{ field: "fullName" }, { field: "email" }] },
      firstRows: ["Name, Email", "Núñez José, jose@example.com", "Zoë Łukasz, zoe@example.com"],
      people: [{ person: { email: "jose@example.com" } }, { person: { email: "zoe@example.com" } }],
    });
  });

  it("has the people of Outlook's 92 columns", async () => {
    const common = { "Gender": "Unspecified", "Priority": "Normal", "Birthday": "0/0/00" };
    const people: Readonly<Record<string, string>>[] = [
      {
        ...{ "Title": "CPT", "First Name": "Pat", "Last Name": "Doe", "Job Title": "Test Pilot" },
        ...{
          "Company": "Acme",
          "Mobile Phone": "(817) 555-0101",
          "Business Phone": "817-555-0100",
        },
        ...{
          "E-mail Address": "pat@example.com",
          "E-mail Type": "SMTP",
          "Business Fax": "817-555-0199",
        },
        ...{ "E-mail Display Name": "Pat Doe (pat@example.com)", "Manager's Name": "Boss Boe" },
        ...{
          "E-mail 2 Address": "pdoe@acme.example.com",
          "Business City": "Dallas",
          "Business State": "TX",
        },
      },
      {
        "Title": "Mr.",
        "First Name": "Kim",
        "Last Name": "Roe",
        "E-mail Address": "kim@example.com",
      },
    ];
    const lines = people.map((one) =>
      outlookTitles.map((title) => ({ ...common, ...one } as Record<string, string>)[title] ?? "")
        .join()
    );
    const list = await read(
      encoded(`\ufeff${outlookTitles.join()}\r\n${lines.join("\r\n")}`, "utf-8"),
    );
    expect(outlookTitles).toHaveLength(92);
    expect(list.people).toMatchObject([
      {
        person: {
          ...{ firstName: "Pat", lastName: "Doe", email: "pat@example.com" },
          otherEmails: ["pdoe@acme.example.com"],
          fields: {
            ...{ rank: "CPT", jobTitle: "Test Pilot", company: "Acme", location: "Dallas, TX" },
            phoneNumber: "(817) 555-0101",
          },
        },
      },
      { person: { firstName: "Kim", lastName: "Roe", email: "kim@example.com", fields: {} } },
    ]);
  });

  it("finds a few known titles among very many", async () => {
    const others = Array.from({ length: 240 }, (_, at) => `Other ${at}`);
    const titles = ["Email", "First name", "Last name", "Rank", "Branch", "Class year", ...others];
    const list = await read(
      encoded(`${titles.join()}\npat@example.com,Pat,Doe,CPT,AV,2007,x`, "utf-8"),
    );
    expect(list.guess.headerRow).toBe(0);
    expect(list.people).toMatchObject([{
      person: { firstName: "Pat", fields: { classYear: "2007" } },
    }]);
  });

  it("lists people in hidden or struck-out rows without inviting them", async () => {
    const row = (mark: string, ...cells: readonly string[]) =>
      `<row${mark}>${
        cells.map((cell) => {
          const isStruck = cell.startsWith("~");
          return `<c s="${isStruck ? 1 : 0}" t="str"><v>${cell.replace("~", "")}</v></c>`;
        }).join("")
      }</row>`;
    const hidden = ' hidden="1"';
    const list = await read(workbookOf(
      [
        row("", "Name", "Email", "Personal Email", "Company"),
        row("", "Pat Doe", "pat@example.com", "", "Acme"),
        row(hidden, "Kim Roe", "kim@example.com", "", "Acme"),
        row("", "~Sam Poe", "~sam@example.com", "", "~Acme"),
        row("", "~Ann Lee", "ann@example.com", "", "Acme"),
        row("", "Jo Ng", "~jo@example.com", "", "Acme"),
        row("", "Al Fox", "~al@old.example.com", "al@example.com", "~Acme"),
        row(hidden, "Pat Doe", "pat@example.com", "", ""),
      ].join(""),
      {
        styles:
          `<fonts><font/><font><strike/></font></fonts><cellXfs><xf/><xf fontId="1"/></cellXfs>`,
      },
    ));
    expect(list.people.map(({ name, is, why }) => [name, is, why])).toEqual([
      ["Pat Doe", "new", null],
      ["Kim Roe", "set-aside", "hidden"],
      ["Sam Poe", "set-aside", "struck out"],
      ["Ann Lee", "set-aside", "struck out"],
      ["Jo Ng", "set-aside", "struck out"],
      ["Al Fox", "new", null],
      ["Pat Doe", "same", null],
    ]);
    expect(list.people[5]?.person).toMatchObject({
      email: "al@example.com",
      otherEmails: [],
      fields: {},
    });
  });

  it("doesn't invite people marked by a comment on a cell", async () => {
    const rows = [
      "Name Email",
      "Pat pat@example.com",
      "Kim kim@example.com",
      "Sam sam@example.com",
    ];
    const comment = (ref: string, ...texts: readonly string[]) =>
      `<comment ref="${ref}" authorId="0"><text>${
        texts.map((text) => `<r><t>${text}</t></r>`).join("")
      }</text></comment>`;
    const notice = "[Threaded comment]\n\nYour version of Excel can read it.\n\nComment:\n    ";
    const xml = `<sheetData>${
      rows.map((row) =>
        `<row>${row.split(" ").map((text) => `<c t="str"><v>${text}</v></c>`).join("")}</row>`
      ).join("")
    }</sheetData>`;
    const comments = `<authors><author>S1</author></authors><commentList>${
      comment("A2", "S1:\n", "Met at the dinner") + comment("B3", "S1:\n", "Passed away in 2019") +
      comment("A4", `${notice}Do not contact`)
    }</commentList>`;
    const list = await read(zipOf(workbookParts([{ xml, comments }])));
    expect(list.people.map(({ name, is, why }) => [name, is, why])).toEqual([
      ["Pat", "new", null],
      ["Kim", "deceased", "Comment: “S1: Passed away in 2019”"],
      ["Sam", "opted-out", "Comment: “Do not contact”"],
    ]);
  });

  it("doesn't invite people marked in another sheet, and shows a list before a summary", async () => {
    const sheet = (name: string, ...rows: readonly (readonly string[])[]) => ({
      name,
      xml: `<sheetData>${
        rows.map((cells) =>
          `<row>${cells.map((text) => `<c t="str"><v>${text}</v></c>`).join("")}</row>`
        ).join("")
      }</sheetData>`,
    });
    const list = await read(zipOf(workbookParts([
      sheet("Summary", ["Class", "Count"], ["2007", "3"], ["Ask", "rotc@example.com"]),
      sheet(
        "Alumni",
        ["Name", "Email", "Class"],
        ["Pat Doe", "pat@example.com", "2001"],
        ["Kim Roe", "kim@example.com", "2002"],
        ["Sam Poe", "sam@example.com", "2003"],
        ["Ann Lee", "ann@example.com", "2004"],
        ["Jo Lee", "lee@example.com", "2004"],
      ),
      sheet("In Memoriam", ["Name", "Class"], ["Roe, Kim", "2002"], ["Pat Doe", "1969"]),
      sheet("Unsubscribed", ["Email"], ["SAM@example.com"]),
      sheet("Deceased", ["Name", "Email"], ["Al Lee", "lee@example.com"]),
    ])));
    expect(list.sheet).toBe(1);
    expect(list.people.map(({ name, is, why }) => [name, is, why])).toEqual([
      ["Pat Doe", "new", null],
      ["Kim Roe", "deceased", "Sheet: “In Memoriam”"],
      ["Sam Poe", "opted-out", "Sheet: “Unsubscribed”"],
      ["Ann Lee", "new", null],
      ["Jo Lee", "new", null],
    ]);
  });

  it("uses a class year from its sheet's name", async () => {
    const cells = (text: string) => `<c t="str"><v>${text}</v></c>`;
    const xml = `<sheetData><row>${cells("Name")}${cells("Email")}</row><row>${cells("Pat Doe")}${
      cells("pat@example.com")
    }</row></sheetData>`;
    for (const [name, classYear] of [["Class of 2001", "2001"], ["YG 02", "2002"], ["2025", ""]]) {
      const list = await read(zipOf(workbookParts([{ name: name ?? "", xml }])));
      expect(list.people[0]?.person?.fields.classYear ?? "").toBe(classYear);
    }
  });

  const yearsIn = async (bytes: Uint8Array) =>
    (await read(bytes)).people.map(({ person }) => person?.fields.classYear);
  const classes = (...years: readonly string[]) =>
    encoded(
      `Name,Email,Class Year\n${
        years.map((one, at) => `Pat${at} Doe,p${at}@example.com,"${one}"\n`).join("")
      }`,
      "utf-8",
    );

  it("recovers class years typed in a column of dates", async () => {
    const cell = (text: string) => `<c t="str"><v>${text}</v></c>`;
    const rows = ["2007", "1998", "2025"].map((one, at) =>
      `<row>${cell("Pat Doe")}${cell(`p${at}@example.com`)}<c s="1"><v>${one}</v></c></row>`
    );
    const more = { styles: `<cellXfs><xf/><xf numFmtId="14"/></cellXfs>` };
    const workbook = [`<row>${["Name", "Email", "Class Year"].map(cell).join("")}</row>`, ...rows]
      .join("");
    expect(await yearsIn(workbookOf(workbook, more))).toEqual(["2007", "1998", "2025"]);
    expect(await yearsIn(classes("6/29/1905", "6/20/1905", "7/17/1905")))
      .toEqual(["2007", "1998", "2025"]);
    expect(await yearsIn(classes("29-Jun-05", "20-Jun-05", "17-Jul-05", "17-Jul-05")))
      .toEqual(["2007", "1998", "2025", "2025"]);
    expect(await yearsIn(classes("6/30/09", "6/21/09", "7/18/09"))).toEqual([
      "2007",
      "1998",
      "2025",
    ]);
  });

  it("keeps real dates of 2005, and names years that can't be right", async () => {
    expect(await yearsIn(classes("14-May-05", "13-Aug-05", "17-Dec-05"))).toEqual([
      "2005",
      "2005",
      "2005",
    ]);
    expect(await yearsIn(classes("29-Jun-05", "12/15/2007", "20-Jun-05"))).toEqual([
      "2005",
      "2007",
      "2005",
    ]);
    const { people } = await read(classes("9/30/1905"));
    expect(people[0]?.notes).toEqual([{ title: "Class Year", text: "9/30/1905" }]);
  });

  it("is refused when it is empty or too large", async () => {
    await expect(read(new Uint8Array())).rejects.toThrow("This file is empty.");
    await expect(read(new Uint8Array(maxFileBytes + 1))).rejects.toThrow("larger than 10 MB");
  });

  it("is refused when it takes too long, and the next one is read", async () => {
    const late = read(largeWorkbook, 0);
    const next = read(encoded(names, "utf-8"));
    await expect(late).rejects.toThrow(BadFile);
    await expect(late).rejects.toThrow("This file takes too long to read.");
    expect((await next).sheets).toHaveLength(1);
  });

  it("waits for the file before it", async () => {
    const done: string[] = [];
    await Promise.all([
      read(largeWorkbook).then(() => done.push("large")),
      read(encoded(names, "utf-8")).then(() => done.push("small")),
    ]);
    expect(done).toEqual(["large", "small"]);
  });

  it.each(otherKinds)("is refused with advice: %s", async (_, bytes, message) => {
    await expect(read(new Uint8Array(Buffer.from(bytes)))).rejects.toThrow(message);
  });

  it("is read or refused, for any bytes", async () => {
    const bytes = fc.uint8Array({ maxLength: 400 });
    await fc.assert(fc.asyncProperty(bytes, async (file) => {
      await parseFile(file).catch((error) => expect(error).toBeInstanceOf(BadFile));
    }));
  });
});

describe("text", () => {
  it.each([
    ["UTF-8", encoded(names, "utf-8"), names],
    ["UTF-8 with a mark", encoded(`\ufeff${names}`, "utf-8"), names],
    ["UTF-16 LE with a mark", encoded(`\ufeff${names}`, "utf-16le"), names],
    ["UTF-16 BE with a mark", encoded(`\ufeff${names}`, "utf-16be"), names],
    ["UTF-16 LE", encoded(names, "utf-16le"), names],
    ["UTF-16 BE", encoded(names, "utf-16be"), names],
    ["UTF-16 LE with an Ā", encoded(`Āna,Smith\n${names}`, "utf-16le"), `Āna,Smith\n${names}`],
    ["Windows-1252", encoded("Núñez,O’Brien", "windows-1252"), "Núñez,O’Brien"],
    ["Windows-1252, all of it short", encoded("José", "windows-1252"), "José"],
    ["Mac Roman", macRoman("Nu\x96ez,Jos\x8e,O\xd5Brien,Garc\x92a"), "Nuñez,José,O’Brien,García"],
    ["Mac Roman of Germans", macRoman("M\x9fller,K\x9ahler,Wei\xa7"), "Müller,Köhler,Weiß"],
    ["Mac Roman, one name", macRoman("Garc\x92a Ren\x8ee"), "García Renée"],
    [
      "UTF-8 with a byte of Windows-1252",
      mixed("Núñez\n", "\xe9lan\n", "Łukasz"),
      "Núñez\nélan\nŁukasz",
    ],
    ["UTF-8 with a name of Mac Roman", mixed("Núñez\n", "Jos\x8e\n", "Zoë"), "Núñez\nJosé\nZoë"],
    ["UTF-8 that was cut off", mixed("Zoë", "\xc3", ""), "ZoëÃ"],
  ])("is read in %s", (_, bytes, text) => {
    expect(decodeText(bytes)).toBe(text);
  });

  it("is read back exactly from each encoding", async () => {
    await fc.assert(
      fc.asyncProperty(aTable, fc.constantFrom(...csvEncodings), async (rows, encoding) => {
        // In Windows-1252 these have the bytes of 退 in UTF-8.
        fc.pre(encoding !== "windows-1252" || !JSON.stringify(rows).includes("é€€"));
        // Enough plain text to detect the encoding.
        const text = writtenCsv([["Name", "Email"], ...rows], ",", "\r\n");
        const [sheet] = await parseFile(encoded(`sep=,\r\n${text}`, encoding));
        expect(sheet?.rows).toEqual([["Name", "Email"], ...readFromCsv(withoutEmptyEnds(rows))]);
      }),
    );
  });
});
