import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { productTopics } from "../../../../events/program/topics.ts";
import { columns } from "./columns.ts";
import { guessSheet } from "./guess-sheet.ts";
import { firstSheet } from "./first-sheet.ts";
import type { PersonRow } from "./merge-people.ts";
import type { Rows } from "./person-row.ts";
import { readPeople } from "./read-people.ts";
import { casesOf } from "./testing/cases.ts";
import { oddSheets } from "./testing/odd-sheets.ts";
import { sixPrograms } from "./testing/six-programs.ts";

const context = { year: 2026, topics: productTopics };
const read = (rows: Rows) => readPeople(rows, guessSheet(rows), context);
const table = (text: string) =>
  text.trim().split("\n").map((line) =>
    line.split("|").map((cell) => cell.trim().replaceAll("/n", "\n"))
  );
const personOf = ({ person }: PersonRow) => person ?? [];
const people = (text: string) => read(table(text)).flatMap(personOf);
const saidOf = ({ is, name, as, person }: PersonRow) =>
  person !== undefined
    ? `${person.firstName} ${person.lastName} <${person.email}>`
    : is === "same"
    ? `${name} as ${as}`
    : `${is.replace("-", " ")}: ${name}`;
/** The outcome of each row. */
const said = (text: string) => read(table(text)).map(saidOf);
/** The outcome with other addresses, fields and notes. */
const factsOf = (row: PersonRow) => {
  const { fields = {}, notes = [], otherEmails = [] } = row.person ?? {};
  return [
    [saidOf(row), ...otherEmails].join(", "),
    ...Object.entries(fields).map(([name, value]) => `${name} ${[value].flat().join(" + ")}`),
    ...notes.map(({ title, text, takenAs }) =>
      [`${title}: ${text}`, takenAs ?? []].flat().join(" = ")
    ),
  ].join("; ");
};
/** Compares each row's outcome with the expected one after "=>". */
function expectRows(text: string, toText = saidOf) {
  const lines = text.trim().split("\n").map((line) => line.split(/ *=> /));
  const found = Map.groupBy(
    read(table(lines.map(([row]) => row).join("\n"))),
    ({ number }) => number,
  );
  expect(lines.map((_, at) => found.get(at + 1)?.map(toText).join(" + ")))
    .toEqual(lines.map(([, what]) => what));
}
const notReached = /^(?:opted out|bounced): Pat Doe$/;
const expectFacts = (text: string) => expectRows(text, factsOf);

describe("spreadsheets of programs", () => {
  it.each([...sixPrograms, ...oddSheets])(
    "include everyone with an address: $of",
    ({ rows, people }) => {
      const invited = read(rows).flatMap(personOf);
      expect(invited.map(({ email, firstName, lastName }) => `${firstName} ${lastName} ${email}`))
        .toEqual(people);
    },
  );
});

describe("a row", () => {
  it("fills a profile from the Army's words, and notes how each cell was read", () => {
    expectFacts(`
First | Last | E-mail | Rank | Branch | Commissioned | Status | MOS | City | State | Cell | Home phone
Pat | Doe | pat@example.com | Maj. | Engineers | 12/15/2007 | Retired | 12A | Fort Worth | TX | 8175550101 | 817 555 0102 => Pat Doe <pat@example.com>; phoneNumber (817) 555-0101; rank MAJ; armyBranch Corps of Engineers; classYear 2007; dutyStatus Veteran; mos 12A; location Fort Worth, TX; Rank: Maj. = MAJ; Branch: Engineers = Corps of Engineers; Status: Retired = Veteran; Home phone: 817 555 0102
Kim | Roe | kim@example.com | 1st Lt | Aviation | 2020-05-09 | AD => Kim Roe <kim@example.com>; rank 1LT; armyBranch Aviation; classYear 2020; dutyStatus Active Duty; Rank: 1st Lt = 1LT; Status: AD = Active Duty
Sam | Poe | sam@example.com | LTC (Ret.) | FA | TBD => Sam Poe <sam@example.com>; rank LTC; armyBranch Field Artillery; dutyStatus Veteran; Rank: LTC (Ret.) = LTC, Veteran; Branch: FA = Field Artillery; Commissioned: TBD
`);
  });

  it("keeps its person even if nothing else is understood", () => {
    const nonsense = "Unicorn".repeat(100);
    const [person] = people(`
Email | Name | Rank | Branch | Year | Status | Phone | LinkedIn | Company | Topics | Booking link
pat@example.com | Pat Doe | Lord | Navy | 1066 | hungry | call me | example.com/in/pat | ${nonsense} | juggling | ask
`);
    expect(person).toMatchObject({
      email: "pat@example.com",
      firstName: "Pat",
      lastName: "Doe",
      fields: {},
    });
    expect(person?.notes.map(({ title, takenAs }) => [title, takenAs])).toEqual(
      "Rank,Branch,Year,Status,Phone,LinkedIn,Topics,Booking link,Company".split(",")
        .map((title) => [title, undefined]),
    );
  });

  it.each(
    `
a private one beside the Army's | Email/npat.doe.mil@army.mil; pat@example.com | pat@example.com | pat.doe.mil@army.mil
the first of several | Email/npat@example.com, doe@example.org | pat@example.com | doe@example.org
a personal one | Work email ¦ Personal email/npd@example.org ¦ pat@example.com | pat@example.com | pd@example.org
the Army's where it is the only one | Email/npat.doe.mil@army.mil | pat.doe.mil@army.mil |
one in another column | Email ¦ Notes/n ¦ new: pat@example.com | pat@example.com |
one in the name's cell | Email ¦ Name/n ¦ Pat Doe <pat@example.com> | pat@example.com |
`.trim().split("\n").map((line) => line.split("|").map((cell) => cell.trim())),
  )(
    "is invited at %s",
    (_, text = "", email, secondaryEmail) => {
      const [person] = people(text.replaceAll("¦", "|").replace("/n", "\n"));
      expect([person?.email, person?.fields.secondaryEmail ?? ""]).toEqual([email, secondaryEmail]);
    },
  );

  it("notes an invalid address, and ignores more than two", () => {
    expectFacts(`
Email | Name
pat@gmial,com; pat@example.com | Pat Doe => Pat Doe <pat@example.com>; Email: pat@gmial,com
a@example.com b@example.com c@example.com | Kim Roe => Kim Roe <a@example.com>, b@example.com, c@example.com; secondaryEmail b@example.com; Email: c@example.com
`);
    expect(read(table("Email | Name\npat@gmial,com | Pat Doe")))
      .toMatchObject([{ number: 2, is: "unclear-address", name: "Pat Doe", why: "pat@gmial,com" }]);
  });

  it("never uses another person's address", () => {
    expectRows(`
Name | Email | Spouse's email
Pat Doe | | kim@example.com => no address: Pat Doe
`);
    const rows = table("Name | Email | Club\nPat Doe | | club@example.com");
    const guess = guessSheet(rows);
    const ignored = guess.columns.map((one) =>
      one.title === "Club" ? { ...one, field: "notUsed" as const } : one
    );
    expect(readPeople(rows, { ...guess, columns: ignored }, context)[0]).toMatchObject({
      is: "no-address",
    });
  });

  it.each([
    [
      "the name in its address where it has no other",
      `
Email | Name
pat.doe@example.com | => Pat Doe <pat.doe@example.com>; Name: pat.doe@example.com = Pat Doe
pd@example.com | =>   <pd@example.com>
Kim Roe <kr@example.com> | n/a => Kim Roe <kr@example.com>; Name: kr@example.com = Kim Roe`,
    ],
    [
      "rank and retirement from the name where no column has them",
      `
Email | Name | Rank | Status
a@example.com | LTC (Ret.) Pat Doe | | => Pat Doe <a@example.com>; rank LTC; dutyStatus Veteran; Name: LTC (Ret.) Pat Doe = LTC, Veteran
b@example.com | CPT Kim Roe | MAJ | AD => Kim Roe <b@example.com>; rank MAJ; dutyStatus Active Duty; Status: AD = Active Duty`,
    ],
    [
      "the branch of its specialty where no column has a branch",
      `
Email | Name | MOS | Branch
a@example.com | Pat Doe | 13A | => Pat Doe <a@example.com>; mos 13A; armyBranch Field Artillery; MOS: 13A = Field Artillery
b@example.com | Kim Roe | 13A | Infantry => Kim Roe <b@example.com>; mos 13A; armyBranch Infantry`,
    ],
    [
      "values from other columns: a year after the name, a phone beside the address",
      `
Phone/Email | Name
817-555-0101 pat@example.com | Pat Doe '07 => Pat Doe <pat@example.com>; phoneNumber (817) 555-0101; classYear 2007; Phone/Email: 817-555-0101 pat@example.com = (817) 555-0101; Name: Pat Doe '07 = 2007`,
    ],
    [
      "topics by any of their names, and lists of several",
      `
Email | Name | Topics | Schools | Previous positions
a@example.com | Pat Doe | CV; branch selection; juggling | Airborne, Ranger | Platoon Leader, 1st Cav/nXO => Pat Doe <a@example.com>; helpTopics Resume Review + Branch Selection; armySchools Airborne + Ranger; previousPositions Platoon Leader, 1st Cav + XO; Topics: juggling`,
    ],
  ])("has %s", (_, sheet) => expectFacts(sheet));

  it("reads the name before an address when there is no header", () => {
    expectRows(`
"Doe, Pat" <pat@example.com> => Pat Doe <pat@example.com>
Kim Roe <kim@example.com> => Kim Roe <kim@example.com>
`);
  });
});

