/**
 * Random documents and queries for tests, repeatable by seed and hostile on purpose: few words, so
 * that everything collides, and every kind of text that could break a driver.
 *
 * @module
 */
import { armyBranches, dutyStatuses, helpTopics, roles } from "../../events/vocabulary.ts";
import { byGroup, type FacetGroup } from "../facets.ts";
import { type Filters, type ProfileQuery, sorts } from "../profile-search.ts";
import type { ProfileDocument } from "../project-document.ts";
import type { SuggestionQuery } from "../suggestions.ts";
import type { Random } from "../../events/testing/random.ts";

/** Words of similar spelling, around the lengths from which typos are allowed. */
const plainWords =
  `a ab abc army arm arms armor armour armory amor rmor march marsh marshal martial marital
  lead leads leader leaders leadership leadesrhip ship shop 11b 11bravo 25a 2024
  rang range ranger rangers granger stranger strange
  infantry infanrty infant infants infantryman engineer engineers engineering engine engin
  logistic logistics logistical logistician statistics statistician
  transportation transformation transformations translation
  officer offices official officials of off in inn the then them theme
  captain cpt lieutenant texas tx germany helicopter pilot cav sapper vets reserve cv energy 2012`
    .split(/\s+/);

/** Things with several names, of one word or more. */
const phrases =
  ("Executive Officer,XO,Company XO,Platoon Leader,PL,Battalion S3,operations,Green to Gold,Sapper School,Ranger School," +
    "Fort Hood,Ft. Cavazos,captains,colonel,LTC,lieutenant colonel,JAG,MI,mi,transpo,pilots").split(
      ",",
    )
    .concat("Killeen, TX");

const spansAndPlaces =
  ("before 2013,since 2012,the 2010s,between 2011 and 2024,in texas,near germany,not before 2012," +
    "in dallas or texas,class of 2014,before 1950").split(",");
const oddWords = [
  ..."Núñez nunez NUNEZ Ångström angstrom Łódź lodz Straße strasse O'Brien-Smith 日本語 日本 𐐨𐐩𐐪𐐫𐐬𐐭"
    .split(" "),
  ..."𐐨𐐩𐐪𐐫𐐭𐐬 🎖️ — R&D ﬁnance finance İstanbul lee@ab.com ann@".split(" "),
  ...[29, 30, 31].map((letters) => "x".repeat(letters)),
  "ab".repeat(200),
];

const names = "Lee lee An Do Leé LE Smith Smyth Ødegård Ann ann 🎖️".split(" ").concat("");
/** Values of each group, including a new facet's. */
const values: Readonly<Record<FacetGroup, readonly string[]>> = {
  armyBranches: [...armyBranches.slice(0, 6), "armor", "ARMOR", ""],
  dutyStatuses: [...dutyStatuses, "veteran", "Active", ""],
  classYears: ["2012", "2018", "1999", "2020", "20", ""],
  industries: ["Finance", "finance", "Tech", "Tech ", "", "\ufb01nance", "\u{10400}", "Law"],
  locations: "Dallas, TX;Fort Worth;fort worth;Austin, Texas;Ft. Worth, tx;Nürnberg;日本;Lead;"
    .split(";"),
  helpTopics: [...helpTopics.slice(0, 8), "Made up", "", "BOLC Preparation"],
  requests: ["Takes requests now"],
};

/** A document of one of about `members` members, so that ids repeat often. */
export function randomDocument(random: Random, members: number): ProfileDocument {
  return {
    memberId: randomMemberId(random, members),
    role: random.pick([null, ...roles]),
    firstName: random.pick(names),
    lastName: random.chance(0.2) ? randomText(random, 2) : random.pick(names),
    formerName: maybe(random, () => random.pick(names)),
    jobTitle: maybe(random, () => randomText(random, 3)),
    company: maybe(random, () => randomText(random, 2)),
    rank: maybe(random, () => random.pick(["CPT", "2LT", "LTC", "CPT ", ""])),
    mos: maybe(random, () => random.pick(["11B", "25A", "19a", ""])),
    armyBranch: maybe(random, () => random.pick(values.armyBranches)),
    dutyStatus: maybe(random, () => random.pick(values.dutyStatuses)),
    classYear: maybe(random, () => random.pick(values.classYears)),
    industry: maybe(random, () => random.pick(values.industries)),
    location: maybe(random, () => random.pick(values.locations)),
    helpTopics: random.some(values.helpTopics, 0, 4),
    previousPositions: random.chance(0.5) ? [] : random.some([...phrases, ...plainWords], 0, 2),
    armySchools: random.chance(0.5) ? [] : random.some([...phrases, ...plainWords], 0, 2),
    expertise: random.chance(0.5) ? [] : random.some(plainWords, 0, 3),
    bio: maybe(random, () => randomText(random, 12)),
    takesRequests: random.chance(0.6),
    // Few different times, so that most orders are decided by ties.
    updatedAtMs: Date.UTC(2026, 0, 1) + random.int(20) * 1000,
  };
}

