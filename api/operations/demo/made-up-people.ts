import { base, en, Faker } from "@faker-js/faker";
import { armyBranches, dutyStatuses, helpTopics, type Role } from "../../../events/vocabulary.ts";
import type { Profile } from "../../../events/members/profile.ts";
import { careers, mosOf, places, schools } from "./army-life.ts";
import type { Person } from "./person.ts";

/** With this password every made-up person can be signed in as. */
export const demoPassword = "mentorship";

/**
 * Believable people who do not exist, at example.com: as many with a profile as asked for, and among
 * them some who only just registered. The same seed, count and year give the same people.
 */
export function makeUpPeople(
  { profiles, seed, year }: {
    readonly profiles: number;
    readonly seed: number;
    readonly year: number;
  },
): Person[] {
  const faker = new Faker({ locale: [en, base], seed });
  const people: Person[] = [];
  for (let made = 0; made < profiles;) {
    const person = makeUp(faker, people.length, year);
    people.push(person);
    if (person.profile) made += 1;
  }
  return people;
}

function makeUp(faker: Faker, index: number, year: number): Person {
  const firstName = faker.person.firstName();
  const lastName = faker.person.lastName();
  // Numbered, so that a hundred thousand people have names of their own.
  const username = `${plain(firstName)}.${plain(lastName)}${index + 1}`;
  const role = faker.helpers.weightedArrayElement<Role>([
    { value: "alumni", weight: 70 },
    { value: "cadet", weight: 22 },
    { value: "cadre", weight: 8 },
  ]);
  const email = `${username}@example.com`;
  // A few have only just registered; most cadets look before they write something themselves.
  const hasProfile = faker.number.float() < (role === "cadet" ? 0.4 : 0.96);
  return {
    username,
    email,
    firstName,
    lastName,
    role,
    password: demoPassword,
    profile: hasProfile ? profileOf(faker, { role, email, username, year }) : null,
  };
}

function profileOf(
  faker: Faker,
  { role, email, username, year }: {
    readonly role: Role;
    readonly email: string;
    readonly username: string;
    readonly year: number;
  },
): Record<string, unknown> {
  // A few branches are large, as in the Army.
  const armyBranch = pickEarly(faker, shuffledOnce(armyBranches), 1.6);
  const classYear = role === "cadet"
    ? year + faker.number.int({ min: 0, max: 3 })
    : year - Math.round(2 + 28 * faker.number.float() ** 1.5);
  const career = pickEarly(faker, careers, 1.4);
  const isServing = role === "cadre" || (role === "alumni" && faker.number.float() < 0.45);
  const branchWord = armyBranch.toLowerCase();
  const may = (chance: number) => faker.number.float() < chance;
  const profile: Profile = {
    classYear: role === "cadre" ? serviceYears(faker, year) : String(classYear),
    rank: rankOf(faker, role, year - classYear),
    armyBranch,
    mos: mosOf[armyBranch],
    dutyStatus: role === "cadet"
      ? null
      : isServing
      ? faker.helpers.arrayElement(dutyStatuses.slice(0, 3))
      : "Veteran",
    industry: role === "cadet" ? null : role === "cadre" ? "Military" : career.industry,
    company: role === "cadet" || may(0.1)
      ? null
      : role === "cadre"
      ? "Army ROTC"
      : faker.company.name(),
    jobTitle: role === "cadet"
      ? null
      : role === "cadre"
      ? faker.helpers.arrayElement(["Military Science Instructor", "Operations Officer"])
      : faker.helpers.arrayElement(career.titles),
    location: may(0.08) ? null : pickEarly(faker, places, 1.5),
    bio: may(0.2) ? null : bioOf(faker, role, branchWord, career.industry.toLowerCase()),
    helpTopics: role === "cadet"
      ? []
      : faker.helpers.arrayElements([...helpTopics], { min: 1, max: 6 }),
    expertise: role === "cadet" ? [] : faker.helpers.arrayElements(career.skills, {
      min: 0,
      max: 3,
    }),
    armySchools: faker.helpers.arrayElements(schools, { min: 0, max: role === "cadet" ? 1 : 3 }),
    previousPositions: role === "cadet" ? [] : faker.helpers.arrayElements(
      ["Platoon Leader", "Executive Officer", "Company Commander", "Battalion S3", "Assistant S1"],
      { min: 0, max: 3 },
    ),
    linkedinUrl: may(0.5) ? `https://www.linkedin.com/in/${username.replaceAll(".", "-")}` : null,
    // Without a draw of its own, so that people who were made up before stay who they were.
    calendarUrl: role !== "cadet" && username.length % 3 === 0
      ? `https://calendar.example.com/${username}`
      : null,
    primaryEmail: email,
    secondaryEmail: isServing && may(0.6) ? `${username}.mil@example.com` : null,
    phoneNumber: may(0.35) ? `(555) 010-${faker.string.numeric({ length: 4 })}` : null,
  };
  return {
    ...profile,
    ...(may(0.04) && { isVisible: false }),
    ...(may(0.08) && {
      sharedFields: {
        [faker.helpers.arrayElement(["location", "industry", "specialty", "classYear"])]: false,
      },
    }),
  };
}

