import { describe, expect, it } from "vitest";
import type { MemberRecord, ProfileRecord } from "../events/members/record.ts";
import { memberWith } from "../events/testing/members.ts";
import { createEmbeddedSearch } from "./embedded/embedded.ts";
import { noFilters, type Sort } from "./profile-search.ts";
import { projectDocument } from "./project-document.ts";

type Person =
  & Pick<ProfileRecord, "rank" | "classYear" | "armyBranch" | "mos">
  & Partial<ProfileRecord>
  & { readonly name: string };

/** Twelve made-up people, as their profiles say who they are. */
const people: readonly Person[] = [
  {
    name: "Ava Ortiz",
    rank: "CPT",
    classYear: "2014",
    armyBranch: "Aviation",
    mos: "15A",
    dutyStatus: "National Guard",
    industry: "Aerospace",
    company: "Bell Textron",
    jobTitle: "Test Pilot",
    location: "Fort Worth, TX",
    helpTopics: ["Resume Review", "Networking"],
    bio: "Flew Black Hawks for six years.",
  },
  {
    name: "Ben Whitfield",
    rank: "MAJ",
    classYear: "2009",
    armyBranch: "Judge Advocate General",
    mos: "27A",
    dutyStatus: "Army Reserve",
    industry: "Law",
    company: "Whitfield & Sons LLP",
    jobTitle: "Trial Attorney",
    location: "Austin, Texas",
    helpTopics: ["Career Transition"],
    bio: "Happy to talk about law school.",
  },
  {
    name: "Cora Nakamura",
    rank: "1LT",
    classYear: "2021",
    armyBranch: "Military Intelligence",
    mos: "35A",
    dutyStatus: "Active Duty",
    industry: "Defense",
    company: "US Army",
    jobTitle: "Intelligence Officer",
    location: "Columbia, SC",
    helpTopics: ["BOLC Prep", "Security Clearance"],
  },
  {
    name: "Dev Anand",
    rank: "CPT",
    classYear: "2016",
    armyBranch: "Cyber Corps",
    mos: "17A",
    dutyStatus: "Veteran",
    industry: "Technology",
    company: "Lumen Data",
    jobTitle: "Security Engineer",
    location: "Seattle, WA",
    helpTopics: ["Interview Prep", "Career Transition"],
  },
  {
    name: "Eli Bergström",
    rank: "LTC",
    classYear: "2002",
    armyBranch: "Corps of Engineers",
    mos: "12A",
    dutyStatus: "Veteran",
    industry: "Construction",
    company: "Granite Works",
    jobTitle: "Project Director",
    location: "Denver, CO",
    helpTopics: ["Company Command"],
  },
  {
    name: "Fay O'Neill",
    rank: "2LT",
    classYear: "2025",
    armyBranch: "Infantry",
    mos: "11A",
    dutyStatus: "Active Duty",
    location: "Fort Moore, GA",
    helpTopics: ["Ranger School", "Airborne School"],
  },
  {
    name: "Gus Marchetti",
    rank: "CPT",
    classYear: "2013",
    armyBranch: "Finance",
    mos: "36A",
    dutyStatus: "Veteran",
    industry: "Banking",
    company: "Harbor Bank",
    jobTitle: "Financial Analyst",
    location: "New York, NY",
    helpTopics: ["Financial Planning"],
  },
  {
    name: "Hana Sato",
    rank: "MAJ",
    classYear: "2008",
    armyBranch: "Medical Corps",
    mos: "62A",
    dutyStatus: "Active Duty",
    industry: "Healthcare",
    company: "Alamo Clinic",
    jobTitle: "Emergency Physician",
    location: "San Antonio, TX",
    helpTopics: ["Graduate School"],
  },
  {
    name: "Ivo Petrov",
    rank: "CPT",
    classYear: "2015",
    armyBranch: "Armor",
    mos: "19A",
    dutyStatus: "Veteran",
    industry: "Energy",
    company: "Permian Oil",
    jobTitle: "Operations Manager",
    location: "Midland, TX",
    helpTopics: ["Career Transition"],
  },
  {
    name: "Jo Kim",
    rank: "COL",
    classYear: "1996",
    armyBranch: "Field Artillery",
    mos: "13A",
    dutyStatus: "Veteran",
    industry: "Consulting",
    company: "Kim Advisory",
    jobTitle: "Partner",
    location: "Washington, DC",
    helpTopics: ["Pentagon Assignment", "Battalion Staff"],
  },
  {
    name: "Kai Johnson",
    rank: "1LT",
    classYear: "2022",
    armyBranch: "Signal Corps",
    mos: "25A",
    dutyStatus: "Army Reserve",
    industry: "Technology",
    company: "Cloudline",
    jobTitle: "Software Engineer",
    location: "Dallas-Fort Worth (DFW), TX",
    helpTopics: ["Interview Prep", "Resume Review"],
  },
  {
    name: "Lea Moreau",
    rank: "CPT",
    classYear: "2017",
    armyBranch: "Military Police",
    mos: "31A",
    dutyStatus: "Veteran",
    industry: "Law Enforcement",
    company: "City of Portland",
    jobTitle: "Detective",
    location: "Portland, OR",
    helpTopics: ["Family Support"],
  },
];

const captains = ["Ava", "Dev", "Gus", "Ivo", "Lea"];
const texans = ["Ava", "Ben", "Hana", "Ivo", "Kai"];
const forResumes = ["Ava", "Kai"];

