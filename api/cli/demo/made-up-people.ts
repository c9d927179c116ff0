import { base, en, Faker } from "@faker-js/faker";
import type { Profile } from "../../../events/members/profile.ts";
import { armyBranches, dutyStatuses, helpTopics, type Role } from "../../../events/vocabulary.ts";
import type { NewPassword } from "../../auth/passwords/passwords.ts";
import life from "./army-life.json" with { type: "json" };
import type { Person } from "./people.ts";

export const demoPassword = "mentorship" as NewPassword;

/**
 * Creates believable people at example.com: the requested number with a profile, and some without. The same seed, count
 * and year give the same people.
 */
export function makeUpPeople(
  { profiles, seed, year }: Readonly<Record<"profiles" | "seed" | "year", number>>,
): Person[] {
  const faker = new Faker({ locale: [en, base], seed });
  const people: Person[] = [];
  for (let made = 0; made < profiles;) {
    const person = makeUp(faker, people.length + 1, year);
    people.push(person);
    if (person.profile) made += 1;
  }
  return people;
}

/** @param number Part of the username, so that it is unique. */
function makeUp(faker: Faker, number: number, year: number): Person {
  const [firstName, lastName] = [faker.person.firstName(), faker.person.lastName()];
  const plain = (name: string) => name.normalize("NFKD").toLowerCase().replace(/[^a-z0-9]/g, "");
  const username = `${plain(firstName)}.${plain(lastName)}${number}`;
  const role = faker.helpers.weightedArrayElement<Role>([
    { value: "alumni", weight: 70 },
    { value: "cadet", weight: 22 },
    { value: "cadre", weight: 8 },
  ]);
  const names = { username, email: `${username}@example.com`, firstName, lastName, role };
  // Most cadets look around before writing a profile. A few other people have only just registered.
  const hasProfile = faker.number.float() < (role === "cadet" ? 0.4 : 0.96);
  const profile = hasProfile ? profileOf(faker, role, username, year) : null;
  const isRenamed = profile && role !== "cadet" && number % formerNames === 0;
  return {
    ...{ ...names, password: demoPassword },
    profile: isRenamed ? withFormerName(profile, number) : profile,
  };
}

/** One in this many shows a former name. */
const formerNames = 17;

/** Uses its own generator, so that all other people stay the same. */
function withFormerName(profile: NonNullable<Person["profile"]>, seed: number): Person["profile"] {
  const formerName = new Faker({ locale: [en, base], seed }).person.lastName();
  const sharedFields = { ...Object(profile.sharedFields), formerName: true };
  return { ...profile, formerName, sharedFields };
}

const large = ["Infantry", "Field Artillery", "Military Intelligence", "Aviation", "Armor"];
const branches = armyBranches.toSorted((one, other) =>
  Number(large.includes(other)) - Number(large.includes(one))
);

const cadreTitles = ["Military Science Instructor", "Operations Officer"];
const cadreRanks = ["CPT", "MAJ", "LTC", "MSG", "SFC", "CIV"];

function profileOf(faker: Faker, role: Role, username: string, year: number): Person["profile"] {
  const [isCadet, isCadre] = [role === "cadet", role === "cadre"];
  const pick = <T>(values: readonly T[]) => faker.helpers.arrayElement(values);
  const may = (chance: number) => faker.number.float() < chance;
  const from = (min: number, max: number) => faker.number.int({ min, max });
  const some = (values: readonly string[], most: number, least = 0) =>
    isCadet ? [] : faker.helpers.arrayElements(values, { min: least, max: most });
  const armyBranch = pickEarly(faker, branches, 1.6);
  const career = pickEarly(faker, life.careers, 1.4);
  const yearsSince = isCadet ? -from(0, 3) : Math.round(2 + 28 * faker.number.float() ** 1.5);
  const isServing = isCadre || !isCadet && may(0.45);
  const work = isCadet ? {} : {
    dutyStatus: isServing ? pick(dutyStatuses.slice(0, 3)) : "Veteran" as const,
    industry: isCadre ? "Military" : career.industry,
    company: isCadre ? "Army ROTC" : may(0.1) ? null : faker.company.name(),
    jobTitle: pick(isCadre ? cadreTitles : career.titles),
  };
  const [start, years] = isCadre ? [year - from(1, 15), from(2, 4)] : [year, 0];
  const end = start + years > year ? "present" : start + years;
  const profile: Profile = {
    ...{ dutyStatus: null, industry: null, company: null, jobTitle: null, ...work },
    classYear: isCadre ? `${start}-${end}` : String(year - yearsSince),
    rank: isCadet ? "CDT" : pick(isCadre ? cadreRanks : ranksAfter(yearsSince)),
    armyBranch,
    mos: life.mosOf[armyBranch],
    location: may(0.08) ? null : pickEarly(faker, life.places, 1.5),
    bio: may(0.2) ? null : bioOf(pick(life.bios), pick(life.wishes)),
    helpTopics: some(helpTopics, 6, 1),
    expertise: some(career.skills, 3),
    armySchools: faker.helpers.arrayElements(life.schools, { min: 0, max: isCadet ? 1 : 3 }),
    previousPositions: some(life.positions, 3),
    linkedinUrl: may(0.5) ? `https://www.linkedin.com/in/${username.replaceAll(".", "-")}` : null,
    calendarUrl: !isCadet && may(0.3) ? `https://calendar.example.com/${username}` : null,
    primaryEmail: `${username}@example.com`,
    secondaryEmail: isServing && may(0.6) ? `${username}.mil@example.com` : null,
    formerName: null,
    phoneNumber: may(0.35) ? `(555) 010-${faker.string.numeric({ length: 4 })}` : null,
  };
  const hidden = pick(["location", "industry", "specialty", "classYear"]);
  return {
    ...profile,
    ...(may(0.04) && { isVisible: false }),
    ...(may(0.08) && { sharedFields: { [hidden]: false } }),
  };

  function bioOf(bio: string, wish: string): string {
    const [branch, industry] = [armyBranch.toLowerCase(), career.industry.toLowerCase()];
    return {
      cadet: `Cadet hoping to branch ${branch}. Interested in ${industry} after service.`,
      cadre: `Part of the program's staff, with years in ${branch}. ${wish}`,
      alumni: `${bio} ${wish}`,
    }[role].replace("{branch}", branch).replace("{industry}", industry);
  }
}

/** Officer ranks by years since commissioning. */
function ranksAfter(years: number): readonly string[] {
  const untilYears = [["2LT", 2], ["1LT", 4], ["CPT", 10], ["MAJ", 16], ["LTC", 22]] as const;
  const rank = untilYears.find(([, until]) => years < until)?.[0];
  return rank ? [rank] : ["LTC", "LTC", "COL", "COL", "COL", "BG"];
}

/** Picks earlier elements far more often, like sizes of cities and branches. */
function pickEarly<T>(faker: Faker, values: readonly T[], skew: number): T {
  return values[Math.floor(values.length * faker.number.float({ max: 0.999 }) ** skew)] as T;
}