describe("a cell", () => {
  /** Values of a column's cells, each in its own row. */
  const becomes = (title: string, cells: readonly string[]) =>
    people(
      [
        `Email | Name | ${title}`,
        ...cells.map((cell, at) => `a${at}@example.com | Pat Doe | ${cell}`),
      ]
        .join("\n"),
    ).map(({ fields, notes }) => ({ fields: Object.values(fields).flat().join(), notes }));

  it.each([
    ["COMM DATE", ["20150509", "15 DEC 07", "09MAY2009", "11-MAY-24", "5/7/26", "2011-05-14"]],
    ["DOC", ["20150509", "15 DEC 07", "09MAY2009", "11-MAY-24", "5/7/26", "2011-05-14"]],
    ["Date Commissioned", ["2015", "'07", "Class of 2009", "SP24", "12/15/2026", "May 2011"]],
    ["Milestone", ["20150509", "15 DEC 07", "09MAY2009", "11-MAY-24", "07 MAY 26", "'11"]],
  ])("with a date under %j is a class year, and no note", (title, cells) => {
    expect(becomes(title, cells)).toEqual(
      ["2015", "2007", "2009", "2024", "2026", "2011"].map((fields) => ({ fields, notes: [] })),
    );
  });

  it.each(["MOS", "Company", "Job title", "Location", "Bio", "Industry", "Rank", "Class", "Phone"])(
    "of %s without a value is left out, and noted where a value will follow",
    (title) => {
      const said = becomes(title, ["N/A", "?", "none", "unknown", "(blank)", "not sure", "x"]);
      expect(said.filter(({ fields, notes }) => fields !== "" || notes.length > 0)).toEqual([]);
      expect(becomes(title, ["TBD", "tba", "Pending"]).map(({ fields, notes }) => [fields, notes]))
        .toEqual(["TBD", "tba", "Pending"].map((text) => ["", [{ title, text }]]));
    },
  );

  it.each(
    `
Last updated | 15 DEC 07 | |
Last updated | 09MAY2009 | |
Class | 2007-2008 | 2008 | noted
Class | 39431 | 2007 | noted
Status | ETS'd | Veteran | noted
Status | ETSed 2015 | Veteran | noted
Status | got out | Veteran | noted
Branch | Med Svc | Medical Service Corps | noted
Branch | Med Service | Medical Service Corps | noted
Branch | Quartermaster/Logistics | Quartermaster | noted
Branch | Transpo | Transportation | noted
Branch | Corps of Eng. | Corps of Engineers | noted
City | JBLM | Joint Base Lewis-McChord | noted
Location | DFW, TX | Dallas-Fort Worth, TX | noted
Salutation | COL | COL |
Salutation | Mr. | |
Salutation | Dr. | |
`.trim().split("\n").map((line) => line.split("|").map((cell) => cell.trim())),
  )("under %s with %j is %j, %s", (title = "", text = "", fields = "", noted) => {
    const notes = noted === "noted" ? [{ title, text, takenAs: fields }] : [];
    expect(becomes(title, [text])).toEqual([{ fields, notes }]);
  });

  it("with an unknown suffix does not change the name", () => {
    expectFacts(`
Email | First | Last | Suffix
pat@example.com | Fay | Ames | (Ret.) => Fay Ames <pat@example.com>; dutyStatus Veteran; Suffix: (Ret.) = Veteran
`);
  });
});