/** What somebody types, and whom it has to find, by first name. */
const questions: readonly (readonly [question: string, found: readonly string[]])[] = [
  ["aviation texas resume", ["Ava"]],
  ["helicopter pilot", ["Ava"]],
  ["I want to become a pilot", ["Ava"]],
  ["test pilot in fort worth", ["Ava"]],
  ["texas", texans],
  ["TX", texans],
  ["people in texas", texans],
  ["captain", captains],
  ["CPT", captains],
  ["captains in texas", ["Ava", "Ivo"]],
  ["2014", ["Ava"]],
  ["class of 2014", ["Ava"]],
  ["JAG", ["Ben"]],
  ["lawyer", ["Ben"]],
  ["lawyer in austin", ["Ben"]],
  ["law school", ["Ben"]],
  ["resume", forResumes],
  ["mentor for resume", forResumes],
  ["who can help with resume", forResumes],
  ["help with my resume in texas", forResumes],
  ["CV", forResumes],
  ["intel", ["Cora"]],
  ["security clearance", ["Cora"]],
  ["south carolina", ["Cora"]],
  ["first lieutenant", ["Cora", "Kai"]],
  ["cyber", ["Dev"]],
  ["engineer in seattle", ["Dev"]],
  ["veteran in technology", ["Dev"]],
  ["washington cyber", ["Dev"]],
  ["lieutenant colonel", ["Eli"]],
  ["bergstrom", ["Eli"]],
  ["ranger", ["Fay"]],
  ["airborne infantry georgia", ["Fay"]],
  ["analyst", ["Gus"]],
  ["new york finance", ["Gus"]],
  ["doctor", ["Hana"]],
  ["someone in healthcare", ["Hana"]],
  ["who is in texas and helps with career transition", ["Ben", "Ivo"]],
  ["oil", ["Ivo"]],
  ["pentagon", ["Jo"]],
  ["district of columbia", ["Jo"]],
  ["dfw", ["Kai"]],
  ["army reserve software", ["Kai"]],
  ["interviews", ["Dev", "Kai"]],
  ["oregon police", ["Lea"]],
  ["detective", ["Lea"]],
  ["NYC", ["Gus"]],
  ["finance in NYC", ["Gus"]],
  ["who works at Bell in Fort Worth", ["Ava"]],
  ["helicopter pilots", ["Ava"]],
  ["JAG lawyer", ["Ben"]],
  ["intel officers near Columbia", ["Cora"]],
  ["class of '16", ["Dev"]],
  ["retired colonels", ["Eli", "Jo"]],
  ["anyone at Fort Benning?", ["Fay"]],
  ["Ft. Moore", ["Fay"]],
  ["advice on an MBA", ["Hana"]],
  ["who is a doctor in San Antonio", ["Hana"]],
  ["help with my resume and interviews", ["Kai"]],
  ["reservists in Dallas", ["Kai"]],
  ["software developer in DFW", ["Kai"]],
];

/** They ask for nobody in particular. */
const openQuestions = ["who can help me?", "a mentor for", "I need help with", "anybody there"];

/** Whom it has to find first: others have a word that begins like that. */
const first: readonly (readonly [question: string, found: string])[] = [
  ["MI", "Cora"],
  ["engineer", "Dev"],
];

/** Where nobody has all words: who has most, and how many those are. */
const relaxed: readonly (readonly [question: string, found: readonly string[], words: number])[] = [
  ["infantry texas resume", forResumes, 2],
  ["aviation alaska", ["Ava"], 1],
  ["detective portland zebra", ["Lea"], 2],
  ["aviators who became doctors", ["Ava", "Hana"], 1],
  ["intel officers near DC", ["Cora", "Jo"], 2],
];

/** What somebody has not said finds them by nothing. */
const unsaid: Partial<ProfileRecord> = {
  dutyStatus: null,
  industry: null,
  company: null,
  jobTitle: null,
  location: null,
  bio: null,
  helpTopics: [],
  expertise: [],
};

async function searchAmongPeople() {
  const search = createEmbeddedSearch();
  await search.put(people.flatMap((person) => projectDocument(memberOf(person)) ?? []));
  return async (text: string, sort: Sort = "relevance") =>
    await search.find({ text, filters: noFilters, sort, offset: 0, limit: 24 });
}

function memberOf({ name, ...said }: Person): MemberRecord {
  const [firstName = "", lastName = ""] = name.split(" ");
  return memberWith({ memberId: firstName, firstName, lastName, profile: { ...unsaid, ...said } });
}

describe("a natural question", () => {
  it.each(questions)("finds who is meant: %s", async (question, found) => {
    const ask = await searchAmongPeople();
    const { memberIds, relaxed } = await ask(question);
    expect(memberIds.toSorted()).toEqual(found);
    expect(relaxed).toBe(null);
  });

  it.each(openQuestions)("of fillers alone is no question: %s", async (question) => {
    const ask = await searchAmongPeople();
    expect(await ask(question)).toEqual(await ask(""));
  });

  it.each(["ava.ortiz@bell.com", "ben@whitfield.com", "jo@kim.co"])(
    "that is an address finds nobody: %s",
    async (question) => {
      const ask = await searchAmongPeople();
      expect(await ask(question)).toMatchObject({ total: 0, relaxed: null });
    },
  );

  it.each(first)("finds first who is meant most: %s", async (question, found) => {
    const ask = await searchAmongPeople();
    expect((await ask(question)).memberIds[0]).toBe(found);
  });

  it.each(relaxed)("that nobody has all words of finds who has most: %s", async (...row) => {
    const [question, found, matched] = row;
    const ask = await searchAmongPeople();
    const { memberIds, relaxed } = await ask(question, "name");
    expect([memberIds.toSorted(), relaxed?.matched]).toEqual([found, matched]);
  });
});
