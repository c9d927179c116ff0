/**
 * The queries of the benchmark: what people type into a directory and click in its filters. Words
 * are taken from the documents, so nearly every query finds something.
 *
 * @module
 */
import { roles } from "../../events/vocabulary.ts";
import { byGroup, type FacetGroup, facetGroups, facets } from "../facets.ts";
import type { Filters, ProfileQuery, Sort } from "../profile-search.ts";
import type { ProfileDocument } from "../project-document.ts";
import type { Random } from "../testing/random.ts";
import { words } from "../text.ts";

const queryKinds = ["empty", "prefix", "word", "typo", "words", "question"] as const;
type QueryKind = (typeof queryKinds)[number];

/** One in six of each kind; about `samples`, any documents of the index. */
export function makeQueries(
  random: Random,
  samples: readonly ProfileDocument[],
  count: number,
): ProfileQuery[] {
  return Array.from({ length: count }, (_, at): ProfileQuery => ({
    text: textOf(queryKinds[at % queryKinds.length] ?? "empty", random, samples),
    filters: filtersOf(random, samples),
    role: random.chance(0.5) ? random.pick(roles) : undefined,
    sort: random.pick<Sort>(["relevance", "relevance", "relevance", "recent", "name"]),
    offset: random.chance(0.9) ? 0 : 24 * random.int(5),
    limit: 24,
  }));
}

function textOf(kind: QueryKind, random: Random, samples: readonly ProfileDocument[]): string {
  const word = () => wordOf(random, random.pick(samples));
  switch (kind) {
    case "empty":
      return "";
    case "prefix":
      return word().slice(0, 1 + random.int(6));
    case "word":
      return word();
    case "typo":
      return misspelled(random, longWord(random, samples));
    case "question": {
      // Words of several profiles: often nobody has all of them.
      const asked = Array.from({ length: 2 + random.int(3) }, () => askedWord(random, samples));
      return `${random.pick(openings)} ${
        asked.join(random.pick([" ", " in ", " for ", " or ", " not "]))
      }`;
    }
    case "words": {
      // Words of one profile, so that they occur together; the last one is often unfinished.
      const document = random.pick(samples);
      const several = Array.from({ length: 2 + random.int(2) }, () => wordOf(random, document));
      const text = several.join(" ");
      return random.chance(0.5) ? text : text.slice(0, text.length - 2);
    }
  }
}

const openings = ["", "", "who is", "a mentor for", "someone who can help with"];
const askedWords =
  `captain,texas,resume,lawyer,helicopter,pilot,reserve,intel,tx,moving,engineer,2014,
  california,networking,colonel,cyber,veteran,law,georgia,interview,nurse,executive officer,xo,platoon leader,
  pl,company commander,s3,air assault,sapper,bolc,green to gold,getting out of the army,captains,officers,MI,
  transpo,ft hood,new york,lieutenant colonel,cybr,infantyr,airborne school,what does an xo do`
    .split(/,\s*/);

function askedWord(random: Random, samples: readonly ProfileDocument[]): string {
  return random.chance(0.6) ? random.pick(askedWords) : wordOf(random, random.pick(samples));
}

/** A word of one of the fields, each field equally often. */
function wordOf(random: Random, document: ProfileDocument): string {
  const { firstName, lastName, jobTitle, company, armyBranch, industry, location, bio } = document;
  const fields = [firstName, lastName, jobTitle, company, armyBranch, industry, location, bio];
  const found = words(random.pick([...fields, ...document.helpTopics]) ?? lastName);
  return found.length === 0 ? "army" : random.pick(found);
}

function longWord(random: Random, samples: readonly ProfileDocument[]): string {
  for (;;) {
    const word = wordOf(random, random.pick(samples));
    if (word.length >= 5) return word;
  }
}

/** One typo after the first letter, and sometimes a second one in a long word. */
function misspelled(random: Random, word: string): string {
  const once = edited(random, word);
  return word.length >= 9 && random.chance(0.4) ? edited(random, once) : once;
}

function edited(random: Random, word: string): string {
  const at = 1 + random.int(word.length - 2);
  const [left, letter, next, right] = [
    word.slice(0, at),
    word.charAt(at),
    word.charAt(at + 1),
    word.slice(at + 2),
  ];
  switch (random.int(4)) {
    case 0:
      return left + next + right;
    case 1:
      return `${left}${letter}e${next}${right}`;
    case 2:
      return `${left}e${next}${right}`;
    default:
      return left + next + letter + right;
  }
}

/** Half of the queries have filters, in one to four groups, of one to three values each. */
function filtersOf(random: Random, samples: readonly ProfileDocument[]): Filters {
  const filtered = random.chance(0.5) ? 0 : 1 + random.int(4);
  const groups = new Set<FacetGroup>();
  while (groups.size < filtered) groups.add(random.pick(facetGroups));
  const choose = (group: FacetGroup) =>
    groups.has(group)
      ? random.some(samples, 1, 3).flatMap((document) => valueOf(document, group))
      : [];
  return byGroup(choose);
}

/** What some profile holds, or else a place. */
function valueOf(document: ProfileDocument, group: FacetGroup): string[] {
  const { valuesOf } = facets[group];
  return valuesOf(document).slice(0, 1).map((value) => value ?? "Dallas, TX");
}
