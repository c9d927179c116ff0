/**
 * The columns of a spreadsheet of people, and the titles that programs give them.
 *
 * @module
 */
import type { FieldName } from "../../../events/members/profile-fields.ts";
import { words } from "../../../search/text.ts";

interface Column {
  /** In the template, and where staff choose what a column is. */
  readonly title: string;
  /** In the template's one line; columns without one are not in it. */
  readonly example?: string;
  /** Other titles as a whole: words in lower case, between commas. */
  readonly also?: string;
  /** Words that say it within a longer title, such as a form's question. */
  readonly within?: string;
}

/** In the template's order; where a title says two of them, as in "branch at commissioning", the first counts. */
export const columns = {
  email: {
    title: "Email",
    example: "pat.doe@example.com",
    also: "mail, mail address, e address",
    within: "email, emails",
  },
  firstName: {
    title: "First name",
    example: "Pat",
    also: "first, fname, f name, forename",
    within: "first name, firstname, given name, givenname",
  },
  lastName: {
    title: "Last name",
    example: "Doe",
    also: "last, lname, l name",
    within: "last name, lastname, surname, family name, familyname",
  },
  fullName: {
    title: "Full name",
    also: `last first, last first mi, last first m i, first last, member, alumnus, cadet, soldier,
      officer`,
    within: "name, names, fullname",
  },
  preferredName: {
    title: "Preferred name",
    also: "goes by, called",
    within: "preferred name, preferred first name, nickname, nick name",
  },
  middleName: { title: "Middle name", also: "mi, m i, middle", within: "middle" },
  suffix: { title: "Suffix", within: "suffix" },
  username: {
    title: "Username",
    example: "",
    also: "user, login",
    within: "username, user name, user id",
  },
  rank: {
    title: "Rank",
    example: "CPT",
    also: "grade, pay grade, paygrade, rk, gr",
    within: "rank, ranks, pay grade, paygrade",
  },
  armyBranch: {
    title: "Army branch",
    example: "Aviation",
    also: "br, basic branch, corps",
    within: "branch, branched",
  },
  mos: {
    title: "MOS",
    example: "15A",
    also: "specialty, job code, military specialty",
    within: "mos, aoc, pmos, military occupational specialty, area of concentration",
  },
  dutyStatus: {
    title: "Duty status",
    example: "Veteran",
    also: "status, current status, ad usar arng, ad usar ng, service",
    within: `duty status, component, components, compo, comp, military status, service status,
      army status, currently serving, still serving, active duty`,
  },
  classYear: {
    title: "Class year",
    example: "2012",
    also: "class, year, yr, commission, graduated, grad, graduation, graduate, cohort",
    within: `class year, class of, grad year, grad yr, grad date, graduation year, graduation date,
      year graduated, graduated, graduate, graduation, yg, year group, yr grp, comm date,
      comm year, comm yr, degree date, conferred, conferral, term, semester, commissioned,
      commission, commissioning, classyear, gradyear, year of graduation, grad class, grad`,
  },
  industry: {
    title: "Industry",
    example: "Technology",
    also: "sector, field",
    within: "industry, career field, sector",
  },
  company: {
    title: "Company",
    example: "Acme",
    also: "unit, current unit, firm, business, works at, workplace, where do you work",
    within: "company, employer, organization, employed by",
  },
  jobTitle: {
    title: "Job title",
    example: "Engineer",
    also: "title, job, role, duty position, current role, current job",
    within: "job title, position, occupation, profession, duty title, civilian job",
  },
  location: {
    title: "Location",
    example: "Fort Worth, TX",
    also: `lives in, residence, home, city state, city st, post, hometown, region, base`,
    within: `location, duty station, station, city state, city and state, installation, hometown,
      where do you live, current city, live, based`,
  },
  city: { title: "City", also: "town, city town", within: "city" },
  state: {
    title: "State",
    also: "st, state province, province, state region, home state, current state",
    within: "state or province, home state, mailing state, state of residence",
  },
  country: { title: "Country", also: "nation", within: "country" },
  bio: {
    title: "Bio",
    example: "",
    also: "about, summary",
    within: "bio, biography, about you, about yourself, about me",
  },
  helpTopics: {
    title: "Help topics",
    example: "Branch Selection|Airborne School",
    also: "topics",
    within: `help topics, help with, help cadets, mentor topics, mentoring topics, topics`,
  },
  expertise: {
    title: "Expertise",
    example: "",
    also: "skills",
    within: "expertise, skills, area of expertise, areas of expertise",
  },
  armySchools: {
    title: "Army schools",
    example: "Airborne",
    also: "schools, military education, courses, badges",
    within: "army schools, military schools, schools attended, army courses",
  },
  previousPositions: {
    title: "Previous positions",
    example: "Platoon Leader",
    also: "positions, assignments",
    within: `previous positions, previous position, past positions, positions held,
      previous assignments, past assignments`,
  },
  linkedinUrl: { title: "LinkedIn URL", example: "", within: "linkedin, linked in" },
  calendarUrl: {
    title: "Booking link",
    example: "",
    also: "calendar, calendar url",
    within: "booking, calendly, calendar link",
  },
  secondaryEmail: {
    title: "Secondary email",
    example: "",
    within: `secondary email, second email, alternate email, alt email, other email, backup email,
      army email, military email, mil email, government email, work email, business email,
      email 2, email2, email secondary, email alternate, email work, enterprise email,
      university email, school email, student email`,
  },
  phoneNumber: {
    title: "Phone number",
    example: "",
    also: "tel, ph, number",
    within: "phone, phones, cell, cellphone, mobile, telephone",
  },
  /** Somebody else's, or of no use here: nothing in it is read. */
  notUsed: {
    title: "Don't use",
    within:
      `spouse, wife, husband, parent, parents, mother, father, emergency, kin, nok, supervisor,
      rater, recruiter, advisor, adviser, referred, reference, assistant, fax, birth, dob,
      ssn, maiden, date of rank, dor, invited by, added by, updated by, entered by, sponsor,
      recommender, commander, dodid, dod id, school name, high school, university name,
      college name, unit name`,
  },
} as const satisfies Readonly<
  & Record<Exclude<FieldName, "primaryEmail">, Column>
  & Record<string, Column>
