import { describe, expect, it } from "vitest";
import { columns, fieldNamed, template } from "./columns.ts";
import { guessSheet } from "./guess-sheet.ts";
import { casesOf } from "./testing/cases.ts";
import { sheetsIn } from "./testing/six-programs.ts";

const table = (text: string) =>
  text.trim().split("\n").map((line) => line.split("|").map((cell) => cell.trim()));

describe("the title of a column", () => {
  it.each(casesOf(`
email <- E-mail Address | EMAIL
secondaryEmail <- Email 2 | Work E-mail | Email (Military)
fullName <- Cadet Name | Name (Last, First MI) | Rank/Name | Last, First | Last Name, First Name
lastName <- LName | Surname
formerName <- Maiden Name | Former Last Name | Name (Maiden) | Née | Birth Name
preferredName <- Preferred First Name
classYear <- Commissioned | Commissioning Date | YG | Comm. Date | Grad Term | Grad Year | Class of
classYear <- What year did you graduate? | Commission Yr | DOC
rank <- Grade | Rank/Grade
armyBranch <- BR | Basic Branch | What branch did you commission into?
mos <- AOC/MOS
dutyStatus <- COMPO | Component | Military Status
company <- Current Employer | Company Name | Who do you work for? | Where do you work?
jobTitle <- Job Title | Position | What do you do? | What's your current job title?
previousPositions <- Previous Positions
city <- City
state <- State | State/Province
location <- Duty Station | City, State | Where do you live now (city, state)?
linkedinUrl <- LinkedIn Profile URL
phoneNumber <- Cell | Home Phone #
helpTopics <- What could you help a cadet with? (check all)
bio <- Tell us about yourself
notUsed <- High School Name | Date of Rank | Fax number | Spouse Email | Emergency Contact Phone
notUsed <- Date of Birth | Mother's Maiden Name | Would you like to mentor?
 <- Anything else? | Shoe size | Major | ${"Email ".repeat(100)}
`))("%.40s", (title, field) => {
    expect(fieldNamed(title) ?? "").toBe(field);
  });

  it("is known for every column of the template, each once", () => {
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

  it.each(sheetsIn(`
=== where titles are unclear
Contact | Commissioned | Title | Branch | Username => email classYear rank dutyStatus email
pat@example.com | 2007-12-15 | CPT | USAR | pat@example.com
=== where a title is a job's
Email | Title | Name | Status => email jobTitle fullName dutyStatus
pat@example.com | Engineer | Pat Doe | AD
=== of addresses, below a title that asks
Name | Send emails to | OK to email => fullName email mayContact
Pat Doe | pat@example.com | Yes
=== without another person's column, and an office's address
Name | Email | Advisor's email | Office => fullName email notUsed -
Pat Doe | pat@example.com | a@example.com | rotc@example.com
Kim Roe | kim@example.com | b@example.com | rotc@example.com
Sam Poe | sam@example.com | b@example.com | rotc@example.com
=== without remarks as addresses, or numbers as a status
Name | Email | Remarks | x => fullName email - -
Pat Doe | pat@example.com | ask kim@example.com | 1
Sam Poe | sam@example.com | ask ana@example.com | 2
=== without a header
CPT | Pat | Doe | pat.doe@example.com | 817-555-0101 | Fort Worth, TX | 2012 => rank firstName lastName email phoneNumber location classYear
MAJ | Kim | Roe | roe.kim@example.org | 817-555-0102 | Austin, TX | 2007
=== without a header, last names first
pat.doe@example.com | DOE | PAT => email lastName firstName
kim.roe@example.com | ROE | KIM
=== of links and topics
Name | Email | URL | Interests | Anything else? => fullName email linkedinUrl helpTopics -
Pat Doe | pat@example.com | linkedin.com/in/pat | Branch Selection, Rock climbing | Aviation
Kim Roe | kim@example.com | example.com/kim | Resume Review | Infantry
Sam Poe | sam@example.com | example.com/sam | Networking | Armor
`))("is made from its cells: $of", ({ rows, people: [fields] }) => {
    expect(guessSheet(rows).columns.map(({ field }) => field ?? "-").join(" ")).toBe(fields);
  });

  it("finds a header in another language", () => {
    const { headerRow, columns } = guessSheet(
      table("Correo | Nombre completo\npat.doe@example.com | Pat Doe"),
    );
    expect(headerRow).toBe(0);
    expect(columns.map(({ field }) => field)).toEqual(["email", "fullName"]);
    expect(guessSheet(table("pat@example.com")).headerRow).toBeUndefined();
  });

  it("is repeated for the header that staff choose, and for none", () => {
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
