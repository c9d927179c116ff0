/**
 * Ranks, branches, specialties and duty statuses in a cell, as the Army writes them.
 *
 * @module
 */
import { branchOfSpecialty, knownAs } from "../../../events/army-words.ts";
import { states } from "../../../events/search-vocabulary.ts";
import type { dutyStatuses } from "../../../events/vocabulary.ts";
import type { SynonymTable } from "../../../search/synonyms.ts";
import { words } from "../../../search/text.ts";
import { createLexicon, type Lexicon, readNames } from "./lexicon.ts";

/** A civilian's last rank is not known by that. */
const ranks = knownAs.rank.filter(({ value }) => value !== "CIV");
export const rankNames = createLexicon(ranks);
const statusNames = createLexicon(knownAs.dutyStatus);
const veteran = "Veteran" satisfies (typeof dutyStatuses)[number];

export type ArmyField = "rank" | "armyBranch" | "mos" | "dutyStatus";
export type ArmyWords = Readonly<Partial<Record<ArmyField, string>>>;

const longest = 200;
/** Between things that are said one after the other. */
const divider = /[,;:()[\]/|\r\n–—+]| - /;
const otherServices =
  /\b(?:navy|naval|usn|marines?|usmc|air force|usaf|coast guard|uscg|space force|civil air)\b/i;
const specialty = /^(?:\d{2}[a-z](?:\d[0-9a-z]?)?|\d{3}[a-z])$/;

/**
 * Reader of a cell of a field's column: what it says of it and of others; nothing where it says several of one, or is not
 * understood.
 */
export function createArmyReader(added?: SynonymTable) {
  const rank = createLexicon(ranks, added);
  const armyBranch = createLexicon(knownAs.armyBranch, added);
  const dutyStatus = createLexicon(knownAs.dutyStatus, added);
  /** What a column may say beside its own field: "CPT, USAR" is a rank and a duty status. */
  const lexiconsOf: Readonly<Record<ArmyField, readonly Lexicon[]>> = {
    rank: [rank, dutyStatus, armyBranch],
    armyBranch: [armyBranch, dutyStatus],
    mos: [armyBranch],
    dutyStatus: [dutyStatus, rank],
  };
  return (field: ArmyField, cell: string): ArmyWords => {
    if (cell.length > longest || otherServices.test(cell)) return {};
    const values = new Map<Lexicon, Set<string>>();
    const codes = new Set<string>();
    for (const segment of cell.split(divider)) {
      const all = words(segment);
      const code = [all.join(""), ...all].find((one) => specialty.test(one));
      if (code !== undefined) codes.add(code.toUpperCase());
      const rest = code === undefined ? all : all.filter((word) => !code.includes(word));
      const names = readNames(asListed(field, rest), lexiconsOf[field], isFiller);
      // Of "Quartermaster/Logistics" the part counts that is one value's.
      for (const [lexicon, some] of names.isWhole ? names.values : []) {
        const known = [...some].filter((value) => value !== null);
        values.set(lexicon, new Set([...values.get(lexicon) ?? [], ...known]));
      }
    }
    const only = (lexicon: Lexicon) => {
      const [first, ...others] = values.get(lexicon) ?? [];
      return others.length === 0 ? first : undefined;
    };
    const mos = field !== "dutyStatus" && codes.size === 1 ? [...codes][0] : undefined;
    const found = {
      rank: only(rank),
      armyBranch: only(armyBranch) ?? branchOf(mos ?? ""),
      mos,
      // Whoever retired from it is no longer in it.
      dutyStatus: values.get(dutyStatus)?.has(veteran) ? veteran : only(dutyStatus),
    };
    return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
  };
}

export const readArmyWords = createArmyReader();

/** The branch of an officer's specialty. */
function branchOf(mos: string): string | undefined {
  return /^\d{2}[A-Z]$/.test(mos) ? branchOfSpecialty.get(mos.slice(0, 2)) : undefined;
}

/** "TXARNG" is the Guard of Texas, "1" in the column of components is "COMPO 1". */
function asListed(field: ArmyField, all: readonly string[]): readonly string[] {
  if (field === "armyBranch" && all.length === 1) {
    const branch = branchOfSpecialty.get(all[0] ?? "");
    return branch === undefined ? all : words(branch);
  }
  // "O-3" is often written with a zero.
  const [, grade] = /^0(\d)$/.exec(all.join("")) ?? [];
  if (field === "rank" && grade !== undefined) return [`o${grade}`];
  if (field === "rank") return all.map((word) => word === "r" ? "ret" : word);
  if (field === "armyBranch") return all.map((word) => word === "vet" ? "veterinary" : word);
  if (field !== "dutyStatus") return all;
  return all.map((word) => {
    if (word === "out" || word === "left") return "separated";
    if (/^[123]$/.test(word) && all.length === 1) return `compo${word}`;
    return codes.has(word.slice(0, 2)) && statusNames.named([word.slice(2)]) ? word.slice(2) : word;
  });
}

const codes = new Set(Object.keys(states).map((code) => code.toLowerCase()));

/** Words that change nothing in a rank, a branch or a status; a year changes nothing either. */
const fillers = new Set(
  `us u s usa the of and in army branch corps officer duty status rank grade component full time bird light
  combat mil promotable p select selected basic currently current now member soldier individual ready troop
  program unit honorably medically med got since served serving`.split(/\s+/).concat(
    [...codes],
    Object.values(states).flatMap(words),
  ),
);

function isFiller(word: string): boolean {
  return fillers.has(word) || /^\d{4}$/.test(word);
}
