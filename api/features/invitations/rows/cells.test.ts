import { describe, expect, it } from "vitest";
import { knownAs } from "../../../../events/army-words.ts";
import { type ArmyField, readArmyWords } from "./choices.ts";
import { readClassYear } from "./class-years.ts";
import { isNothing } from "./lists.ts";
import { joinPlace } from "./places.ts";
import { findAddresses, findPhones, readLinkedIn } from "./contact-cells.ts";
import { casesOf } from "./testing/cases.ts";

describe("addresses in a cell", () => {
  it.each(casesOf(`
pat@example.com <- pat@example.com | pat@example.com or PAT@example.com | Pat Doe <pat@example.com>
pat@example.com <- “Doe, Pat” <pat@example.com> | mailto:pat@example.com?subject=Hi
pat@example.com <- <a href="mailto:pat@example.com">pat@example.com</a> | E-mail: pat@example.com (home)
pat@example.com <- pat @ example.com | pat＠example.com
Pat.Doe@Example.com <- \u00a0Pat.Doe@Example.com.\u00a0
pat.doe@example.com <- PAT.DOE@EXAMPLE.COM
pat@example.com kim@example.com <- pat@example.com; kim@example.com | pat@example.com,kim@example.com
pat@example.com kim@example.com <- pat@example.com / kim@example.com | pat@example.com\\nkim@example.com
pat.o'neill+rotc@mail.example.com <- pat.o'neill+rotc@mail.example.com
nona@example.com <- nona@example.com
pat@example.com <- pat\u200b@example.com | pat@exam\u00adple.com | \ufeffpat@example.com | 'pat@example.com' | pat@example.com...
pat@example.com <- pat@example.com (work) | pat@example.com work | Work: pat@example.com | email pat@example.com
pat@example.com <- Doe, Pat <pat@example.com> | Pat Doe [pat@example.com] | Pat Doe pat@example.com | CPT Pat M. Doe pat@example.com
pat@example.com <- Pat Doe\\npat@example.com | 817-555-0101 pat@example.com | mailto:pat@example.com | • pat@example.com | pat@example.com; n/a
pat.o'neill@example.com <- pat.o’neill@example.com | pat.oʼneill@example.com | pat.o´neill@example.com
pat-doe@example.com <- pat\u2011doe@example.com | pat\u2010doe@example.com
pat@example.com kim@example.com <- pat@example.com or kim@example.com | pat@example.com kim@example.com | pat@example.com & kim@example.com
pat@example.com kim@example.com <- pat@example.com (home), kim@example.com (work) | Home: pat@example.com; Work: kim@example.com
kim@example.com broken: pat doe@example.com <- pat doe@example.com; kim@example.com | kim@example.com\\npat doe@example.com
broken: pat doe@example.com <- pat\u00a0doe@example.com
broken: doe@example.com <- pat;doe@example.com | pat\\ndoe@example.com
broken: pat@example.co <- pat@example.co\\nm
 <- none@none.com | noemail@example.com | n/a |  | pat at example dot com | pat(at)example.com
`))("%j", (cell, expected) => {
    const { addresses, broken } = findAddresses(cell);
    const found = [...addresses, ...broken.flatMap((part) => ["broken:", part])];
    expect(found.join(" ")).toBe(expected);
  });

  it.each(
    `
pat@gmial,com
pat@@example.com
pat@doe@example.com
pat@example
@patdoe
pat doe@example.com
Pat M doe@example.com
PAT DOE PAT DOE@EXAMPLE.COM
pat doe @ example.com
pat. doe@example.com
pat .doe@example.com
pat, doe@example.com
pat,doe@example.com
pat/doe@example.com
pat:doe@example.com
pat–doe@example.com
<pat doe@example.com>
pat <doe@example.com
.pat@example.com
pat..doe@example.com
pat@exam ple.com
pat@example. com
pat@example.co m
pat@mail.ex ample.com
pat@example.com?subject=Hi
pat@example.com?
pat@example.com??
pat@example.com see notes
kim@example.com (mother)
pat@example.com (old)
pat@example.com (bounces)
`.trim().split("\n"),
  )("are never cut to fit: %j", (cell) => {
    expect(findAddresses(cell)).toEqual({ addresses: [], broken: [cell] });
  });
});

