/** Spreadsheets of invented people. */
export interface ProgramSheet {
  readonly of: string;
  readonly rows: readonly (readonly string[])[];
  /** First name, last name, and the address at which each is invited. */
  readonly people: readonly string[];
}

/** Parses sheets. The first line of each is its name; the person of a row follows "=>". */
export function sheetsIn(text: string): readonly ProgramSheet[] {
  return text.trim().replace(/^=== /, "").split("\n=== ").map((sheet) => {
    const [of = "", ...lines] = sheet.split("\n");
    const parts = lines.map((line) => line.split(" => "));
    return {
      of,
      rows: parts.map(([row = ""]) =>
        row.split("|").map((cell) => cell.trim().replaceAll("\\n", "\n"))
      ),
      people: parts.flatMap(([, person]) => person ?? []),
    };
  });
}

export const sixPrograms = sheetsIn(`
=== a registrar
SPRIDEN_ID | Last Name | First Name | MI | Suffix | Degree | Major | Grad Date | Univ Email | Pref Email | Home Phone | Cell Phone | City | ST | Zip | Emergency Contact Email
900000001 | Doe | Patricia | A |  | BS | History | 12/15/2007 | pdoe@students.example.edu | pat.doe@example.com | 817/555-0101 | 8175550102 | Fort Worth | TX | 76129 | mother@example.net => Patricia Doe pat.doe@example.com
900000002 | O'Neill | Robert |  | Jr. | BA | Nursing | 05/10/2014 | roneill@students.example.edu |  |  | (817)555-0103 | Arlington | TX | 76010 | wife@example.net => Robert O'Neill Jr. roneill@students.example.edu
900000003 | Núñez | José |  |  | BBA | Finance | 2019-05-11 | jnunez@students.example.edu | n/a |  |  | DALLAS | TX | 75201 | => José Núñez jnunez@students.example.edu
900000004 | Smith-Jones | Ana | M |  | BS | Biology | 39431 |  | ana.sj@example.com | n/a | 817.555.0104 |  | VA | 22201 | => Ana Smith-Jones ana.sj@example.com
900000005 | Reed | Kayla |  |  | BS | Physics | Aug 2021 | kreed@students.example.edu | kayla.reed@example.com |  |  | Vicenza |  |  | father@example.net => Kayla Reed kayla.reed@example.com
Total Records: 5
=== a colonel
Bobcat Battalion Alumni 2025
as of 3 Nov 25, call COL Doe with corrections (coldoe@example.com)

# | Rank/Name | Yr | Br | Where are they now? | E-mail | Phone | Status | Remarks
1 | LTC (Ret.) Robert “Bob” Doe Jr. | '98 | IN | Lone Star Power, Houston | bob.doe@example.com | 713-555-0111 | Retired | great speaker => Robert Doe Jr. bob.doe@example.com
2 | MAJ Ana de la Cruz | 07 | Engineers | Fort Liberty | ana.delacruz.mil@army.mil; ana.dlc@example.com | DSN 555-0112 | AD | => Ana de la Cruz ana.dlc@example.com
3 | CPT Kim | 2016 | MI | Ft Huachuca | kim.sam@example.com |  | AD | =>  Kim kim.sam@example.com
4 | 1LT Roe, Chris | 2022 | Avn | Ft Novosel | ask Kim | 334-555-0114 | AD | email? try chris.roe@example.com => Chris Roe chris.roe@example.com
5 | 2LT Poe, Dana | 2025 | FA | BOLC | dana.poe@example.com. |  |  | new => Dana Poe dana.poe@example.com

Cadre
# | Rank/Name | Yr | Br | Where are they now? | E-mail | Phone | Status | Remarks
6 | SFC (Ret) Lee Park |  |  | Fort Worth | Lee Park <lee.park@example.com> |  |  | ran supply for years => Lee Park lee.park@example.com
TOTAL | 6
Note: dues are paid until June, see the treasurer
=== a form's answers
Timestamp | Email Address | What is your full name? | What year did you commission? | What is your current rank? | What branch did you commission into? | What is your current duty status? | What is your MOS / AOC? | Where do you live now (city, state)? | Who is your current employer? | What is your job title? | What can you help cadets with? | LinkedIn profile | Anything else?
11/3/2025 10:12:09 | pat.doe@example.com | pat doe | Class of 2012 | Captain | aviation | National Guard | 15A | fort worth, tx | Acme Air | Test Pilot | Branch Selection, Airborne School, Rock climbing | linkedin.com/in/patdoe | Happy to help! => Pat Doe pat.doe@example.com
11/3/2025 11:02:44 | KIM.ROE@EXAMPLE.COM | Kim Roe | SP07 | Maj. | Judge Advocate General's Corps | USAR | 27A | Austin, Texas | Roe & Roe LLP | Attorney | Resume Review;Networking | https://www.linkedin.com/in/kimroe?utm_source=share | => Kim Roe kim.roe@example.com
11/4/2025 09:00:00 | sam@example.com | Sam | TBD | civilian | n/a | left in 2015 |  | Seattle |  |  | anything | @sam | my other mail is sam.poe@example.com => Sam Poe sam@example.com
11/4/2025 09:01:00 | sam@example.com | Sam Poe | 2011 | CPT | Signal | Veteran | 25A | Seattle, WA | Cloudline | Engineer |  |  |
=== an association's mail merge
Prefix | Full Name | Preferred Name | Address Line 1 | City, State ZIP | Preferred E-mail | Alternate E-mail | Class | Employer | Position | Spouse Name | Spouse Email | Member Status
Mr. | Patrick J. Doe, Ph.D. | Pat | 1 Elm St | Fort Worth, TX 76109 | pat@example.com | pdoe@work.example.com | 1988 | Acme | Vice President | Jo Doe | jo.doe@example.net | Life => Patrick Doe pat@example.com
Mrs. | Josephine Doe | Jo | 1 Elm St | Fort Worth, TX 76109 | pat@example.com | jo@example.com | 1989 |  |  | Pat Doe | pat.doe@example.net | Life => Josephine Doe jo@example.com
Dr. | Kim-Anh Nguyen |  | 2 Oak St | Plano, TX 75023 | kim.nguyen@example.com, kn@clinic.example.com |  | '95 | Plano Clinic | Physician |  |  | Annual => Kim-Anh Nguyen kim.nguyen@example.com
COL | Maria van der Berg (Ret.) | Mia | APO AE 09012 | Stuttgart, Germany |  | mia@example.com | Class of 1979 |  |  |  |  | Annual => Maria van der Berg mia@example.com
Ms. | Cher |  |  |  | cher@example.com |  |  |  |  |  |  | Lapsed => Cher  cher@example.com
=== connections of LinkedIn
Notes:
"When exporting your connection data, you may notice that some of the email addresses are missing."

First Name | Last Name | URL | Email Address | Company | Position | Connected On
Pat | Doe, MBA | https://www.linkedin.com/in/pat-doe-1 | pat.doe@example.com | Lone Star Power | Operations Manager | 12 Nov 2023 => Pat Doe pat.doe@example.com
Kim | Roe | https://www.linkedin.com/in/kimroe |  | Acme | Engineer | 03 Jan 2022
Óscar | Núñez | https://www.linkedin.com/in/oscar | oscar@example.com |  |  | 01 Feb 2021 => Óscar Núñez oscar@example.com
TJ | McDonald |  | tj@example.com | U.S. Army | Company Commander | 02 Feb 2021 => TJ McDonald tj@example.com
=== an S1
1 | CPT | DOE, PAT M | 12A | AD | PAT.M.DOE.MIL@ARMY.MIL | 254-555-0121 | 20120512 | FT CAVAZOS, TX => Pat Doe pat@example.com
2 | 1LT | O'NEILL, ROBERT J JR | 11A | TXARNG | ROBERT.ONEILL@EXAMPLE.COM | 817-555-0122 | 20200509 | FORT WORTH, TX => Robert O'Neill Jr. robert.oneill@example.com
3 | MAJ | DE LA CRUZ, MARIA | 70B | USAR | MARIA.J.DELACRUZ2.MIL@ARMY.MIL\\nMARIA@EXAMPLE.COM | (210) 555-0123 | 20071215 | SAN ANTONIO, TX => Maria de la Cruz maria@example.com
4 | LTC | MCDONALD, SEAN | 13A | RET | SEAN@EXAMPLE.COM / SMCD@EXAMPLE.ORG | 5805550124 | 19990515 | LAWTON, OK => Sean McDonald sean@example.com
5 | 2LT | NG, LI | 25A | AD | NG.LI@EXAMPLE.COM |  | 20250510 | FT EISENHOWER, GA => Li Ng ng.li@example.com
6 | CPT | DOE, PAT M |  |  | PAT.M.DOE.MIL@ARMY.MIL; PAT@EXAMPLE.COM |  |  |
`);
