import { describe, expect, it } from "vitest";
import { knownAs } from "../../../events/army-words.ts";
import { type ArmyField, readArmyWords } from "./choices.ts";
import { readClassYear } from "./class-years.ts";
import { isNothing } from "./lists.ts";
import { joinPlace } from "./places.ts";
import { findAddresses, findPhones, readLinkedIn } from "./contact-cells.ts";

describe("addresses in a cell", () => {
  it.each<[cell: string, addresses: string, broken?: string]>([
    ["pat@example.com", "pat@example.com"],
    [" Pat.Doe@Example.com. ", "Pat.Doe@Example.com"],
    ["PAT.DOE@EXAMPLE.COM", "pat.doe@example.com"],
    ["pat@example.com; kim@example.com", "pat@example.com kim@example.com"],
    ["pat@example.com,kim@example.com", "pat@example.com kim@example.com"],
    ["pat@example.com / kim@example.com", "pat@example.com kim@example.com"],
    ["pat@example.com\nkim@example.com", "pat@example.com kim@example.com"],
    ["pat@example.com or PAT@example.com", "pat@example.com"],
    ["Pat Doe <pat@example.com>", "pat@example.com"],
    ["“Doe, Pat” <pat@example.com>", "pat@example.com"],
    ["mailto:pat@example.com?subject=Hi", "pat@example.com"],
    ['<a href="mailto:pat@example.com">pat@example.com</a>', "pat@example.com"],
    ["E-mail: pat@example.com (home)", "pat@example.com"],
    ["pat @ example.com", "pat@example.com"],
    ["pat＠example.com", "pat@example.com"],
    ["pat.o'neill+rotc@mail.example.com", "pat.o'neill+rotc@mail.example.com"],
    ["pat@gmial,com", "", "pat@gmial"],
    ["pat@@example.com", "", "pat@@example.com"],
    ["@patdoe", "", "@patdoe"],
    ["none@none.com", ""],
    ["noemail@example.com", ""],
    ["nona@example.com", "nona@example.com"],
    ["n/a", ""],
    ["", ""],
  ])("%j", (cell, addresses, broken = "") => {
    const found = findAddresses(cell);
    expect([found.addresses.join(" "), found.broken.join(" ")]).toEqual([addresses, broken]);
  });
});

describe("phone numbers in a cell", () => {
  it.each([
    ["8175550142", "(817) 555-0142"],
    ["817.555.0142", "(817) 555-0142"],
    ["(817)555-0142", "(817) 555-0142"],
    ["1-817-555-0142", "(817) 555-0142"],
    ["+1 (817) 555-0142", "(817) 555-0142"],
    ["817 555 0142 x12", "(817) 555-0142 ext. 12"],
    ["817-555-0142 Ext. 12", "(817) 555-0142 ext. 12"],
    ["817-555-0142x12", "(817) 555-0142 ext. 12"],
    ["Cell: 817-555-0142", "(817) 555-0142"],
    ["817-555-0142 / 817-555-0143", "(817) 555-0142; (817) 555-0143"],
    ["817-555-0142 (h), 817-555-0143 (c)", "(817) 555-0142; (817) 555-0143"],
    ["817-555-0142 or 817-555-0142", "(817) 555-0142"],
    ["+49 6221 555010", "+49 6221 555010"],
    ["555-0142", "555-0142"],
    ["8175550142.0", "(817) 555-0142"],
    ["call me", ""],
    ["12", ""],
  ])("%j", (cell, numbers) => {
    expect(findPhones(cell).join("; ")).toBe(numbers);
  });
});

