import { base, en, Faker } from "@faker-js/faker";
import { armyBranches, dutyStatuses, helpTopics, type Role } from "../../../events/vocabulary.ts";
import type { Profile } from "../../../events/members/profile.ts";
import life from "./army-life.json" with { type: "json" };
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

/** What somebody's profile says of their work, by their role. */
function workOf(faker: Faker, role: Role, career: (typeof life.careers)[number]) {
  const pick = <T>(values: readonly T[]) => faker.helpers.arrayElement(values);
  switch (role) {
    case "cadet":
      return { dutyStatus: null, industry: null, company: null, jobTitle: null };
    case "cadre":
      return {
        dutyStatus: pick(dutyStatuses.slice(0, 3)),
        industry: "Military",
        company: "Army ROTC",
        jobTitle: pick(["Military Science Instructor", "Operations Officer"]),
      };
    case "alumni":
      return {
        dutyStatus: faker.number.float() < 0.45 ? pick(dutyStatuses.slice(0, 3)) : "Veteran",
        industry: career.industry,
        company: faker.number.float() < 0.1 ? null : faker.company.name(),
        jobTitle: pick(career.titles),
      };
  }
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
  const isCadet = role === "cadet";
  const may = (chance: number) => faker.number.float() < chance;
  const some = <T>(values: readonly T[], min: number, max: number) =>
    faker.helpers.arrayElements([...values], { min, max });
  // A few branches are large, as in the Army.
  const armyBranch = pickEarly(faker, largeFirst, 1.6);
  const classYear = isCadet
    ? year + faker.number.int({ min: 0, max: 3 })
    : year - Math.round(2 + 28 * faker.number.float() ** 1.5);
  const career = pickEarly(faker, life.careers, 1.4);
  const work = workOf(faker, role, career);
  const isServing = !isCadet && work.dutyStatus !== "Veteran";
  const profile: Profile = {
    ...work,
    classYear: role === "cadre" ? serviceYears(faker, year) : String(classYear),
    rank: rankOf(faker, role, year - classYear),
    armyBranch,
    mos: life.mosOf[armyBranch],
    location: may(0.08) ? null : pickEarly(faker, life.places, 1.5),
    bio: may(0.2) ? null : bioOf(faker, role, armyBranch, career.industry.toLowerCase()),
    helpTopics: isCadet ? [] : some(helpTopics, 1, 6),
    expertise: isCadet ? [] : some(career.skills, 0, 3),
    armySchools: some(life.schools, 0, isCadet ? 1 : 3),
    previousPositions: isCadet ? [] : some(life.positions, 0, 3),
    linkedinUrl: may(0.5) ? `https://www.linkedin.com/in/${username.replaceAll(".", "-")}` : null,
    calendarUrl: !isCadet && may(0.3) ? `https://calendar.example.com/${username}` : null,
    primaryEmail: email,
    secondaryEmail: isServing && may(0.6) ? `${username}.mil@example.com` : null,
    phoneNumber: may(0.35) ? `(555) 010-${faker.string.numeric({ length: 4 })}` : null,
  };
  const hidden = faker.helpers.arrayElement(["location", "industry", "specialty", "classYear"]);
  return {
    ...profile,
    ...(may(0.04) && { isVisible: false }),
    ...(may(0.08) && { sharedFields: { [hidden]: false } }),
  };
}

function bioOf(faker: Faker, role: Role, armyBranch: string, industry: string): string {
  const branch = armyBranch.toLowerCase();
  const wish = faker.helpers.arrayElement(life.wishes);
  switch (role) {
    case "cadet":
      return `Cadet hoping to branch ${branch}. Interested in ${industry} after service.`;
    case "cadre":
      return `Part of the program's staff, with years in ${branch}. ${wish}`;
    case "alumni": {
      const start = faker.helpers.arrayElement(life.bios);
      return `${start.replace("{branch}", branch).replace("{industry}", industry)} ${wish}`;
    }
  }
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
const large = ["Infantry", "Field Artillery", "Military Intelligence", "Aviation", "Armor"];
const largeFirst = [
  ...armyBranches.filter((branch) => large.includes(branch)),
  ...armyBranches.filter((branch) => !large.includes(branch)),
];

/** Only letters and digits, for a username. */
function plain(name: string): string {
  return name.normalize("NFKD").toLowerCase().replace(/[^a-z0-9]/g, "");
}