describe("people who are not invited", () => {
  const invited = "Pat Doe <pat@example.com>";
  const under = (title: string, cell: string) =>
    said(`Name | Email | ${title}\nPat Doe | pat@example.com | ${cell}`)[0];

  it.each(casesOf(`
Yes TRUE x 1 Y ✓ 2024-03-01 <- Email Opt Out | HasOptedOutOfEmail | PersonHasOptedOutOfEmail | Opt-Out | Opted out?
Yes TRUE x 1 Y ✓ 2024-03-01 <- Do Not Email | Do not e-mail | Do Not Contact | do_not_contact | DoNotEmail | npsp__Do_Not_Contact__c
Yes TRUE x 1 Y ✓ 2024-03-01 <- No Email | No e-mails | No mass email | No contact | DNC | Don't contact | Do not solicit | Do not invite
Yes TRUE x 1 Y ✓ 2024-03-01 <- Unsubscribed | Is Unsubscribed | Unsubscribed from all email | Portal Unsubscribe | Unsub | Requests no e-mail
Yes TRUE x 1 Y ✓ 2024-03-01 <- Unsubscribed at | UNSUB_TIME | Unsubscribe Date | Opt-out date | OptOut_Date | CLEAN_TIME | Email Bounced Date
Yes TRUE x 1 Y ✓ 2024-03-01 <- Bounced | IsEmailBounced | Hard bounced | Inactive | Is Inactive | Deactivated | Archived | Suppressed | Lost
Yes TRUE x 1 Y ✓ 2024-03-01 <- Do not send email | Don't email | Opt Out (Y/N) | Global opt out | DNC Flag | Suppress Email | Bounced Email
Yes TRUE x 1 Y ✓ 2024-03-01 <- Email delivery disabled | Email delivery disabled on | EMAIL_INACTIVE_IND | Delete | Skip | donotbulkemail | Newsletter opt out | No newsletter
Yes TRUE x 1 Y ✓ 2024-03-01 <- Lost contact | Invalid email address | Email invalid | Remove from list | Refuses email | Blocked | Exclude
`))("under %j with a yes or a date", (title, cells) => {
    for (const cell of cells.split(" ")) {
      expect([cell, under(title, cell)]).toEqual([cell, expect.stringMatching(notReached)]);
    }
    for (const cell of ["", "No", "N", "FALSE", "0", "n/a"]) {
      expect(under(title, cell)).toBe(invited);
    }
  });

  it.each(casesOf(`
 <- OK to contact | OK to contact? | Okay to email | May we contact you? | Can we email you? | Can email | Contact OK?
 <- Email Permission | Email permission status | Permission to email | Marketing consent | Consent | Email consent | GDPR consent
 <- Subscribed | Is subscribed | Subscribed to emails | Email subscription status | Opt in | Email Opt-In | Opted in | Accepts Email Marketing
 <- Valid email | Email deliverable | E-mail OK? | Okay to contact by email? | OK to Email (Y/N) | Contact permission | Receives e-mail
 <- Email validity | Reachable by email | May we send you newsletters and emails? | Contactable | Wants email | Receive emails | Would you like to receive emails from us? | Account active | Is Active | Allow contact
`))("under %j with a no", (title) => {
    for (
      const cell of [
        "No",
        "N",
        "FALSE",
        "0",
        "Never",
        "Unsubscribed",
        "Opted out",
        "No permissions set",
        "phone only",
        ...[
          "Nope",
          "N.",
          "NO!",
          "Nah",
          "Please don't",
          "I'd rather not",
          "I prefer not to be emailed",
        ],
        ...["I do not want to be contacted", "No thanks", "Not now", "By mail only"],
        ...["❌", "No 🚫", "Disagree", "I do not agree"],
      ]
    ) {
      expect([cell, under(title, cell)]).toEqual([cell, "opted out: Pat Doe"]);
    }
    for (
      const cell of [
        ...["", "Yes", "TRUE", "1", "x", "Implied", "Subscribed", "No problem", "Not a problem"],
        ...["No objection", "No worries", "Sure", "By email only", "Yes, but not at work"],
      ]
    ) {
      expect([cell, under(title, cell)]).toEqual([cell, invited]);
    }
  });

  it.each(casesOf(`
Yes x TRUE 2019 2019-05-01 5/1/19 <- Deceased | Deceased? | Is Deceased | DECEASED_FLAG | Dec'd | Date of death | Death Date | Deceased date
Yes x TRUE 2019 2019-05-01 5/1/19 <- Obituary | Funeral date | Memorial | Died | Year of death | In Memoriam | RIP | R.I.P. | KIA | Date of passing
No N FALSE <- Living | Living? | Alive | Is living
`))("under %j with %s, as deceased", (title, cells) => {
    for (const cell of cells.split(" ")) {
      expect([cell, under(title, cell)]).toEqual([cell, "deceased: Pat Doe"]);
    }
    expect(under(title, "")).toBe(invited);
  });

  it.each([
    ...[
      "Deactivated",
      "Bounced",
      "Bouncing",
      "Hard bounce",
      "Inactive",
      "Unsubscribed",
      "Cleaned",
      "Do not contact",
    ],
    ...[
      "Opted out",
      "opt-out",
      "Archived",
      "Lost contact",
      "Suppressed",
      "UNSUBSCRIBED",
      "non-subscribed",
    ],
  ])("under a status %j", (cell) => {
    for (const title of ["Status", "Member Status", "Email status", "Subscription status"]) {
      expect([title, under(title, cell)]).toEqual([title, expect.stringMatching(notReached)]);
    }
  });

  it.each(
    `
Status | Deceased
Status | Retired (deceased)
Status | Dead
Record type | Deceased
Record type | Alumni - deceased
Living/Deceased | Deceased
Vital status | Dead
Remarks | KIA 2010, Iraq
Remarks | great guy. Died in 2015
Remarks | Passed away last spring
Remarks | Passed 2 Feb 2018
Remarks | passed in 2018
Remarks | He passed away in 2015
Remarks | Sadly, Pat passed away in March
Remarks | Pat died in 2015
Remarks | 3/2020: deceased
Remarks | reported deceased by a classmate
Remarks | Presumed dead
Remarks | killed in Iraq 2006
Remarks | Killed in action
Remarks | lost his battle with cancer
Remarks | funeral was in May
Remarks | Wife called. He died in 2015
Remarks | ✝ 2015
Status | Passed
Record status code | D
Vital status | D
DOD | 3/14/2021
`.trim().split("\n").map((line) => line.split(" | ")),
  )("are deceased: %s %s", (title = "", cell = "") => {
    expect(under(title, cell)).toBe("deceased: Pat Doe");
  });

  it.each([
    ...[
      "Pat Doe (dec.)",
      "Pat Doe KIA",
      "Pat Doe KIA Iraq 2005",
      "Pat Doe d. 2019",
      "Pat Doe (dec)",
      "Pat Doe, deceased",
      "Pat Doe - deceased",
      "Pat Doe †",
      "† Pat Doe",
    ],
    ...[
      "Pat Doe (d. 2019)",
      "Deceased - Pat Doe",
      "Pat Doe (RIP)",
      "Doe, Pat (Dec'd)",
      "The late Pat Doe",
      "Pat Doe dec'd",
    ],
  ])("are deceased where the name says so: %s", (name) => {
    expect(said(`Name | Email\n${name} | pat@example.com`)[0]).toMatch(/^deceased: /);
  });

  it.each(
    `
Remarks | DO NOT CONTACT
Remarks | Please remove from list
Remarks | asked us not to email
Remarks | wants no contact
Remarks | No more emails please
Remarks | Unsubscribed 3/2024
Remarks | lost contact in 2015
Solicit codes | Annual fund; Do Not Email
Email preference | No email
Tags | VIP, do not contact
Categories | Alumni,Do Not Contact
Tags | "Alumni","DoNotContact"
Remarks | No longer wishes to be contacted
Remarks | he asked us not to contact him
Remarks | She asked to be removed
Remarks | Widow asked to be taken off the list
Remarks | doesn't want any more email
Remarks | declined contact
Remarks | Not interested in being contacted
Remarks | **DO NOT CONTACT**
Remarks | has opted out of emails
Remarks | Do not call or email
Remarks | do not phone/e-mail
Remarks | 2019 - has unsubscribed
Do not allow Bulk Emails | Do Not Allow
Member status | Not interested
Account status | Disabled
Invite? | No
Include? | N
Contact? | No
Email? | No
`.trim().split("\n").map((line) => line.split(" | ")),
  )("are those who asked for it: %s %s", (title = "", cell = "") => {
    expect(under(title, cell)).toBe("opted out: Pat Doe");
  });

  it.each(
    `
Remarks | wife Jo (deceased)
Remarks | Wife deceased in 2015; loves mentoring
Remarks | Carried a soldier who died in 2004
Remarks | His roommate was killed in action
Remarks | Passed the bar exam
Remarks | Passed APFT 2018
Remarks | Never contacted
Remarks | Prefers not to speak in public
Remarks | Asked not to be listed in the directory
Remarks | Not interested in donating, but likes contact with cadets
Marital status | Deceased spouse
Record type code | D
Living situation code | D
Tags | Fallen Heroes 5K
Remarks | KIA bracelet for a friend
Remarks | not yet contacted
Remarks | Do not hesitate to contact
Remarks | Do not call, email is best
Remarks | Heard he isn't dead
Remarks | Isolated post
Remarks | never unsubscribed
Remarks | Not deceased, corrected 2020
Job title | Funeral director
Living/Deceased | L
Vital status | A
DOD | Yes
RSVP status | Declined
Do not allow Emails | Allow
Receive newsletters | No
Newsletter | No
Email newsletter subscription | No
Would you like to get our quarterly newsletter? | No
Subscribed to the alumni newsletter | No
Company | Kia Motors
Job title | Contact tracer
Do Not Call | Yes
DoNotCall | TRUE
HasOptedOutOfFax | TRUE
No. of emails sent | 3
Unsubscribe link | https://example.com/u/1
Spouse deceased | Yes
Last contact | 2019-03-01
Member Status | Lapsed
Status | Retired
Status | Active
Duty status | Inactive Ready Reserve
Active | No
Email verified | No
Would you like to mentor? | No
OK to share in directory | No
Milestone | Dec 2007
APFT | Passed
Birth month | Dec
Deceased | unknown
Living/Deceased | Living
Marketing emails bounced | 1
Account Name | Acme
Deceased date | 0000-00-00
Title | Inactive duty trainer
Nickname | Dec
`.trim().split("\n").map((line) => line.split(" | ")),
  )("are not those with %s: %s", (title = "", cell = "") => {
    expect(under(title, cell)).toBe(invited);
  });

  it.each(["Declan Doe", "Dec Doe", "Pat Dec", "Rip Torn", "Kia Doe", "Pat Late", "Death Doe"])(
    "are not those named %s",
    (name) =>
      expect(said(`Name | Email\n${name} | pat@example.com`)[0]).toBe(`${name} <pat@example.com>`),
  );

  it("are marked by any of their rows, even if others share their address", () => {
    expectRows(`
Name | Email | Status
Pat Doe (deceased) | doe@example.com | => deceased: Pat Doe
Kim Doe | doe@example.com | => Kim Doe <doe@example.com>
Sam Poe | sam@example.com | => opted out: Sam Poe
Sam Poe | sam@example.com | do not contact => Sam Poe as 4
`);
  });

  it("don't include people who declined postal mail, if another column is about email", () => {
    expectRows(`
Name | Email | Email opt out | Mail opt out | Do not mail
Pat Doe | pat@example.com | 0 | 1 | 1 => Pat Doe <pat@example.com>
Kim Roe | kim@example.com | 1 | 0 | 0 => opted out: Kim Roe
`);
    expect(under("Do not mail", "Yes")).toBe("opted out: Pat Doe");
  });

  it.each([
    ...[["Status", "Bounced"], ["Status", "Hard bounce"], ["Status", "Cleaned"]],
    ...[["IsEmailBounced", "Yes"], ["Email invalid", "x"], ["CLEAN_TIME", "2024-03-01"]],
  ])("by email that came back: %s, %s", (title, cell) => {
    expect(under(title, cell)).toBe("bounced: Pat Doe");
  });

  it.each([
    ...[["Status", "Unsubscribed"], ["Email status", "Opted out"], ["Unsubscribed", "Yes"]],
    ...[["Bounced", "Unsubscribed"], ["Unsubscribed or bounced", "Yes"]],
  ])("by their wish: %s, %s", (title, cell) => {
    expect(under(title, cell)).toBe("opted out: Pat Doe");
  });

  it("include people below a heading that says so, up to the next heading", () => {
    expectRows(`
Name | Email | Class
** DECEASED **
Pat Doe | pat@example.com | 1975 => deceased: Pat Doe
Kim Roe => deceased: Kim Roe
Sam Poe | sam@example.com | 1976 => deceased: Sam Poe
 | | 
DO NOT CONTACT
Al Fox | al@example.com | 1990 => opted out: Al Fox
Lost contact / bad address
Bo Fox | bo@example.com | 1991 => bounced: Bo Fox
ACTIVE ALUMNI
Cy Fox | cy@example.com | 1992 => Cy Fox <cy@example.com>
In Memoriam
Di Fox | di@example.com | 1993 => deceased: Di Fox
CLASS OF 2001
Ed Fox | ed@example.com | 2001 => Ed Fox <ed@example.com>
Deceased members are in red here
Fay Fox | fay@example.com | 2001 => Fay Fox <fay@example.com>
`);
  });

  it("include people whose name has a sign explained in a row", () => {
    expectRows(`
Name | Email | Class
Pat Doe* | pat@example.com | 1975 => deceased: Pat Doe
*Kim Roe | kim@example.com | 1976 => deceased: Kim Roe
Sam Poe | sam@example.com | 1977 => Sam Poe <sam@example.com>
Al Fox+ | al@example.com | 1978 => opted out: Al Fox
* = deceased
+ Do not contact
Bo Fox | bo@example.com | 1979 => Bo Fox <bo@example.com>
`);
    expect(said("Name | Email\nPat Doe* | pat@example.com\n* = on active duty")[0]).toBe(invited);
  });

  it("are marked by any of their rows, regardless of its address", () => {
    expectRows(`
Alumni ID | Name | Email | Class | Deceased
71 | Pat Doe | pat@example.com | 1992 | => deceased: Pat Doe
71 | Patrick Doe | doe@example.com | | Yes => Patrick Doe as 2
72 | Kim Roe | kim@example.com | 1993 | => deceased: Kim Roe
73 | Kim Roe | roe@example.com | | Yes => deceased: Kim Roe
74 | Sam Poe | sam@example.com | 1994 | => Sam Poe <sam@example.com>
75 | Sam Poe | poe@example.com | 1969 | Yes => deceased: Sam Poe
`);
  });

  it("have a sheet that is not shown first; nor is a summary", () => {
    const sheet = (name: string, text: string) => ({ name, rows: table(text) });
    const list = "Name | Email\nPat Doe | pat@example.com";
    const sheets = [
      sheet("Deceased", list),
      sheet("Summary", "Class | Count\n2007 | 3\nAsk | rotc@example.com"),
      sheet("Empty", "Name | Email"),
      sheet("Alumni", list),
    ];
    expect(firstSheet(sheets)).toBe(3);
    expect(firstSheet(sheets.slice(0, 2))).toBe(1);
    expect(firstSheet(sheets.slice(0, 1))).toBe(0);
  });
});