describe("the class year in a cell", () => {
  it.each([
    ["2007", "2007"],
    ["2007.0", "2007"],
    ["'07", "2007"],
    ["’07", "2007"],
    ["07", "2007"],
    ["7", undefined],
    ["98", "1998"],
    ["'68", "1968"],
    ["Class of 2007", "2007"],
    ["Class of '07", "2007"],
    ["c/o 2007", "2007"],
    ["SP07", "2007"],
    ["Spring 2007", "2007"],
    ["FA 2007", "2007"],
    ["F07", "2007"],
    ["2007FA", "2007"],
    ["07SP", "2007"],
    ["YG07", "2007"],
    ["YG 2007", "2007"],
    ["2007-12-15", "2007"],
    ["2007-12-15T00:00:00", "2007"],
    ["12/15/2007", "2007"],
    ["12/15/07", "2007"],
    ["15 DEC 07", "2007"],
    ["15-Dec-07", "2007"],
    ["15DEC07", "2007"],
    ["15DEC2007", "2007"],
    ["Dec-07", "2007"],
    ["May 2007", "2007"],
    ["5/07", "2007"],
    ["May '07", "2007"],
    ["December 15, 2007", "2007"],
    ["20071215", "2007"],
    ["200712", "2007"],
    ["39431", "2007"],
    ["39431.5", "2007"],
    ["2003-2007", "2007"],
    ["2003 – 2007", "2007"],
    ["2003, 2007", undefined],
    ["TBD", undefined],
    ["1066", undefined],
    ["2099", undefined],
    ["75000", undefined],
    ["MS IV", undefined],
    ["8175550142", undefined],
    ["2007".repeat(2500), undefined],
  ])("%j", (cell, classYear) => {
    expect(readClassYear(cell, 2026)).toBe(classYear);
  });
});