describe("phone numbers in a cell", () => {
  it.each(casesOf(`
(817) 555-0142 <- 8175550142 | 817.555.0142 | (817)555-0142 | 1-817-555-0142 | +1 (817) 555-0142
(817) 555-0142 <- Cell: 817-555-0142 | 817-555-0142 or 817-555-0142 | 8175550142.0
(817) 555-0142 ext. 12 <- 817 555 0142 x12 | 817-555-0142 Ext. 12 | 817-555-0142x12
(817) 555-0142; (817) 555-0143 <- 817-555-0142 / 817-555-0143 | 817-555-0142 (h), 817-555-0143 (c)
+49 6221 555010 <- +49 6221 555010
555-0142 <- 555-0142
 <- call me | 12
`))("%j", (cell, numbers) => {
    expect(findPhones(cell).join("; ")).toBe(numbers);
  });
});

describe("the class year in a cell", () => {
  it.each(casesOf(`
2007 <- 2007 | 2007.0 | '07 | ’07 | 07 | Class of 2007 | Class of '07 | c/o 2007 | SP07 | Spring 2007 | FY07 | FY 2007 | FY'07
2007 <- FA 2007 | F07 | 2007FA | 07SP | YG07 | YG 2007 | 2007-12-15 | 2007-12-15T00:00:00 | 12/15/2007
2007 <- 12/15/07 | 15 DEC 07 | 15-Dec-07 | 15DEC07 | 15DEC2007 | Dec-07 | May 2007 | 5/07 | May '07
2007 <- December 15, 2007 | 20071215 | 200712 | 39431 | 39431.5 | 2003-2007 | 2003 – 2007
2007 <- 1905-06-29 | 6/29/1905 | 06/29/1905 | 29.06.1905 | 29/06/1905 | 29-Jun-1905 | June 29, 1905
2007 <- Thursday, June 29, 1905 | Thu, Jun 29, 1905 | 29 June 1905 | 6/29/1905 0:00 | 1905-06-29 00:00:00
2007 <- 1905-06-29T00:00:00 | 1909-06-30 | 6/30/1909 | 30-Jun-1909 | 1900-01-07 | 1/7/1900 | 1904-01-08
2007 <- 2,007 | 39,431 | 2,007.00
1998 <- 98 | 6/20/1905 | 6/21/1909 | 4/7/1900
1968 <- '68
 <- 1905 | 1905-12-17 | 3/15/1905 | 9/30/1905 | 6/29/1906 | 1899-12-30 | 1910
 <- 7 | 2003, 2007 | TBD | 1066 | 2099 | 75000 | MS IV | 8175550142 | ${"2007".repeat(2500)}
`))("%.40j", (cell, classYear) => {
    expect(readClassYear(cell, 2026) ?? "").toBe(classYear);
  });
});

/** Values read from cells of a column, by the column's field. */
const armyCells: Readonly<Record<ArmyField, string>> = {
  rank: `
rank CPT <- CPT | O-3 | O3 | 0-3 | O-3E | CPT/O-3 | C.P.T. | Capt | Captian
rank MAJ <- Maj | Maj. | Major | MAJ (P)
rank 1LT <- 1st Lt | 1st Lt. | 1 LT | First Lieutenant
rank 2LT <- 2d Lt | Second Lieutenant
rank LTC <- Lt Col | Lt. Colonel
rank LTC, dutyStatus Veteran <- LTC (Ret.) | LTC, Retired | Ret LTC | LTC (R)
rank COL, dutyStatus Army Reserve <- COL, USAR
rank BG <- Brig. Gen.
rank GEN <- General
rank CW3 <- CW3
 <- Lieutenant | LT | CPT/MAJ | Lt (USN) | Unicorn | Civilian
`,
  armyBranch: `
armyBranch Corps of Engineers <- engineers | EN | Corps of Engineers | Engineer Branch | 12
armyBranch Corps of Engineers, mos 12A <- 12A
armyBranch Infantry, mos 11A <- Infantry (11A)
armyBranch Infantry <- IN | Infantry Officer | Infantary
armyBranch Field Artillery <- Field Arty | FA
armyBranch Military Intelligence <- MI | Mil Intel
armyBranch Judge Advocate General <- JAG | JAG Corps | Judge Advocate General's Corps
armyBranch Adjutant General <- Adjutant General's Corps
armyBranch Air Defense Artillery <- Air Defense
armyBranch Quartermaster <- Quarter Master | Quatermaster
armyBranch Signal Corps <- Signal
armyBranch Cyber Corps <- Cyber
armyBranch Chemical Corps <- Chemical
armyBranch Ordnance <- Ordinance
armyBranch Medical Service Corps <- Medical Service
armyBranch Army Nurse Corps <- AN
armyBranch Transportation <- Transportation Corps
armyBranch Veterinary Corps <- Vet Corps
armyBranch Military Police <- MP
armyBranch Armor <- AR | Armor/Cavalry | Calvary
dutyStatus Army Reserve <- USAR
 <- FA/MI | Logistics | Navy - Supply
`,
  mos: `
armyBranch Corps of Engineers, mos 12A <- 12A
armyBranch Infantry, mos 11A <- 11A - Infantry
armyBranch Aviation, mos 15A <- 15a
mos 11B40 <- 11B40
mos 153A <- 153A
`,
  dutyStatus: `
dutyStatus Active Duty <- AD | Active | Regular Army | Active Duty - Fort Liberty | COMPO 1
dutyStatus Army Reserve <- 3 | USAR | U.S. Army Reserve | Reserves | USAR (IRR) | Individual Ready Reserve
dutyStatus National Guard <- ARNG | TXARNG | TX ARNG | Texas Army National Guard | Guard | ARNG (TX)
dutyStatus Veteran <- Retired | Retired Reserve | Separated | Former Army officer | Retired 2019
rank LTC, dutyStatus Veteran <- Retired LTC, works at Acme
 <- Coast Guard | not active | AD/ARNG | Deceased | ${"active ".repeat(1500)}
`,
};