describe("an address in the remarks", () => {
  it("belongs to the person if it abbreviates their name", () => {
    expectRows(`
Name | Contact
Robert O'Neill | rob@example.com (home) => Robert O'Neill <rob@example.com>
Cy Hart | cy@example.com / 254-555-0102 => Cy Hart <cy@example.com>
Kim Roe | jane@example.com (mother) => no address: Kim Roe
`);
  });

  it.each([
    ["POC: fox@example.com", "no address: Bo Lane"],
    ["fox@example.com", "no address: Bo Lane"],
    ["new: bo.lane7@example.com", "Bo Lane <bo.lane7@example.com>"],
    ["blane@example.com or fox@example.com", "Bo Lane <blane@example.com>"],
  ])("is theirs where it is like their name: %s", (cell, what) => {
    const rows = table(`Name | Email | Remarks\nBo Lane | | ${cell}`);
    const [row] = read(rows);
    expect(row && saidOf(row)).toBe(what);
    expect(row?.notes.some(({ text }) => text.includes("@"))).toBe(true);
  });
});

describe("rows without a person", () => {
  it("are skipped: titles, empty rows, repeated headers, totals and remarks", () => {
    expectRows(`
Alumni 2025
Email | Name
pat@example.com | Pat Doe => Pat Doe <pat@example.com>

Email | Name
 | Kim Roe => no address: Kim Roe
Total | 2
43
Please tell rotc@example.com about mistakes in here
`);
  });

  it("set the class year of the people below, if no column has it", () => {
    expectFacts(`
Alumni in May 2025
Class of 2007
Name | Email
Pat Doe | pat@example.com => Pat Doe <pat@example.com>; classYear 2007; Heading: Class of 2007 = 2007

Class of 2008
Name | Email
Kim Roe | kim@example.com => Kim Roe <kim@example.com>; classYear 2008; Heading: Class of 2008 = 2008
`);
    expectFacts(`
Class of 2007
Name | Email | Class
Pat Doe | pat@example.com | 2008 => Pat Doe <pat@example.com>; classYear 2008
`);
  });

  it("never contain an address, wherever the header is", () => {
    expectRows(`
pat@example.com | Pat Doe => Pat Doe <pat@example.com>
Email | Name
kim@example.com | Kim Roe => Kim Roe <kim@example.com>
`);
    expectRows(`
Email
pat.doe@example.com => Pat Doe <pat.doe@example.com>
Total Wine <kim@example.com> => Total Wine <kim@example.com>
`);
  });
});