function bioOf(faker: Faker, role: Role, branch: string, industry: string): string {
  const wish = faker.helpers.arrayElement([
    "Happy to talk about first assignments and how to prepare for them.",
    "I answer most messages within a week.",
    "Ask me about families, moves and making a career of it.",
    "I remember how many questions I had before branching.",
    "Glad to read a resume or two each month.",
  ]);
  if (role === "cadet") {
    return `Cadet hoping to branch ${branch}. Interested in ${industry} after service.`;
  }
  if (role === "cadre") return `Part of the program's staff, with years in ${branch}. ${wish}`;
  const start = faker.helpers.arrayElement([
    `Served in ${branch} before moving into ${industry}.`,
    `My years in ${branch} led me to ${industry}.`,
    `Commissioned into ${branch}; today I work in ${industry}.`,
  ]);
  return `${start} ${wish}`;
}

function serviceYears(faker: Faker, year: number): string {
  const start = year - faker.number.int({ min: 1, max: 15 });
  const end = start + faker.number.int({ min: 2, max: 4 });
  return `${start}-${end > year ? "present" : end}`;
}

function rankOf(faker: Faker, role: Role, yearsSince: number): string {
  if (role === "cadet") return "CDT";
  if (role === "cadre") {
    return faker.helpers.arrayElement(["CPT", "MAJ", "LTC", "MSG", "SFC", "CIV"]);
  }
  const byYears = [["2LT", 2], ["1LT", 4], ["CPT", 10], ["MAJ", 16], ["LTC", 22]] as const;
  return byYears.find(([, until]) => yearsSince < until)?.[0] ??
    faker.helpers.weightedArrayElement([
      { value: "LTC", weight: 4 },
      { value: "COL", weight: 5 },
      { value: "BG", weight: 1 },
    ]);
}

/** An element; the earlier ones far more often, as with cities and names in life. */
function pickEarly<T>(faker: Faker, values: readonly T[], skew: number): T {
  const index = Math.floor(values.length * faker.number.float() ** skew);
  const value = values[Math.min(index, values.length - 1)];
  if (value === undefined) throw new RangeError("There is nothing to pick from");
  return value;
}

/** The branches in an order that puts large ones first. */
function shuffledOnce(branches: typeof armyBranches): (typeof armyBranches)[number][] {
  const large = ["Infantry", "Field Artillery", "Military Intelligence", "Aviation", "Armor"];
  return [...branches].sort((one, other) => rank(one) - rank(other));
  function rank(branch: string) {
    const place = large.indexOf(branch);
    return place === -1 ? large.length : place;
  }
}

/** Only letters and digits, for a username. */
function plain(name: string): string {
  return name.normalize("NFKD").toLowerCase().replace(/[^a-z0-9]/g, "");
}
