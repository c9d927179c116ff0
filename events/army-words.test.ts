import { describe, expect, it } from "vitest";
import { type Line, sources } from "./army-words/listed.ts";
import { branchOfSpecialty, knownAs, meanings } from "./army-words.ts";
import { cities, posts } from "./army-words/posts.ts";
import {
  questions,
  stopPhrases,
  weakWords,
  wordsNotAbbreviations,
} from "./army-words/questions.ts";
import { regions } from "./army-words/regions.ts";
import { fillers, states } from "./search-vocabulary.ts";
import { armyBranches, dutyStatuses, helpTopics, ranks } from "./vocabulary.ts";

const tables: readonly (readonly [name: string, lines: readonly Line[]])[] = [
  ...Object.entries(knownAs),
  ...Object.entries(meanings),
  ["posts", posts],
  ["cities", cities],
  ["regions", regions],
  ["questions", questions],
];

/** As a search folds them: "O-3" and "o 3" are the same. */
function key(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]+/g, " ").trim();
}

function repeated(keys: readonly string[]): string[] {
  return [...new Set(keys.filter((each, at) => keys.indexOf(each) < at))];
}

describe.each(tables)("the lines of %s", (table, lines) => {
  it("have a value and names with letters", () => {
    expect(lines.length).toBeGreaterThan(0);
    const names = lines.flatMap((line) => [line.value, ...line.names, ...line.loose]);
    expect(names.filter((name) => !/^[\p{L}\d][\p{L}\d '’&./-]*$/u.test(name.replace(/,/g, ""))))
      .toEqual([]);
  });

  it("name only listed sources", () => {
    const used = lines.flatMap(({ source }) => source ?? []);
    expect(used.filter((source) => !Object.hasOwn(sources, source))).toEqual([]);
  });

  it("list each value once and share no names", () => {
    // "Still serving" is active duty, the Guard and the Reserve.
    if (table === "questions") return;
    const places = table === "posts" || table === "cities";
    const keys = lines.flatMap((line) => {
      const region = places ? line.value.slice(line.value.lastIndexOf(", ")) : "";
      const own = places ? line.value.slice(0, line.value.lastIndexOf(", ")) : line.value;
      return [...new Set([own, ...line.names].map(key))].map((name) => name + region);
    });
    expect(repeated(keys)).toEqual([]);
  });

  it("list each name of a value once", () => {
    const twice = lines.flatMap(({ value, names, loose }) =>
      repeated([value, ...names, ...loose].map(key)).map((name) => `${value}: ${name}`)
    );
    expect(twice).toEqual([]);
  });
});

describe("the words of fields", () => {
  it.each(
    [
      ["armyBranch", armyBranches],
      ["dutyStatus", dutyStatuses],
      ["rank", ranks],
      ["helpTopics", helpTopics],
    ] as const,
  )("cover every %s and no other", (field, values) => {
    expect(knownAs[field].map(({ value }) => value).sort(), "lines of army-words/fields.ts")
      .toEqual([...values].sort());
  });

  it("give each branch its own specialties", () => {
    const branches = knownAs.armyBranch.map(({ value }) => value);
    const found = new Set(branchOfSpecialty.values());
    expect(branches.filter((branch) => !found.has(branch))).toEqual([]);
    const digits = knownAs.armyBranch.flatMap(({ names, loose }) => [
      ...new Set([...names, ...loose].flatMap((name) => /^(\d{2})[A-Z]$/.exec(name)?.[1] ?? [])),
    ]);
    expect(repeated(digits)).toEqual([]);
  });
});

describe("the words of places", () => {
  it("name a state or country for each place", () => {
    const regions = [...posts, ...cities].flatMap(({ region, near }) => [
      region,
      ...near.map((place) => place.region),
    ]);
    expect(regions.filter((region) => region.length < 3 && !Object.hasOwn(states, region)))
      .toEqual([]);
  });
});

describe("the words of questions", () => {
  it("point only to values of the other tables", () => {
    const values = new Set(
      [...Object.values(knownAs), ...Object.values(meanings)].flat().map(({ value }) => value),
    );
    expect(questions.map(({ value }) => value).filter((value) => !values.has(value))).toEqual([]);
    expect(repeated(questions.map(({ value }) => value))).toEqual([]);
  });

  it("have no stop phrase that consists of fillers", () => {
    expect(repeated(stopPhrases)).toEqual([]);
    expect(
      stopPhrases.filter((phrase) => key(phrase).split(" ").every((word) => fillers.has(word))),
    )
      .toEqual([]);
  });

  it("have no stop phrase or weak word that is a name", () => {
    const said = new Set(
      tables.flatMap(([, lines]) => lines.flatMap(({ value, names }) => [value, ...names])).map(
        key,
      ),
    );
    expect([...stopPhrases, ...weakWords].filter((phrase) => said.has(key(phrase)))).toEqual([]);
  });

  it("list as ordinary words only those that look like abbreviations", () => {
    const names = tables.flatMap(([, lines]) =>
      lines.flatMap(({ names, loose }) => [...names, ...loose])
    );
    const abbreviations = [...Object.keys(states), ...names.filter((name) => /^[A-Z]+$/.test(name))]
      .flatMap((name) => [name.toLowerCase(), `${name.toLowerCase()}s`]);
    expect([...wordsNotAbbreviations].filter((word) => !abbreviations.includes(word))).toEqual([]);
  });
});

describe("the sources", () => {
  it("are each used by a line", () => {
    const used = new Set(tables.flatMap(([, lines]) => lines.map(({ source }) => source)));
    expect(Object.keys(sources).filter((source) => !used.has(source))).toEqual([]);
  });
});
