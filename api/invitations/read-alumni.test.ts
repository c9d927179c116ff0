import { productTopics } from "../../events/program/topics.ts";
import { describe, expect, it } from "vitest";
import { columns, template } from "./columns.ts";
import { readAlumni } from "./read-alumni.ts";
import { BadFile } from "./sheets/bad-file.ts";

const read = (text: string | Uint8Array) =>
  readAlumni(typeof text === "string" ? new TextEncoder().encode(text) : text, {
    year: 2026,
    topics: productTopics,
  });
const whys = (text: string) =>
  read(text).rows.map((row) => row.is === "wrong" ? `${row.number} ${row.why}` : `${row.number}`);
const people = (text: string | Uint8Array) =>
  read(text).rows.flatMap((row) => row.is === "person" ? [row.invitee] : []);

const header = "Email,First name,Last name";

describe("a list of alumni", () => {
  it("is read from the template, which has every column", () => {
    const { rows, unused } = read(template());
    expect(unused).toEqual([]);
    expect(template().split("\n")[0]?.split(",")).toHaveLength(Object.keys(columns).length);
    expect(rows).toHaveLength(1);
    const [pat] = people(template());
    expect(pat).toMatchObject({ email: "pat.doe@example.com", note: undefined });
    expect(pat?.profile).toMatchObject({
      classYear: "2012",
      helpTopics: ["Branch Selection", "Airborne School"],
    });
  });

  const zoe = { email: "zoe@example.com", firstName: "Zoë", lastName: "O'Neil, Jr." };
  const utf16 = (text: string) => new Uint8Array(Buffer.from(`\ufeff${text}`, "utf16le"));
  it.each([
    ["plain", `${header}\nzoe@example.com,Zoë,"O'Neil, Jr."\n`],
    [
      "a byte order mark and Windows lines",
      `\ufeff${header}\r\nzoe@example.com,Zoë,"O'Neil, Jr."\r\n`,
    ],
    ["semicolons", `E-Mail;First Name;SURNAME\nzoe@example.com;Zoë;O'Neil, Jr.`],
    ["tabs in UTF-16", utf16(`email\tfirst\tlast\r\nzoe@example.com\tZoë\tO'Neil, Jr.\r\n`)],
    ["spaces and empty rows", `${header},\n\n zoe@example.com , Zoë ,"O'Neil, Jr.",\n,,,\n`],
    ["a quoted header", `"Email","First name","Last name"\n"zoe@example.com","Zoë","O'Neil, Jr."`],
  ])("may be written with %s", (_, text) => {
    expect(people(text)).toMatchObject([zoe]);
  });

  it("counts rows as spreadsheets do, and says what is wrong in the form's words", () => {
    expect(whys(
      `${header},Username,Class year,Rank,Branch,MOS,LinkedIn\n` +
        "nobody,,Doe,ab,,,,,\n" +
        "\n" +
        "pat@example.com,Pat,Doe,,1492,General,Aviation,15A,http://example.com\n" +
        "kim@example.com,Kim,Doe,,2012,cpt,aviation,15A,\n",
    )).toEqual([
      "2 Email: Invalid email address; First name is required; " +
      "Username must be at least 3 characters",
      "4 Class year must be a year from 1900 to 2036; Rank: Unknown rank; " +
      "LinkedIn URL must be an https address on linkedin.com",
      "5",
    ]);
  });

  it("takes an account without a profile where there is too little for one", () => {
    const [pat] = people(`${header},Rank,Company\npat@example.com,Pat,Doe,CPT,Acme\n`);
    expect(pat).toMatchObject({
      profile: undefined,
      note: "no profile: Class year is required; Army branch is required; MOS is required",
    });
    expect(people(`${header},Rank\npat@example.com,Pat,Doe,\n`)[0]?.note).toBeUndefined();
  });

  it("has each person once: the first row", () => {
    expect(whys(
      `${header},Username\npat@example.com,Pat,Doe,patdoe\n PAT@example.com,Pat,Doe,\n` +
        "kim@example.com,Kim,Doe,PatDoe\n",
    )).toEqual(["2", "3 Email: The same as in row 2", "4 Username: The same as in row 2"]);
  });

  it.each([
    ["", "The file is empty"],
    ["Email,Last name\n", 'There is no column "First name"'],
    ["Email,Mail,First name,Last name\n", "Two columns are the Email"],
    [`${header}\npat@example.com,"Pat,Doe\n`, "the quotes do not fit"],
  ])("is refused as a whole: %j", (text, message) => {
    expect(() => read(text)).toThrow(BadFile);
    expect(() => read(text)).toThrow(message);
  });

  it("is refused in another encoding, in which names would come out wrong", () => {
    const latin1 = new Uint8Array(
      Buffer.from(`${header}\nzoe@example.com,Zo\u00eb,Doe\n`, "latin1"),
    );
    expect(() => read(latin1)).toThrow("The file is not UTF-8");
  });

  it("is refused as a workbook", () => {
    const workbook = new TextEncoder().encode("PK\x03\x04[Content_Types].xml");
    expect(() => read(workbook)).toThrow("The file is a workbook: save it as “CSV UTF-8”");
  });

  it("is read with what spreadsheets put around cells, rows and the table", () => {
    const text = "\uFEFFsep=;\r\nEmail;First name;Last name;MOS;Rank;Branch;Class year\r\n" +
      'pat@example.com;Pat;"Doe, ""P""";"=""19A""";CPT;Armor;2018;;\r\n;;;;;;;;\r\n';
    expect(read(text).rows).toMatchObject([
      { number: 2, invitee: { lastName: 'Doe, "P"', profile: { mos: "19A", rank: "CPT" } } },
    ]);
  });

  it("names columns that are not used, and rows with too many cells", () => {
    const { unused, rows } = read(`${header},Shoe size\npat@example.com,Pat,Doe,44,more\n`);
    expect(unused).toEqual(["Shoe size"]);
    expect(rows).toMatchObject([{ is: "wrong", why: "It has more cells than there are columns" }]);
  });
});