describe("rows of one person", () => {
  it("are merged, and the first row's fields take priority", () => {
    expectFacts(`
Email | Other email | Name | Company | Rank | Schools
pat@example.com | | Pat Doe | Acme | | Airborne => Pat Doe <pat@example.com>; company Acme; armySchools Airborne + Ranger; rank CPT; Name: Patricia Doe; Company: Bell
kim@example.com | | Kim Roe => Kim Roe <kim@example.com>
 | PAT@example.com | Patricia Doe | Bell | CPT | Ranger => Patricia Doe as 2
`);
  });

  it("are a form's answers, and the last one counts", () => {
    expectRows(`
Timestamp | Email Address | Full name | Employer | OK to contact? | Help topics
11/3/2025 10:12:09 | pat@example.com | pat doe | Acme | No | Networking => Pat Doe as 4
11/5/2025 9:00:00 | kim@example.com | Kim Roe | Bell | Yes | => Kim Roe <kim@example.com>
11/4/2025 9:00:00 | pat@example.com | Pat Doe | Bell | Yes | Resume Review => Pat Doe <pat@example.com>
11/4/2025 9:00:00 | kim@example.com | Kim Roe | Acme | No | => Kim Roe as 3
1/4/2025 9:00:00 | sam@example.com | Sam Poe | | Yes | => Sam Poe as 7
11/4/2025 9:00:00 | sam@example.com | Sam Poe | | No | => opted out: Sam Poe
`);
    expectFacts(`
What's your email? | What's your name? | Who do you work for? | What can you help with?
pat@example.com | Pat Doe | Acme | Networking => Pat Doe as 3
pat@example.com | Pat Doe | Bell | Resume Review => Pat Doe <pat@example.com>; company Bell; helpTopics Resume Review; Company: Acme; Help topics: Networking
`);
  });

  it("are merged by the list's own number", () => {
    expectRows(`
Constituent ID | First | Last | Email | Class | Branch
71 | Pat | Doe | pat@example.com | 1992 | AR => Pat Doe <pat@example.com>
71 | Patrick | Doe | doe@example.com | | => Patrick Doe as 2
72 | Kim | Roe | kim@example.com | 1993 | => Kim Roe <kim@example.com>
72 | Lee | Roe | lee@example.com | 1993 | => Lee Roe <lee@example.com>
`);
  });

  it("are joined by a third row", () => {
    expectFacts(`
Email | Email 2 | Name
a@example.com | | Pat Doe => Pat Doe <a@example.com>, b@example.com; secondaryEmail b@example.com
b@example.com | | Pat Doe => Pat Doe as 2
b@example.com | a@example.com | Pat Doe => Pat Doe as 2
`);
  });

  it("stay two people if a couple shares an address and each has their own", () => {
    expectFacts(`
Email | Email 2 | Name | Phone
doe@example.com | | Pat Doe | 8175550101 => Pat Doe <doe@example.com>; phoneNumber (817) 555-0101
doe@example.com | kim@example.com | Kim Doe | 8175550102 => Kim Doe <kim@example.com>; phoneNumber (817) 555-0102
doe@example.com | | Lou Doe | => Lou Doe as 2
`);
  });

  it("keep their address when two people have one username", () => {
    expect(people(`
Email | Username | Name
a@example.com | patdoe | Pat Doe
b@example.com | PatDoe | Kim Roe
c@example.com | ab | Sam Poe`)).toMatchObject([
      { email: "a@example.com", username: "patdoe" },
      { email: "b@example.com", notes: [{ title: "Username", text: "PatDoe" }] },
      { email: "c@example.com", notes: [{ title: "Username", text: "ab" }] },
    ]);
  });
});