export function randomMemberId(random: Random, members: number): string {
  return memberIdOf(random.int(members));
}

export function memberIdOf(member: number): string {
  return `member-${member}`;
}

export function randomQuery(random: Random): ProfileQuery {
  return {
    text: randomQueryText(random),
    filters: randomFilters(random),
    role: random.chance(0.3) ? random.pick(roles) : undefined,
    sort: random.pick(sorts),
    offset: random.chance(0.7) ? 0 : random.int(40),
    limit: random.pick([0, 1, 24, 24, 24, 1000]),
  };
}

/** Texts that name choices, or nearly do. */
const namedBefore =
  ("armor,Armor veteran,armor aviation,active duty,helicopter,chem,engineer,who in aviation,moving,infantry or," +
    "national guard bolc prep,corps of engineers,ranger not").split(",");

/** A query with the beginning of a document's value, alone or after other words. */
export function randomSuggestionQuery(random: Random): SuggestionQuery {
  const more = ["11B", "25A", "Texas", "New York", "helo"];
  const all = [...names, ...Object.values(values).flat(), ...more, ...phrases];
  const value = () => random.pick(random.chance(0.7) ? all : plainWords);
  const cut = (text: string) => text.slice(0, 1 + random.int(text.length + 1));
  const kind = random.next();
  const before = random.chance(0.3)
    ? value()
    : random.chance(0.5)
    ? random.pick(namedBefore)
    : randomQueryWord(random);
  return {
    text: kind < 0.5
      ? cut(value())
      : kind < 0.9
      ? `${before} ${cut(value())}`
      : randomQueryText(random),
    filters: randomFilters(random),
    role: random.chance(0.3) ? random.pick(roles) : undefined,
  };
}

function randomQueryText(random: Random): string {
  const kind = random.next();
  if (kind < 0.1) return random.pick(["", " ", "🎖️", "…"]);
  const count = kind < 0.5 ? 1 : kind < 0.8 ? 2 : kind < 0.98 ? 3 : 40;
  const texts = Array.from({ length: count }, () => randomQueryWord(random));
  return texts.join(random.pick([" ", "  ", "-", ", ", " or ", " not ", " without "]));
}

function randomQueryWord(random: Random): string {
  if (random.chance(0.2)) {
    return random.pick([...phrases, ...phrases.map((one) => one.toLowerCase())]);
  }
  if (random.chance(0.08)) return random.pick(spansAndPlaces);
  const word = random.chance(0.8) ? random.pick(plainWords) : random.pick([...oddWords, ...names]);
  const kind = random.next();
  if (kind < 0.35) return word;
  if (kind < 0.6) return word.slice(0, 1 + random.int(word.length));
  if (kind < 0.85) return misspelled(random, word);
  if (kind < 0.97) return misspelled(random, misspelled(random, word));
  return misspelled(random, misspelled(random, misspelled(random, word)));
}

/** The word with one edit, sometimes at the first letter. */
function misspelled(random: Random, word: string): string {
  const letters = [...word];
  const at = random.int(letters.length + 1);
  const other = random.pick(["a", "e", "r", "x", "ö", "日"]);
  switch (random.int(4)) {
    case 0:
      return letters.toSpliced(at, 1).join("");
    case 1:
      return letters.toSpliced(at, 0, other).join("");
    case 2:
      return letters.toSpliced(at, 1, other).join("");
    default:
      return letters.toSpliced(at, 2, ...letters.slice(at, at + 2).reverse()).join("");
  }
}

function randomFilters(random: Random): Filters {
  return byGroup((group) =>
    random.chance(0.65) ? [] : random.some([...values[group], "No one has this"], 1, 3)
  );
}

function randomText(random: Random, most: number): string {
  const texts = random.some(plainWords, 0, most);
  if (random.chance(0.3)) texts.push(random.pick(oddWords));
  if (random.chance(0.2)) texts.push(random.pick(phrases));
  return texts.join(random.pick([" ", ", ", "/", "\n"]));
}

function maybe(random: Random, make: () => string): string | null {
  return random.chance(0.2) ? null : make();
}
