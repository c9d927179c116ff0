import { beforeAll, describe, expect, it } from "vitest";
import type { MemberRecord, ProfileRecord } from "../events/members/record.ts";
import { memberWith } from "../events/testing/members.ts";
import { createEmbeddedSearch } from "./embedded/embedded.ts";
import { noFilters } from "./profile-search.ts";
import { projectDocument } from "./project-document.ts";
import { people, type Person } from "./testing/questions/people.ts";
import { type Question, questions } from "./testing/questions/questions.ts";

/** Required share of right answers. */
const neededShare = 0.95;

/** Questions that ask for no one in particular. */
const openQuestions = ["who can help me?", "a mentor for", "I need help with", "anybody there"];

/** Blank profile fields, which match nothing. */
const blank: Partial<ProfileRecord> = {
  dutyStatus: null,
  industry: null,
  company: null,
  jobTitle: null,
  location: null,
  bio: null,
  helpTopics: [],
  expertise: [],
  armySchools: [],
  previousPositions: [],
};

const search = createEmbeddedSearch();
beforeAll(() => search.put(people.flatMap((person) => projectDocument(memberOf(person)) ?? [])));

function memberOf({ name, role = "alumni", ...said }: Person): MemberRecord {
  const [firstName = "", lastName = ""] = name.split(" ");
  return memberWith({
    memberId: name,
    firstName,
    lastName,
    role,
    isCadreConfirmed: role === "cadre",
    profile: { ...blank, ...said },
  });
}

async function find(text: string) {
  return await search.find({
    text,
    filters: noFilters,
    sort: "relevance",
    offset: 0,
    limit: people.length,
  });
}

/** Describes what is wrong with the answer; `undefined` if it is right. */
function faultOf({ ask, first, others, anywhere }: Question, found: readonly string[]) {
  const wanted = people.filter((person) => first?.(person)).map(({ name }) => name);
  const free = new Set(people.filter((person) => anywhere?.(person)).map(({ name }) => name));
  const allowed = new Set(people.filter((person) => others?.(person)).map(({ name }) => name));
  const judged = found.filter((name) => wanted.includes(name) || !free.has(name));
  const start = judged.slice(0, wanted.length);
  const missing = wanted.filter((name) => !start.includes(name));
  const strangers = judged.filter((name) => !wanted.includes(name) && !allowed.has(name));
  if (missing.length === 0 && strangers.length === 0) return undefined;
  return `"${ask}": not first: ${listed(missing)}; not to be found: ${listed(strangers)}; ` +
    `came: ${listed(judged)}`;
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, 6).join(", ") || "none";
  return names.length > 6 ? `${shown} and ${names.length - 6} more` : shown;
}

describe("questions of cadets", () => {
  it("each have an expected answer, and are listed once", () => {
    const asked = questions.map(({ ask }) => ask.toLowerCase());
    expect(asked.filter((ask, index) => asked.indexOf(ask) < index)).toEqual([]);
    expect(questions.filter(({ first }) => first !== undefined && !people.some(first))).toEqual([]);
  });

  it("are answered correctly, nearly all", async () => {
    const faults: string[] = [];
    for (const question of questions) {
      const { memberIds } = await find(question.ask);
      const fault = faultOf(question, memberIds);
      if (fault !== undefined) faults.push(fault);
    }
    const share = (questions.length - faults.length) / questions.length;
    console.log(`${(100 * share).toFixed(1)} % of ${questions.length} questions are right`);
    if (faults.length > 0) console.log(faults.join("\n"));
    expect(share).toBeGreaterThanOrEqual(neededShare);
  });

  it.each(openQuestions)(
    "ask for no one in particular if they have only fillers: %s",
    async (question) => {
      expect(await find(question)).toEqual(await find(""));
    },
  );

  it.each(["ava.ortiz@bell.com", "ben@whitfield.com", "jo@kim.co"])(
    "find no one if they are an address: %s",
    async (question) => {
      expect(await find(question)).toMatchObject({ total: 0, relaxed: null });
    },
  );
});