describe("several people in one row", () => {
  it("are a couple, each with an address; the first gets the row's cells", () => {
    expectFacts(`
Name | Email | Class
John & Mary Doe | john@example.com, mary@example.com | 1999 => John Doe <john@example.com>; classYear 1999; Name: John & Mary Doe = John Doe + Mary Doe <mary@example.com>; Name: John & Mary Doe = Mary Doe
Doe, John and Mary | mdoe@example.com; jdoe@example.com | 1999 => John Doe <jdoe@example.com>; classYear 1999; Name: Doe, John and Mary = John Doe + Mary Doe <mdoe@example.com>; Name: Doe, John and Mary = Mary Doe
CPT John Doe / MAJ Mary Doe | john.doe@example.com; mary.doe.mil@army.mil | 1999 => John Doe <john.doe@example.com>; classYear 1999; rank CPT; Name: CPT John Doe / MAJ Mary Doe = John Doe; Name: CPT John Doe = CPT + Mary Doe <mary.doe.mil@army.mil>; rank MAJ; Name: CPT John Doe / MAJ Mary Doe = Mary Doe; Name: MAJ Mary Doe = MAJ
John + Mary Doe | doe1@example.com doe2@example.com | 1999 => John Doe <doe1@example.com>; classYear 1999; Name: John + Mary Doe = John Doe + Mary Doe <doe2@example.com>; Name: John + Mary Doe = Mary Doe
`);
  });

  it("are a couple in columns of a first and a last name, with two last names, or like each other", () => {
    expectRows(`
First | Last | Email 1 | Email 2
John and Mary | Doe | jdoe@example.com | mdoe@example.com => John Doe <jdoe@example.com> + Mary Doe <mdoe@example.com>
Al & Jo | Fox & Ng | fox@example.com | jo.ng@example.com => Al Fox <fox@example.com> + Jo Ng <jo.ng@example.com>
John & Jane | Doe | john@example.com | jane@example.com => John Doe <john@example.com> + Jane Doe <jane@example.com>
`);
  });

  it("are one person if there is one address, or all belong to one person", () => {
    expectRows(`
Name | Email
John & Mary Doe | doe@example.com => John Doe <doe@example.com>
John & Mary Doe | mary.doe@example.com => Mary Doe <mary.doe@example.com>
Bob and Sue Smith | smiths@example.com => Bob Smith <smiths@example.com>
Al & Jo Fox | al@example.com, al.fox.mil@army.mil => Al Fox <al@example.com>
Mr. and Mrs. Cy Hart | cy@example.com, hart@example.com => Cy Hart <cy@example.com>
`);
  });

  it("are each invited from a cell written as mail programs do", () => {
    expectRows(`
Pat Doe <pat@example.com>; Kim Roe <kim@example.com> => Pat Doe <pat@example.com> + Kim Roe <kim@example.com>
"Fox, Al" <al@example.com>, Jo Ng (jo@example.com), CPT Li Poe li@example.com => Al Fox <al@example.com> + Jo Ng <jo@example.com> + Li Poe <li@example.com>
Maria de la Cruz y Lopez <maria@example.com> => Maria de la Cruz y Lopez <maria@example.com>
sam.poe@example.com; di.reed@example.com; ed.hart@example.com; fay.ames@example.com; cy@example.com => Sam Poe <sam.poe@example.com> + Di Reed <di.reed@example.com> + Ed Hart <ed.hart@example.com> + Fay Ames <fay.ames@example.com> +   <cy@example.com>
`);
  });

  it("are each invited from a list spread over cells", () => {
    expectRows(`
Pat Doe <pat@example.com> | Kim Roe <kim@example.com> => Pat Doe <pat@example.com> + Kim Roe <kim@example.com>
jo.ng@example.com | li.hart@example.com | ed@example.com => Jo Ng <jo.ng@example.com> + Li Hart <li.hart@example.com> +   <ed@example.com>
cy@example.com =>   <cy@example.com>
`);
  });

  it("are each invited from a column of addresses, and the named person gets the row's cells", () => {
    expectRows(`
Name | Email | Class
Kim Roe | Pat Doe <pat@example.com>; Kimberly Roe <kim@example.com> | 2001 => Kim Roe <kim@example.com> + Pat Doe <pat@example.com>
Pat Poe | Pat Poe <poe@example.com>; Patrick Poe <poe@example.org> | 2002 => Pat Poe <poe@example.com>
Al Fox | Personal mail <al@example.com>; Work mail <fox@example.org> | 2003 => Al Fox <al@example.com>
2nd Platoon | Jo Ng <jo@example.com>; Li Hart <li@example.com> | 2004 => Jo Ng <jo@example.com> + Li Hart <li@example.com>
`);
  });
});