describe("the Army's words in a cell", () => {
  it.each<[field: ArmyField, cell: string, said: string]>([
    ["rank", "CPT", "rank CPT"],
    ["rank", "Maj", "rank MAJ"],
    ["rank", "Maj.", "rank MAJ"],
    ["rank", "Major", "rank MAJ"],
    ["rank", "MAJ (P)", "rank MAJ"],
    ["rank", "1st Lt", "rank 1LT"],
    ["rank", "1st Lt.", "rank 1LT"],
    ["rank", "1 LT", "rank 1LT"],
    ["rank", "First Lieutenant", "rank 1LT"],
    ["rank", "2d Lt", "rank 2LT"],
    ["rank", "Second Lieutenant", "rank 2LT"],
    ["rank", "O-3", "rank CPT"],
    ["rank", "O3", "rank CPT"],
    ["rank", "0-3", "rank CPT"],
    ["rank", "O-3E", "rank CPT"],
    ["rank", "CPT/O-3", "rank CPT"],
    ["rank", "C.P.T.", "rank CPT"],
    ["rank", "Capt", "rank CPT"],
    ["rank", "Lt Col", "rank LTC"],
    ["rank", "Lt. Colonel", "rank LTC"],
    ["rank", "LTC (Ret.)", "rank LTC, dutyStatus Veteran"],
    ["rank", "LTC, Retired", "rank LTC, dutyStatus Veteran"],
    ["rank", "Ret LTC", "rank LTC, dutyStatus Veteran"],
    ["rank", "COL, USAR", "rank COL, dutyStatus Army Reserve"],
    ["rank", "Brig. Gen.", "rank BG"],
    ["rank", "General", "rank GEN"],
    ["rank", "CW3", "rank CW3"],
    ["rank", "LTC (R)", "rank LTC, dutyStatus Veteran"],
    ["rank", "Lieutenant", ""],
    ["rank", "LT", ""],
    ["rank", "CPT/MAJ", ""],
    ["rank", "Lt (USN)", ""],
    ["rank", "Captian", "rank CPT"],
    ["rank", "Unicorn", ""],
    ["rank", "Civilian", ""],
    ["armyBranch", "engineers", "armyBranch Corps of Engineers"],
    ["armyBranch", "EN", "armyBranch Corps of Engineers"],
    ["armyBranch", "Corps of Engineers", "armyBranch Corps of Engineers"],
    ["armyBranch", "Engineer Branch", "armyBranch Corps of Engineers"],
    ["armyBranch", "12A", "armyBranch Corps of Engineers, mos 12A"],
    ["armyBranch", "12", "armyBranch Corps of Engineers"],
    ["armyBranch", "Infantry (11A)", "armyBranch Infantry, mos 11A"],
    ["armyBranch", "IN", "armyBranch Infantry"],
    ["armyBranch", "Field Arty", "armyBranch Field Artillery"],
    ["armyBranch", "FA", "armyBranch Field Artillery"],
    ["armyBranch", "MI", "armyBranch Military Intelligence"],
    ["armyBranch", "Mil Intel", "armyBranch Military Intelligence"],
    ["armyBranch", "JAG", "armyBranch Judge Advocate General"],
    ["armyBranch", "JAG Corps", "armyBranch Judge Advocate General"],
    ["armyBranch", "Judge Advocate General's Corps", "armyBranch Judge Advocate General"],
    ["armyBranch", "Adjutant General's Corps", "armyBranch Adjutant General"],
    ["armyBranch", "Air Defense", "armyBranch Air Defense Artillery"],
    ["armyBranch", "Quarter Master", "armyBranch Quartermaster"],
    ["armyBranch", "Signal", "armyBranch Signal Corps"],
    ["armyBranch", "Cyber", "armyBranch Cyber Corps"],
    ["armyBranch", "Chemical", "armyBranch Chemical Corps"],
    ["armyBranch", "Ordinance", "armyBranch Ordnance"],
    ["armyBranch", "Medical Service", "armyBranch Medical Service Corps"],
    ["armyBranch", "AN", "armyBranch Army Nurse Corps"],
    ["armyBranch", "Transportation Corps", "armyBranch Transportation"],
    ["armyBranch", "Vet Corps", "armyBranch Veterinary Corps"],
    ["armyBranch", "MP", "armyBranch Military Police"],
    ["armyBranch", "AR", "armyBranch Armor"],
    ["armyBranch", "Armor/Cavalry", "armyBranch Armor"],
    ["armyBranch", "Infantry Officer", "armyBranch Infantry"],
    ["armyBranch", "Infantary", "armyBranch Infantry"],
    ["armyBranch", "Quatermaster", "armyBranch Quartermaster"],
    ["armyBranch", "Calvary", "armyBranch Armor"],
    ["armyBranch", "FA/MI", ""],
    ["armyBranch", "Logistics", ""],
    ["armyBranch", "Navy - Supply", ""],
    ["armyBranch", "USAR", "dutyStatus Army Reserve"],
    ["mos", "12A", "mos 12A, armyBranch Corps of Engineers"],
    ["mos", "11A - Infantry", "mos 11A, armyBranch Infantry"],
    ["mos", "15a", "mos 15A, armyBranch Aviation"],
    ["mos", "11B40", "mos 11B40"],
    ["mos", "153A", "mos 153A"],
    ["dutyStatus", "AD", "dutyStatus Active Duty"],
    ["dutyStatus", "Active", "dutyStatus Active Duty"],
    ["dutyStatus", "Regular Army", "dutyStatus Active Duty"],
    ["dutyStatus", "Active Duty - Fort Liberty", "dutyStatus Active Duty"],
    ["dutyStatus", "COMPO 1", "dutyStatus Active Duty"],
    ["dutyStatus", "3", "dutyStatus Army Reserve"],
    ["dutyStatus", "USAR", "dutyStatus Army Reserve"],
    ["dutyStatus", "U.S. Army Reserve", "dutyStatus Army Reserve"],
    ["dutyStatus", "Reserves", "dutyStatus Army Reserve"],
    ["dutyStatus", "USAR (IRR)", "dutyStatus Army Reserve"],
    ["dutyStatus", "Individual Ready Reserve", "dutyStatus Army Reserve"],
    ["dutyStatus", "ARNG", "dutyStatus National Guard"],
    ["dutyStatus", "TXARNG", "dutyStatus National Guard"],
    ["dutyStatus", "TX ARNG", "dutyStatus National Guard"],
    ["dutyStatus", "Texas Army National Guard", "dutyStatus National Guard"],
    ["dutyStatus", "Guard", "dutyStatus National Guard"],
    ["dutyStatus", "Retired", "dutyStatus Veteran"],
    ["dutyStatus", "Retired Reserve", "dutyStatus Veteran"],
    ["dutyStatus", "Separated", "dutyStatus Veteran"],
    ["dutyStatus", "Former Army officer", "dutyStatus Veteran"],
    ["dutyStatus", "Retired 2019", "dutyStatus Veteran"],
    ["dutyStatus", "Retired LTC, works at Acme", "dutyStatus Veteran, rank LTC"],
    ["dutyStatus", "ARNG (TX)", "dutyStatus National Guard"],
    ["dutyStatus", "Coast Guard", ""],
    ["dutyStatus", "not active", ""],
    ["dutyStatus", "AD/ARNG", ""],
    ["dutyStatus", "Deceased", ""],
    ["dutyStatus", "active ".repeat(1500), ""],
  ])("%s %j", (field, cell, said) => {
    const found = Object.entries(readArmyWords(field, cell)).map((pair) => pair.join(" "));
    expect(found.sort()).toEqual(said.split(", ").filter((text) => text !== "").sort());
  });
});

