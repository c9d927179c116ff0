/** Values named in cells: ranks, branches, specialties, duty statuses, industries, help topics. */
import { branchOfSpecialty, knownAs } from "../../../../events/army-words.ts";
import { productTopics, type Topics } from "../../../../events/program/topics.ts";
import { states } from "../../../../events/search-vocabulary.ts";
import type { dutyStatuses } from "../../../../events/vocabulary.ts";
import { words } from "../../../../search/text.ts";
import { Lexicon, readNames } from "./lexicon.ts";

export type ArmyField = "rank" | "armyBranch" | "mos" | "dutyStatus";
export type ArmyValues = Readonly<Partial<Record<ArmyField, string>>>;

/** "Civilian" in a column of ranks doesn't name an earlier rank. */
const ranks = knownAs.rank.filter(({ value }) => value !== "CIV");
export const rankNames = new Lexicon(ranks);
const statusNames = new Lexicon(knownAs.dutyStatus);
const lexicons = {
  rank: rankNames,
  armyBranch: new Lexicon(knownAs.armyBranch),
  dutyStatus: statusNames,
  industry: new Lexicon(knownAs.industry),
  topic: new Lexicon(knownAs.helpTopics),
};
const veteran = "Veteran" satisfies (typeof dutyStatuses)[number];

const maxLength = 200;
const divider = /[,;:()[\]/|\r\n–—+]| - /;
const otherServices =
  /\b(?:navy|naval|usn|marines?|usmc|air force|usaf|coast guard|uscg|space force|civil air)\b/i;
const address = /:\/\/|www\.|@/i;
const specialty = /^(?:\d{2}[a-z](?:\d[0-9a-z]?)?|\d{3}[a-z])$/;

export class SheetWords {
  constructor(private readonly topics: Topics) {}

  industry(text: string): string {
    return onlyValue(text, lexicons.industry) ?? text;
  }

  topic(text: string): string | undefined {
    return this.topics.named(text) ?? onlyValue(text, lexicons.topic);
  }

  /**
   * Values of this field and others named in a cell. A field with two values is left out.
   *
   * @param title Of the column: only below "Component" is "1" a duty status.
   */
  army(field: ArmyField, cell: string, title = ""): ArmyValues {
    if (cell.length > maxLength || otherServices.test(cell) || address.test(cell)) return {};
    // A website's "1" isn't COMPO 1.
    const isCode = field === "dutyStatus" && /^\s*\d+(?:\.0)?\s*$/.test(cell);
    if (isCode && !/comp/i.test(title)) return {};
    const { rank, armyBranch, dutyStatus } = lexicons;
    // "CPT, USAR" is a rank and a duty status.
    const named = {
      rank: [rank, dutyStatus, armyBranch],
      armyBranch: [armyBranch, dutyStatus],
      mos: [armyBranch],
      dutyStatus: [dutyStatus, rank],
    }[field];
    const values = new Map<Lexicon, Set<string>>(named.map((each) => [each, new Set()]));
    const specialties = new Set<string>();
    for (const segment of cell.split(divider)) {
      const all = words(segment);
      const code = [all.join(""), ...all].find((one) => specialty.test(one));
      if (code !== undefined) specialties.add(code.toUpperCase());
      const rest = code === undefined ? all : all.filter((word) => !code.includes(word));
      const names = readNames(usualWords(field, rest), named, isFiller);
      // "Quartermaster/Logistics": the part that names one value counts.
      for (const [lexicon, some] of names.isWhole ? names.values : []) {
        for (const value of some) if (value !== null) values.get(lexicon)?.add(value);
      }
    }
    const only = (some: ReadonlySet<string> | undefined) =>
      some?.size === 1 ? [...some][0] : undefined;
    const mos = field === "dutyStatus" ? undefined : only(specialties);
    const statuses = values.get(dutyStatus);
    const found = {
      rank: only(values.get(rank)),
      // The first digits of an officer's specialty name the branch.
      armyBranch: only(values.get(armyBranch)) ??
        branchOfSpecialty.get(/^(\d{2})[A-Z]$/.exec(mos ?? "")?.[1] ?? ""),
      mos,
      // "Retired Reserve": they are no longer in it.
      dutyStatus: statuses?.has(veteran) ? veteran : only(statuses),
    };
    return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
  }
}

const productWords = new SheetWords(productTopics);

export function readArmyWords(field: ArmyField, cell: string, title?: string): ArmyValues {
  return productWords.army(field, cell, title);
}

/** Abbreviations that mean something in one column only. */
function usualWords(field: ArmyField, all: readonly string[]): readonly string[] {
  switch (field) {
    case "mos":
      return all;
    case "rank": {
      // "O-3" is often written with a zero.
      const [, grade] = /^0(\d)$/.exec(all.join("")) ?? [];
      return grade === undefined ? all.map((word) => word === "r" ? "ret" : word) : [`o${grade}`];
    }
    case "armyBranch": {
      const branch = branchOfSpecialty.get(all[0] ?? "");
      if (all.length === 1) return branch === undefined ? all : words(branch);
      return all.map((word) => word === "vet" ? "veterinary" : word);
    }
    case "dutyStatus":
      return all.map((word) => {
        if (word === "out" || word === "left") return "separated";
        if (/^[123]$/.test(word) && all.length === 1) return `compo${word}`;
        // "TXARNG" is the Guard of Texas.
        const rest = word.slice(2);
        return stateCodes.has(word.slice(0, 2)) && statusNames.named([rest]) ? rest : word;
      });
  }
}

const stateCodes = new Set(Object.keys(states).map((code) => code.toLowerCase()));

const fillers = new Set(
  `us u s usa the of and in army branch corps officer duty status rank grade component full time bird light
  combat mil promotable p select selected basic currently current now member soldier individual ready troop
  program unit honorably medically med got since served serving`.split(/\s+/).concat(
    [...stateCodes],
    Object.values(states).flatMap(words),
  ),
);

/** A year is one, too. */
function isFiller(word: string): boolean {
  return fillers.has(word) || /^\d{4}$/.test(word);
}

const fillersOfTexts = new Set(
  "and of the industry sector services help with advice in my a".split(" "),
);

/** The value that a text names, if it names nothing else. */
function onlyValue(text: string, lexicon: Lexicon): string | undefined {
  if (text.length > maxLength) return undefined;
  const { values, isWhole } = readNames(words(text), [lexicon], (word) => fillersOfTexts.has(word));
  const [value, ...more] = values.get(lexicon) ?? [];
  return isWhole && more.length === 0 ? value ?? undefined : undefined;
}