describe.each(Object.entries(armyCells) as [ArmyField, string][])(
  "a cell of %s",
  (field, cells) => {
    it.each(casesOf(cells))("%.40j", (cell, expected) => {
      const found = Object.entries(readArmyWords(field, cell, "Component")).map((pair) =>
        pair.join(" ")
      );
      expect(found.join(", ")).toBe(expected);
    });
  },
);

describe("names of values, as in search", () => {
  const fields = ["armyBranch", "rank", "dutyStatus"] as const;
  const lines = fields.flatMap((field) => knownAs[field].map((line) => ({ field, ...line })))
    .filter(({ value }) => value !== "CIV");

  it.each(lines)("reads $value from every synonym", ({ field, value, names }) => {
    const unread = names.filter((name) => readArmyWords(field, name)[field] !== value);
    expect(unread).toEqual([]);
  });

  it.each(lines)(
    "doesn't read $value from words that only find it in search",
    ({ field, value, loose }) => {
      const read = loose.filter((name) => readArmyWords(field, name)[field] === value);
      expect(read.filter((name) => !/^\d{2}[A-Z]$/.test(name))).toEqual([]);
    },
  );
});

describe("a profile on LinkedIn", () => {
  it.each(casesOf(`
https://www.linkedin.com/in/patdoe <- https://www.linkedin.com/in/patdoe | http://m.linkedin.com/in/patdoe
https://linkedin.com/in/patdoe <- linkedin.com/in/patdoe | https://linkedin.com/in/patdoe?utm_source=x#top
https://linkedin.com/in/patdoe <- Pat: LinkedIn.com/in/patdoe
https://www.linkedin.com/in/patdoe/ <- www.linkedin.com/in/patdoe/
 <- https://evil.example/linkedin.com/in/patdoe | notlinkedin.com/in/patdoe | patdoe
`))("%j", (cell, address) => {
    expect(readLinkedIn(cell) ?? "").toBe(address);
  });
});

describe("a place of several cells", () => {
  it.each(casesOf(`
Fort Worth, TX <- Fort Worth; TX | FORT WORTH; Texas; USA | Fort Worth, TX; TX; United States
Texas <- ; TX
New York <- ; New York
Vicenza, Italy <- Vicenza; ; Italy
Washington, DC <- WASHINGTON; D.C.
Ft. Bragg, NC <- FT. BRAGG, NC
Ft Sill, OK <- FT SILL, OK
APO, AE <- APO, AE
KMC, Germany <- KMC, GERMANY
Plano, TX <- Plano, TX 75023-1234
Heidelberg, Baden, Germany <- Heidelberg; Baden; Germany
`))("%j", (cells, place) => {
    const [city = "", state = "", country = ""] = cells.split("; ").map((cell) =>
      cell.replace(";", "")
    );
    expect(joinPlace(city, state, country)).toBe(place);
  });
});

describe("a cell without a value", () => {
  it.each(["n/a", "N/A", "#N/A", "none", "-", "—", " ", "unknown", "?", "NULL", "Not provided"])(
    "%j",
    (cell) => {
      expect(isNothing(cell)).toBe(true);
    },
  );

  it.each(["TBD", "Nona", "No Man's Land"])("is not %j", (cell) => {
    expect(isNothing(cell)).toBe(false);
  });
});
