/**
 * Made-up profiles that are shaped like real ones: about 57 words each, few words very common and
 * many rare, some choices far more popular than others.
 *
 * @module
 */
import {
  armyBranches,
  dutyStatuses,
  helpTopics,
  ranks,
  type Role,
  roles,
} from "../../events/vocabulary.ts";
import type { ProfileDocument } from "../project-document.ts";
import type { Random } from "../testing/random.ts";

export interface DocumentMaker {
  /** The document of member number `member`; another one each time. */
  make(member: number): ProfileDocument;
}

const day = 24 * 60 * 60 * 1000;
const lastDay = Date.UTC(2026, 10, 20);

const commonWords =
  `the and of to in for with a leader army team training officer served platoon company operations
  leadership experience logistics planning engineer ranger deployed community mentor cadets program
  infantry battalion management project students veteran transition career graduate university
  commander executive support communications intelligence analysis medical aviation maintenance
  security strategy finance consulting technology health education family afghanistan iraq germany
  korea texas airborne school instructor reserve national guard supply chain software data product
  sales marketing research science policy government volunteer coaching networking resume interview`
    .split(/\s+/);

const titles = ["Director", "Manager", "Analyst", "Engineer", "Consultant", "Officer", "Lead"];
const areas = ["Operations", "Finance", "Logistics", "Product", "Security", "Sales", "Training"];
const positions = [
  ...["Platoon Leader", "Company Executive Officer", "Company Commander", "Battalion S3"],
  ...["Assistant S1", "Brigade S4", "Fire Support Officer", "Aide-de-camp"],
];
const schools = ["Airborne School", "Air Assault School", "Ranger School", "Sapper", "BOLC"];
const suffixes = ["Group", "Inc", "Partners", "LLC", "Holdings", "Systems", "Services", "Bank"];
const industries =
  `Technology,Healthcare,Finance,Defense,Consulting,Education,Energy,Logistics,Government,Retail,
  Manufacturing,Real Estate,Law,Media,Nonprofit,Aerospace,Construction,Insurance`
    .split(/,\s*/);

export function createDocumentMaker(random: Random): DocumentMaker {
  const vocabulary = [...commonWords, ...inventWords(random, 60_000)];
  const lastNames = inventWords(random, 4000).map(capitalized);
  const firstNames = inventWords(random, 600).map(capitalized);
  const companies = inventWords(random, 2500).map(capitalized);
  const cities = inventWords(random, 150).map((city, at) =>
    `${capitalized(city)}, ${states[at % 12]}`
  );

  const bio = () => Array.from({ length: 32 + random.int(20) }, () => common(random, vocabulary));
  const topics = () => [
    ...new Set(Array.from({ length: 1 + random.int(4) }, () => {
      return common(random, helpTopics);
    })),
  ];

  function make(member: number): ProfileDocument {
    return {
      memberId: memberIdOf(member),
      role: random.chance(0.02) ? null : roleOf(random),
      firstName: common(random, firstNames),
      lastName: common(random, lastNames),
      jobTitle: random.chance(0.8) ? `${random.pick(areas)} ${random.pick(titles)}` : null,
      company: random.chance(0.8)
        ? `${common(random, companies)} ${common(random, suffixes)}`
        : null,
      rank: random.chance(0.9) ? common(random, ranks) : null,
      mos: `${10 + random.int(80)}${random.pick(["A", "B", "C", "D"])}`,
      armyBranch: random.chance(0.9) ? common(random, armyBranches) : null,
      dutyStatus: random.chance(0.9) ? random.pick(dutyStatuses) : null,
      classYear: random.chance(0.8) ? String(2026 - Math.floor(40 * random.next() ** 2)) : null,
      industry: random.chance(0.7) ? common(random, industries) : null,
      location: random.chance(0.8) ? common(random, cities) : null,
      helpTopics: topics(),
      previousPositions: Array.from({ length: random.int(3) }, () => random.pick(positions)),
      armySchools: Array.from({ length: random.int(3) }, () => random.pick(schools)),
      expertise: Array.from({ length: random.int(4) }, () => common(random, vocabulary)),
      bio: bio().join(" "),
      takesRequests: random.chance(0.4),
      updatedAtMs: lastDay - random.int(900 * day),
    };
  }

  return { make };
}

/** Like a UUID in length, and in that neighbours share nothing. */
export function memberIdOf(member: number): string {
  const mixed = Math.imul(member + 1, 0x9e3779b1) >>> 0;
  return `${mixed.toString(16).padStart(8, "0")}-0000-4000-8000-${
    String(member).padStart(12, "0")
  }`;
}

/** The nth word is chosen about n times less often than the first (Zipf's law). */
export function common<T>(random: Random, choices: readonly T[]): T {
  const rank = Math.floor(Math.exp(random.next() * Math.log(choices.length + 1))) - 1;
  return choices[Math.min(rank, choices.length - 1)] as T;
}

const states = ["TX", "CA", "NY", "GA", "NC", "VA", "CO", "WA", "IL", "FL", "OK", "KS"];
const onsets = [
  "b",
  "br",
  "c",
  "ch",
  "d",
  "f",
  "g",
  "gr",
  "h",
  "l",
  "m",
  "n",
  "p",
  "r",
  "s",
  "st",
  "t",
  "v",
  "w",
];
const vowels = ["a", "e", "i", "o", "u", "ea", "ou"];
const endings = ["", "", "n", "r", "s", "l", "nd", "ng", "rt", "ck"];

/** Different words of one to four syllables, in random order. */
function inventWords(random: Random, count: number): string[] {
  const found = new Set<string>();
  while (found.size < count) {
    const syllables = 1 + random.int(4);
    let word = "";
    for (let at = 0; at < syllables; at++) word += random.pick(onsets) + random.pick(vowels);
    found.add(word + random.pick(endings));
  }
  return [...found];
}

function roleOf(random: Random): Role {
  const [cadet, alumni, cadre] = roles;
  const share = random.next();
  return share < 0.6 ? alumni : share < 0.9 ? cadet : cadre;
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
