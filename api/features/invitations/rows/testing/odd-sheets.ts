import { sheetsIn } from "./six-programs.ts";

/** Sheets with unusual layouts, of invented people. */
export const oddSheets = sheetsIn(`
=== a band of titles over groups
Who |  |  | Service |  |  | Spouse |
Name | Email | Phone | Rank | Branch | YG | Name | Email
Fay Ames | fay@example.com | 8175550101 | CPT | AV | 2012 | Bo Ames | bo@example.net => Fay Ames fay@example.com
Cy Hart | cy@example.com |  | MAJ | EN | 2007 |  | => Cy Hart cy@example.com
=== two tables below each other
Name | Email | Rank
Fay Ames | fay@example.com | CPT => Fay Ames fay@example.com

Rank | Year Group | E-mail | Last Name | First Name
1LT | 2020 | di@example.com | Poe | Di => Di Poe di@example.com
2LT | 2024 | ed@example.com | Roe | Ed => Ed Roe ed@example.com
Name | Email | Rank
Cy Hart | cy@example.com | MAJ => Cy Hart cy@example.com
=== couples
Husband | Wife | Husband Email | Wife Email | Class
Al Fox | Jo Fox | al@example.com | jo@example.net | 1999 => Al Fox al@example.com
=== three addresses
Rank | Last | First | Email (Military) | Email (Work) | Email (Personal)
CPT | Ames | Fay | fay.m.ames.mil@army.mil | fay.ames@example.org | fay@example.com => Fay Ames fay@example.com
MAJ | Hart | Cy | cy.hart.mil@army.mil | chart@example.org | => Cy Hart chart@example.org
1LT | Poe | Di | di.poe.mil@army.mil |  | => Di Poe di.poe.mil@army.mil
=== addresses in the notes
Name | Year | Notes
Fay Ames | 2012 | moved to Plano; fay.ames@example.com is best => Fay Ames fay.ames@example.com
Cy Hart | 2007 | chart77@example.com (home) => Cy Hart chart77@example.com
Ed Roe | 2021 | via his mother jane.miller@example.net
=== a roster of five names' columns
Rank | First | MI | Last | Suffix | E-Mail Addr. | Comm Yr | BR
LTC(R) | ROBERT | J | O'NEILL | JR | rjo@example.com | 98 | AR => Robert O'Neill Jr. rjo@example.com
COL | FAY |  | AMES | (Ret.) | fay@example.com | 88 | IN => Fay Ames fay@example.com
Ms. | Kim | A | Ng | PhD | kng@example.com | 05 | => Kim Ng kng@example.com
=== ranks behind names
NAME | EMAIL | UIC
DOE, JANE CPT | jane@example.com | WABCAA => Jane Doe jane@example.com
ROE, CHRIS M. 1LT | chris@example.com | WABCAA => Chris Roe chris@example.com
O'NEILL, PAT LTC RET | pat@example.com | WABCBB => Pat O'Neill pat@example.com
=== years of school
Name | E-mail | MS I | MS II | MS III | MS IV | Commissioned
Fay Ames | fay@example.com | 2008 | 2009 | 2010 | 2011 | May 2012 => Fay Ames fay@example.com
Cy Hart | cy@example.com | x | x | x | x | '07 => Cy Hart cy@example.com
=== one class
Class of 2009
Name | Email Address | Current Assignment
Fay Ames | fay@example.com | 1-12 CAV, Fort Cavazos => Fay Ames fay@example.com
Cy Hart | cy@example.com | civilian, Bell => Cy Hart cy@example.com
=== few people without titles
Mia Nash | TBD |  |  |
Jack Kerr | jack@example.com | '07 | MAJ | Infantry => Jack Kerr jack@example.com
Al Fox '12 | al@example.com | '12 | CPT | Space => Al Fox al@example.com
=== one person without titles
CPT | Fay | Ames | fay@example.com | 817-555-0101 => Fay Ames fay@example.com
=== a unit
Ser | RK | SURNAME, GIVEN | UNIT/DUTY POSN | EMAIL ADDR (AKO) | EMAIL ADDR (CIV) | TEL
1 | CPT | AMES, FAY | B/1-12 CAV CDR | FAY.AMES@US.ARMY.MIL | FAMES@EXAMPLE.COM | DSN 555-0101 => Fay Ames fames@example.com
2 | MAJ | HART, CY | BN S3 | CY.HART@US.ARMY.MIL |  | C: 254.555.0102 => Cy Hart cy.hart@us.army.mil
`);
