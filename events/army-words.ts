/** The Army's vocabulary, for search and imports. `army-words/listed.ts` has its format. */
import { branchLines, rankLines, roleLines, statusLines, topicLines } from "./army-words/fields.ts";
import type { Line } from "./army-words/listed.ts";
import { cities, type Post, posts } from "./army-words/posts.ts";
import { countryLines, regions, stateLines } from "./army-words/regions.ts";
import {
  familyLines,
  positionLines,
  programLines,
  schoolLines,
  specialtyLines,
  unitLines,
} from "./army-words/meanings.ts";
import { industryLines, jobLines } from "./army-words/work.ts";

export const knownAs = {
  armyBranch: branchLines,
  helpTopics: topicLines,
  rank: rankLines,
  dutyStatus: statusLines,
  role: roleLines,
  industry: industryLines,
  jobTitle: jobLines,
} as const satisfies Readonly<Record<string, readonly Line[]>>;

/** By kind: things that people write about in their own words, and ask for. */
export const meanings = {
  position: positionLines,
  unit: unitLines,
  school: schoolLines,
  program: programLines,
  family: familyLines,
  specialty: specialtyLines,
} as const satisfies Readonly<Record<string, readonly Line[]>>;

/** Branches by the first two digits of their specialties: 12A is an engineer. */
export const branchOfSpecialty: ReadonlyMap<string, string> = new Map(
  branchLines.flatMap(({ value, names, loose }) =>
    [...names, ...loose].filter((name) => /^\d{2}[A-Z]$/.test(name))
      .map((specialty) => [specialty.slice(0, 2), value])
  ),
);

const seriesLines = [...branchOfSpecialty].map(([code, value]) => ({
  ...{ value, names: [`${code} series`, `${code} branch`], loose: [] },
}));

export type NamedLine = Omit<Line, "source"> & Partial<Omit<Post, keyof Line>>;

type Kind = keyof typeof knownAs | keyof typeof meanings | "post" | "state";

export const vocabulary: readonly (readonly [Kind, readonly NamedLine[]])[] = [
  ...Object.entries({ ...knownAs, ...meanings }) as [Kind, readonly Line[]][],
  ["post", [...posts, ...cities]],
  ["armyBranch", seriesLines],
  ["state", [...stateLines, ...countryLines, ...regions]],
];
