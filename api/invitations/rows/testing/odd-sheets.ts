import { type ProgramSheet, table } from "./six-programs.ts";

/** Sheets that are laid out in other ways, of people who do not exist. */
export const oddSheets: readonly ProgramSheet[] = [
  {
    of: "a band of titles over groups",
    rows: table(`
Who | | | Service | | | Spouse |
Name | Email | Phone | Rank | Branch | YG | Name | Email
Fay Ames | fay@example.com | 8175550101 | CPT | AV | 2012 | Bo Ames | bo@example.net
Cy Hart | cy@example.com | | MAJ | EN | 2007 | |
`),
    people: ["Fay Ames fay@example.com", "Cy Hart cy@example.com"],
  },
  {
    of: "two tables below each other",
    rows: table(`
Name | Email | Rank
Fay Ames | fay@example.com | CPT

Rank | Year Group | E-mail | Last Name | First Name
1LT | 2020 | di@example.com | Poe | Di
2LT | 2024 | ed@example.com | Roe | Ed
Name | Email | Rank
Cy Hart | cy@example.com | MAJ
`),
    people: [
      "Fay Ames fay@example.com",
      "Di Poe di@example.com",
      "Ed Roe ed@example.com",
      "Cy Hart cy@example.com",
    ],
  },
  {
    of: "couples",
    rows: table(`
Husband | Wife | Husband Email | Wife Email | Class
Al Fox | Jo Fox | al@example.com | jo@example.net | 1999
`),
    people: ["Al Fox al@example.com"],
  },
  {
    of: "three addresses",
    rows: table(`
Rank | Last | First | Email (Military) | Email (Work) | Email (Personal)
CPT | Ames | Fay | fay.m.ames.mil@army.mil | fay.ames@example.org | fay@example.com
MAJ | Hart | Cy | cy.hart.mil@army.mil | chart@example.org |
1LT | Poe | Di | di.poe.mil@army.mil | |
`),
    people: [
      "Fay Ames fay@example.com",
      "Cy Hart chart@example.org",
      "Di Poe di.poe.mil@army.mil",
    ],
  },
  {
    of: "addresses in the notes",
    rows: table(`
Name | Year | Notes
Fay Ames | 2012 | moved to Plano; fay.ames@example.com is best
Cy Hart | 2007 | chart77@example.com (home)
Ed Roe | 2021 | via his mother jane.miller@example.net
`),
    people: ["Fay Ames fay.ames@example.com", "Cy Hart chart77@example.com"],
  },
  {
    of: "a roster of five names' columns",
    rows: table(`
Rank | First | MI | Last | Suffix | E-Mail Addr. | Comm Yr | BR
LTC(R) | ROBERT | J | O'NEILL | JR | rjo@example.com | 98 | AR
COL | FAY | | AMES | (Ret.) | fay@example.com | 88 | IN
Ms. | Kim | A | Ng | PhD | kng@example.com | 05 |
`),
    people: [
      "Robert O'Neill Jr. rjo@example.com",
      "Fay Ames fay@example.com",
      "Kim Ng kng@example.com",
    ],
  },
  {
    of: "ranks behind names",
    rows: table(`
NAME | EMAIL | UIC
DOE, JANE CPT | jane@example.com | WABCAA
ROE, CHRIS M. 1LT | chris@example.com | WABCAA
O'NEILL, PAT LTC RET | pat@example.com | WABCBB
`),
    people: [
      "Jane Doe jane@example.com",
      "Chris Roe chris@example.com",
      "Pat O'Neill pat@example.com",
    ],
  },
  {
    of: "years of school",
    rows: table(`
Name | E-mail | MS I | MS II | MS III | MS IV | Commissioned
Fay Ames | fay@example.com | 2008 | 2009 | 2010 | 2011 | May 2012
Cy Hart | cy@example.com | x | x | x | x | '07
`),
    people: ["Fay Ames fay@example.com", "Cy Hart cy@example.com"],
  },
  {
    of: "one class",
    rows: table(`
Class of 2009
Name | Email Address | Current Assignment
Fay Ames | fay@example.com | 1-12 CAV, Fort Cavazos
Cy Hart | cy@example.com | civilian, Bell
`),
    people: ["Fay Ames fay@example.com", "Cy Hart cy@example.com"],
  },
  {
    of: "few people without titles",
    rows: table(`
Mia Nash | TBD | | |
Jack Kerr | jack@example.com | '07 | MAJ | Infantry
Al Fox '12 | al@example.com | '12 | CPT | Space
`),
    people: ["Jack Kerr jack@example.com", "Al Fox al@example.com"],
  },
  {
    of: "one person without titles",
    rows: table("CPT | Fay | Ames | fay@example.com | 817-555-0101"),
    people: ["Fay Ames fay@example.com"],
  },
  {
    of: "a unit",
    rows: table(`
Ser | RK | SURNAME, GIVEN | UNIT/DUTY POSN | EMAIL ADDR (AKO) | EMAIL ADDR (CIV) | TEL
1 | CPT | AMES, FAY | B/1-12 CAV CDR | FAY.AMES@US.ARMY.MIL | FAMES@EXAMPLE.COM | DSN 555-0101
2 | MAJ | HART, CY | BN S3 | CY.HART@US.ARMY.MIL | | C: 254.555.0102
`),
    people: ["Fay Ames fames@example.com", "Cy Hart cy.hart@us.army.mil"],
  },
];