describe("names of values, as in search", () => {
  const fields = ["armyBranch", "rank", "dutyStatus"] as const;
  const lines = fields.flatMap((field) => knownAs[field].map((line) => ({ field, ...line })))
    .filter(({ value }) => value !== "CIV");

  it.each(lines)("$value is read by all that means the same", ({ field, value, names }) => {
    const unread = names.filter((name) => readArmyWords(field, name)[field] !== value);
    expect(unread).toEqual([]);
  });

  it.each(lines)("$value is not read by what only finds it", ({ field, value, loose }) => {
    const read = loose.filter((name) => readArmyWords(field, name)[field] === value);
    expect(read.filter((name) => !/^\d{2}[A-Z]$/.test(name))).toEqual([]);
  });
});

describe("a profile on LinkedIn", () => {
  it.each([
    ["https://www.linkedin.com/in/patdoe", "https://www.linkedin.com/in/patdoe"],
    ["linkedin.com/in/patdoe", "https://linkedin.com/in/patdoe"],
    ["www.linkedin.com/in/patdoe/", "https://www.linkedin.com/in/patdoe/"],
    ["http://m.linkedin.com/in/patdoe", "https://www.linkedin.com/in/patdoe"],
    ["https://linkedin.com/in/patdoe?utm_source=x#top", "https://linkedin.com/in/patdoe"],
    ["Pat: LinkedIn.com/in/patdoe", "https://linkedin.com/in/patdoe"],
    ["https://evil.example/linkedin.com/in/patdoe", undefined],
    ["notlinkedin.com/in/patdoe", undefined],
    ["patdoe", undefined],
  ])("%j", (cell, address) => {
    expect(readLinkedIn(cell)).toBe(address);
  });
});

describe("a place of several cells", () => {
  it.each([
    ["Fort Worth", "TX", "", "Fort Worth, TX"],
    ["FORT WORTH", "Texas", "USA", "Fort Worth, TX"],
    ["Fort Worth, TX", "TX", "United States", "Fort Worth, TX"],
    ["", "TX", "", "Texas"],
    ["", "New York", "", "New York"],
    ["Vicenza", "", "Italy", "Vicenza, Italy"],
    ["WASHINGTON", "D.C.", "", "Washington, DC"],
    ["FT. BRAGG, NC", "", "", "Ft. Bragg, NC"],
    ["Plano, TX 75023-1234", "", "", "Plano, TX"],
    ["Heidelberg", "Baden", "Germany", "Heidelberg, Baden, Germany"],
  ])("%j %j %j", (city, state, country, place) => {
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
