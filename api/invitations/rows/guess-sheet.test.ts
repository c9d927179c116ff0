import { describe, expect, it } from "vitest";
import { columns, fieldNamed, template } from "./columns.ts";
import { guessSheet } from "./guess-sheet.ts";

const table = (text: string) =>
  text.trim().split("\n").map((line) => line.split("|").map((cell) => cell.trim()));
const fieldsOf = (text: string) =>
  guessSheet(table(text)).columns.map(({ field }) => field ?? "-").join(" ");

describe("the title of a column", () => {
  it.each([
    ["E-mail Address", "email"],
    ["EMAIL", "email"],
    ["Email 2", "secondaryEmail"],
    ["Work E-mail", "secondaryEmail"],
    ["Cadet Name", "fullName"],
    ["Name (Last, First MI)", "fullName"],
    ["Rank/Name", "fullName"],
    ["Last, First", "fullName"],
    ["Last Name, First Name", "fullName"],
    ["High School Name", "notUsed"],
    ["LName", "lastName"],
    ["Surname", "lastName"],
    ["Preferred First Name", "preferredName"],
    ["Commissioned", "classYear"],
    ["Commissioning Date", "classYear"],
    ["YG", "classYear"],
    ["Comm. Date", "classYear"],
    ["Grad Term", "classYear"],
    ["Grad Year", "classYear"],
    ["Class of", "classYear"],
    ["What year did you graduate?", "classYear"],
    ["Grade", "rank"],
    ["Rank/Grade", "rank"],
    ["Date of Rank", "notUsed"],
    ["BR", "armyBranch"],
    ["Basic Branch", "armyBranch"],
    ["What branch did you commission into?", "armyBranch"],
    ["AOC/MOS", "mos"],
    ["COMPO", "dutyStatus"],
    ["Component", "dutyStatus"],
    ["Military Status", "dutyStatus"],
    ["Current Employer", "company"],
    ["Company Name", "company"],
    ["Job Title", "jobTitle"],
    ["Position", "jobTitle"],
    ["Previous Positions", "previousPositions"],
    ["City", "city"],
    ["State", "state"],
    ["State/Province", "state"],
    ["Duty Station", "location"],
    ["City, State", "location"],
    ["Where do you live now (city, state)?", "location"],
    ["LinkedIn Profile URL", "linkedinUrl"],
    ["Cell", "phoneNumber"],
    ["Home Phone #", "phoneNumber"],
    ["Fax number", "notUsed"],
    ["Spouse Email", "notUsed"],
    ["Emergency Contact Phone", "notUsed"],
    ["Date of Birth", "notUsed"],
    ["Commission Yr", "classYear"],
    ["DOC", "classYear"],
    ["Email (Military)", "secondaryEmail"],
    ["Who do you work for?", "company"],
    ["Where do you work?", "company"],
    ["What do you do?", "jobTitle"],
    ["What's your current job title?", "jobTitle"],
    ["What could you help a cadet with? (check all)", "helpTopics"],
    ["Tell us about yourself", "bio"],
    ["Would you like to mentor?", "notUsed"],
    ["Anything else?", undefined],
    ["Shoe size", undefined],
    ["Major", undefined],
    ["Email ".repeat(100), undefined],
  ])("%s", (title, field) => {
    expect(fieldNamed(title)).toBe(field);
  });

  it("of the template is known, each once", () => {
    const [header = ""] = template().split("\n");
    const fields = header.split(",").map(fieldNamed);
    expect(fields).not.toContain(undefined);
    expect(new Set(fields).size).toBe(fields.length);
    expect(Object.entries(columns).filter(([name, { title }]) => fieldNamed(title) !== name))
      .toEqual([]);
  });
});