describe("further addresses", () => {
  it("in one cell belong to its person", () => {
    expectFacts(`
Name | Email | Class
Pat Doe | Pat Doe <pat@example.com>; bobcat77@example.org | 2007 => Pat Doe <pat@example.com>, bobcat77@example.org; classYear 2007; secondaryEmail bobcat77@example.org
Kim Roe | kr@example.com; bobcat78@example.org | 2007 => Kim Roe <kr@example.com>, bobcat78@example.org; classYear 2007; secondaryEmail bobcat78@example.org
Al Fox | Gmail <al@example.com>, Yahoo <foxy@example.org> | 2007 => Al Fox <al@example.com>, foxy@example.org; classYear 2007; secondaryEmail foxy@example.org
`);
    expectRows(`
Email
Pat Doe <pat@example.com>; bobcat77@example.org => Pat Doe <pat@example.com>
kr@example.com; bobcat78@example.org =>   <kr@example.com>
kim.roe@example.com, zz@example.org => Kim Roe <kim.roe@example.com>
`);
  });
});

describe("exports as they come", () => {
  it("from Qualtrics are read without the row of import ids", () => {
    expectRows(`
Q1_1 | Q1_2 | Q2 | EndDate
Name - First | Name - Last | Preferred email address | End Date
{"ImportId":"QID1_1"} | {"ImportId":"QID1_2"} | {"ImportId":"QID2"} | {"ImportId":"endDate"}
Pat | Doe | pat@example.com | 2026-01-01 => Pat Doe <pat@example.com>
`);
  });

  it("from Google are read with name parts, title and state", () => {
    expectFacts(`
First Name | Middle Name | Last Name | Phonetic First Name | Name Prefix | Name Suffix | Organization Name | Organization Title | Organization Department | Birthday | Labels | E-mail 1 - Label | E-mail 1 - Value | E-mail 2 - Label | E-mail 2 - Value | Phone 1 - Label | Phone 1 - Value | Address 1 - Label | Address 1 - Street | Address 1 - City | Address 1 - Region | Address 1 - Country | Website 1 - Value
Patricia | Ann | Doe | Pa | LTC | Jr. | Acme | Chief Engineer | R&D | 1985-03-01 | * myContacts | * Home | pat@example.com | Work | pdoe@example.org | Mobile | 817\u2011555\u20110142 | Home | 1 Elm St | Fort Worth | TX | US | https://www.example.com/1 => Patricia Doe Jr. <pat@example.com>, pdoe@example.org; rank LTC; company Acme; jobTitle Chief Engineer; phoneNumber (817) 555-0142; location Fort Worth, TX; secondaryEmail pdoe@example.org
Kim | | Roe | | | | Bell | Pilot | | | * myContacts | * Work | kim@example.com ::: kr@example.com | | | | 817–555–0143 | | | | | | https://www.example.com/2 => Kim Roe <kim@example.com>, kr@example.com; company Bell; jobTitle Pilot; phoneNumber (817) 555-0143; secondaryEmail kr@example.com
`);
  });

  it("from Outlook are read without other people's names, and with one place", () => {
    expectFacts(`
Title | First Name | Last Name | Company | Job Title | Business City | Business State | Home City | Home State | Home Country/Region | Assistant's Name | Manager's Name | Children | Spouse | E-mail Address | E-mail Type | E-mail Display Name | E-mail 2 Address
Mr. | Pat | Doe | Acme | Engineer | | Texas | Boulder | CO | USA | Jo Aide | Max Boss | Al | Kim Doe | pat@example.com | SMTP | Pat Doe (pat@example.com) | pd@example.org => Pat Doe <pat@example.com>, pd@example.org; company Acme; jobTitle Engineer; location Boulder, CO; secondaryEmail pd@example.org
`);
  });

  it("from Salesforce are read with names of fields as titles", () => {
    expectFacts(`
Id | Salutation | FirstName | LastName | Title | Account.Name | MobilePhone | Email | MailingCity | MailingState | HasOptedOutOfEmail | HasOptedOutOfFax | DoNotCall
003 | Ms. | Pat | Doe | Engineer | Acme | 817-555-0101 | pat@example.com | Waco | TX | FALSE | TRUE | TRUE => Pat Doe <pat@example.com>; phoneNumber (817) 555-0101; jobTitle Engineer; company Acme; location Waco, TX
`);
  });

  it("don't read a website's number as a duty status", () => {
    expectFacts(`
Name | Email | Status | Website
Pat Doe | pat@example.com | 1 | https://example.com/1 => Pat Doe <pat@example.com>; Status: 1
Kim Roe | kim@example.com | 2 | https://example.com/2 => Kim Roe <kim@example.com>; Status: 2
`);
    expectFacts(`
Name | Email | Component
Pat Doe | pat@example.com | 1 => Pat Doe <pat@example.com>; dutyStatus Active Duty; Component: 1 = Active Duty
`);
  });
});