>;

export type ColumnName = keyof typeof columns;

const all = Object.entries(columns) as [ColumnName, Column][];

/** By the words of a whole title. */
const byTitle = new Map(
  all.flatMap(([name, { title, also, within }]) =>
    [words(title).join(" "), ...listed(also), ...listed(within)].map((one) => [one, name] as const)
  ),
);

/** What is looked for within a title: what says that it is another's first, then the most words. */
const inTitle = all
  .flatMap(([name, { within }]) =>
    listed(within).map((phrase) => ({ name, phrase: ` ${phrase} ` }))
  )
  .sort((one, other) => weight(other) - weight(one));

function listed(phrases = ""): string[] {
  return phrases.split(/,\s*/).filter((phrase) => phrase !== "");
}

function weight({ name, phrase }: { readonly name: ColumnName; readonly phrase: string }): number {
  return (name === "notUsed" ? 100 : 0) + (name === "fullName" ? -50 : 0) +
    phrase.split(" ").length;
}

/** No title of a column is half as long; a form's question is. */
const maxTitle = 200;

/** The field that a column's title names; `undefined` where it names none. */
export function fieldNamed(title: string): ColumnName | undefined {
  if (title.length > maxTitle) return undefined;
  const plain = words(title).join(" ").replaceAll("e mail", "email");
  const name = byTitle.get(plain) ??
    inTitle.find(({ phrase }) => ` ${plain} `.includes(phrase))?.name;
  const isWhole = /\bfirst\b.*\blast\b|\blast\b.*\bfirst\b/.test(plain);
  // "Rank/Name": a name may have the rank before it.
  return isWhole || name === "rank" && /\bname\b/.test(plain) ? "fullName" : name;
}

/** A file to begin with: every column that has an example, and one made-up person. */
export function template(): string {
  const quoted = (text: string) => /[",]/.test(text) ? `"${text}"` : text;
  const shown = all.filter(([, { example }]) => example !== undefined);
  const line = (part: "title" | "example") =>
    shown.map(([, column]) => quoted(column[part] ?? "")).join(",");
  return `${line("title")}\n${line("example")}\n`;
}