describe("the guess of a sheet", () => {
  it("finds the header below titles, and shows three different values of each column", () => {
    const { headerRow, columns } = guessSheet(table(`
Bobcat Battalion Alumni 2025
as of May 2025

Name | Shoe size | E-mail
Pat Doe | 44 | pat@example.com
Kim Roe | 44 | kim@example.com
Sam Poe | | sam@example.com
Ana Loe | 38 | ana@example.com
`));
    expect(headerRow).toBe(3);
    expect(columns).toEqual([
      { title: "Name", field: "fullName", examples: ["Pat Doe", "Kim Roe", "Sam Poe"] },
      { title: "Shoe size", field: undefined, examples: ["44", "38"] },
      {
        title: "E-mail",
        field: "email",
        examples: ["pat@example.com", "kim@example.com", "sam@example.com"],
      },
    ]);
  });

  it("uses the cells where a title is unclear", () => {
    expect(
      fieldsOf(
        "Contact | Commissioned | Title | Branch | Username\npat@example.com | 2007-12-15 | CPT | USAR | pat@example.com",
      ),
    )
      .toBe("email classYear rank dutyStatus email");
    expect(fieldsOf("Email | Title | Name | Status\npat@example.com | Engineer | Pat Doe | AD"))
      .toBe("email jobTitle fullName dutyStatus");
  });

  it("reads no column about another person, nor one with an office's address", () => {
    expect(
      fieldsOf(
        "Name | Email | Advisor's email | Office\nPat Doe | pat@example.com | a@example.com | rotc@example.com\nKim Roe | kim@example.com | b@example.com | rotc@example.com\nSam Poe | sam@example.com | b@example.com | rotc@example.com",
      ),
    )
      .toBe("fullName email notUsed -");
  });

  it("does not read remarks as addresses, or numbers as a status", () => {
    expect(
      fieldsOf(
        "Name | Email | Remarks | x\nPat Doe | pat@example.com | ask kim@example.com | 1\nSam Poe | sam@example.com | ask ana@example.com | 2",
      ),
    )
      .toBe("fullName email - -");
  });

  it("guesses columns without a header", () => {
    expect(
      fieldsOf(
        "CPT | Pat | Doe | pat.doe@example.com | 817-555-0101 | Fort Worth, TX | 2012\nMAJ | Kim | Roe | roe.kim@example.org | 817-555-0102 | Austin, TX | 2007",
      ),
    )
      .toBe("rank firstName lastName email phoneNumber location classYear");
    expect(fieldsOf("pat.doe@example.com | DOE | PAT\nkim.roe@example.com | ROE | KIM")).toBe(
      "email lastName firstName",
    );
    expect(guessSheet(table("pat@example.com")).headerRow).toBeUndefined();
  });

  it("guesses links and topics by their cells", () => {
    expect(
      fieldsOf(
        "Name | Email | URL | Interests | Anything else?\nPat Doe | pat@example.com | linkedin.com/in/pat | Branch Selection, Rock climbing | Aviation\nKim Roe | kim@example.com | example.com/kim | Resume Review | Infantry\nSam Poe | sam@example.com | example.com/sam | Networking | Armor",
      ),
    ).toBe("fullName email linkedinUrl helpTopics -");
  });

  it("finds a header in another language", () => {
    const { headerRow, columns } = guessSheet(
      table("Correo | Nombre completo\npat.doe@example.com | Pat Doe"),
    );
    expect(headerRow).toBe(0);
    expect(columns.map(({ field }) => field)).toEqual(["email", "fullName"]);
  });

  it("is made again for the header that staff choose, and for none", () => {
    const rows = table("Email | Name\nName | Email\nPat Doe | pat@example.com");
    expect(guessSheet(rows, 1).columns.map(({ field }) => field)).toEqual(["fullName", "email"]);
    expect(guessSheet(rows, null)).toMatchObject({
      headerRow: undefined,
      columns: [{ title: "Column A" }, { title: "Column B" }],
    });
  });

  it("has a column for the widest row, and none for nothing", () => {
    expect(guessSheet([["Email"], ["pat@example.com", "", "x"]]).columns).toHaveLength(3);
    expect(guessSheet([])).toEqual({ headerRow: undefined, columns: [] });
  });
});