describe("a role in the program", () => {
  it.each(["Cadet", "Alumni", "alumna", "CADRE", "Former cadet"])("is no job: %s", (role) => {
    expectFacts(`
Name | Email | Role
Pat Doe | pat@example.com | ${role} => Pat Doe <pat@example.com>; Role: ${role}
Kim Roe | kim@example.com | Head of sales => Kim Roe <kim@example.com>; jobTitle Head of sales
`);
  });
});

describe("last names like other words", () => {
  it.each([
    "Do",
    "Ma",
    "V",
    "Null",
    "None",
    "No",
    "Na",
    "Blank",
    "Nil",
    "Ba",
    "Pe",
    "Ng",
    "True",
    "An",
  ])(
    "stay: %s",
    (last) => {
      expect(said(`First | Last | Email\nKim | ${last} | kim@example.com`))
        .toEqual([`Kim ${last} <kim@example.com>`]);
      expect(said(`Name | Email\nKim ${last} | k@example.com\n${last}, Kim | l@example.com`))
        .toEqual([`Kim ${last} <k@example.com>`, `Kim ${last} <l@example.com>`]);
    },
  );

  it("are missing where there is no first name, or in another case", () => {
    expectRows(`
First | Last | Email
none | none | a@example.com =>   <a@example.com>
Kim | NULL | b@example.com => Kim  <b@example.com>
Kim | n/a | c@example.com => Kim  <c@example.com>
CHRISTOPHER | NULL | d@example.com => Christopher Null <d@example.com>
Li | Na | e@example.com => Li Na <e@example.com>
`);
  });

  it("aren't degrees", () => {
    expectRows(`
Name | Email
Anh Thi Do | a@example.com => Anh Thi Do <a@example.com>
Li, Ma | b@example.com => Ma Li <b@example.com>
Pat Doe, MA | c@example.com => Pat Doe <c@example.com>
Pat Doe DO | d@example.com => Pat Doe <d@example.com>
`);
  });
});

describe("rows below a person", () => {
  it("belong to that person if they have only an address or a phone", () => {
    expectFacts(`
Name | Email | Phone | Class
Pat Doe | pat@example.com | | 2001 => Pat Doe <pat@example.com>, pdoe@example.org; classYear 2001; phoneNumber (817) 555-0102; secondaryEmail pdoe@example.org; Phone number: (817) 555-0103
 | pdoe@example.org | 817-555-0102 | => Pat Doe as 2
 | | 817-555-0103 | => Pat Doe as 2
Sam Poe | | | 2007 => Sam Poe <sam77@example.com>; classYear 2007
 | sam77@example.com | | => Sam Poe as 5
Fay Ames | fay@example.com | | 2009 => Fay Ames <fay@example.com>; classYear 2009
 | kim.roe@example.com | | => Kim Roe <kim.roe@example.com>; Name: kim.roe@example.com = Kim Roe
 | cyh@example.com | | =>   <cyh@example.com>
`);
  });

  it("are no people with a heading in the column of addresses or phones", () => {
    expectFacts(`
Email | Name | Phone
pat@example.com | Pat Doe | => Pat Doe <pat@example.com>
Class of 2008 | |
kim@example.com | Kim Roe | => Kim Roe <kim@example.com>; classYear 2008; Heading: Class of 2008 = 2008
 | | retired
`);
  });
});

describe("any cells", () => {
  const repeated = ["a,", "(", "@", "-", "1", "'", " ", "a@"].map((text) => text.repeat(10_000));
  const hostile = [
    ..."=1+1 <script> \u202e \u0000 constructor __proto__".split(" "),
    ...repeated,
    `${"a".repeat(9000)}@`,
  ];
  const cell = fc.oneof(
    // These mark people who died.
    fc.string({ maxLength: 30, unit: "binary" }).filter((text) => !/[†✝]/.test(text)),
    fc.constantFrom(
      ...hostile,
      ..."CPT|Infantry|2012|Doe, Pat|n/a|8175550101|Total|Email|Name".split("|"),
    ),
  );
  const fields = fc.constantFrom(
    ...Object.keys(columns).filter((name) =>
      !/^(?:notUsed|deceased|doNotContact|mayContact)$/.test(name)
    ),
    undefined,
  ) as fc.Arbitrary<keyof typeof columns | undefined>;

  it("give one person per row with an address, or merge it with an earlier one", () => {
    const width = 6;
    const row = fc.tuple(
      fc.array(cell, { minLength: width, maxLength: width }),
      fc.nat(width - 1),
      fc.nat(40),
    );
    fc.assert(
      fc.property(
        fc.array(row, { maxLength: 12 }),
        fc.array(fields, { minLength: width, maxLength: width }),
        (rows, chosen) => {
          const sheet = rows.map(([cells, at, who]) => cells.with(at, `pat${who}@example.com`));
          const guess = {
            headerRow: undefined,
            columns: chosen.map((field, at) => ({ title: `Column ${at}`, field, examples: [] })),
          };
          const found = readPeople(sheet, guess, context);
          expect(found.map(({ number }) => number)).toEqual(sheet.map((_, at) => at + 1));
          expect(found.filter(({ is }) => is !== "new" && is !== "same")).toEqual([]);
          const invited = found.flatMap(personOf);
          expect(new Set(invited.map(({ email }) => email.toLowerCase())).size).toBe(
            invited.length,
          );
          const reached = invited.flatMap((
            { email, otherEmails },
          ) => [email.toLowerCase(), ...otherEmails]);
          for (const [, , who] of rows) expect(reached).toContain(`pat${who}@example.com`);
        },
      ),
      { numRuns: 300 },
    );
  });

  it("are read fast", () => {
    const rows = Array.from({ length: 100 }, (_, at) => [`pat${at}@example.com`, ...hostile]);
    const named = Object.keys(columns) as (keyof typeof columns)[];
    const startedAt = performance.now();
    for (const field of named) {
      const guess = {
        headerRow: undefined,
        columns: rows[0]?.map((_, at) => ({
          title: "",
          field: at === 0 ? "email" as const : field,
          examples: [],
        })) ?? [],
      };
      expect(readPeople(rows, guess, context)).toHaveLength(100);
    }
    // 40,000 cells of 10,000 characters: a slow expression would take minutes.
    expect(performance.now() - startedAt).toBeLessThan(20_000);
  });
});
