import { type FieldName, profileFields } from "../../../../events/members/profile-fields.ts";
import { words } from "../../../../search/text.ts";
import { markColumnNamed, spacedTitle } from "./mark-titles.ts";

interface Column {
  /** In the template, and where staff choose the column. */
  readonly title: string;
  /** In the template's only row. A column without an example isn't in the template. */
  readonly example?: string;
}

/** If a title names two columns, as "branch at commissioning", the first one counts. */
export const columns = {
  email: { title: "Email", example: "pat.doe@example.com" },
  firstName: { title: "First name", example: "Pat" },
  lastName: { title: "Last name", example: "Doe" },
  fullName: { title: "Full name" },
  preferredName: { title: "Preferred name" },
  middleName: { title: "Middle name" },
  suffix: { title: "Suffix" },
  formerName: { title: "Former name", example: "" },
  username: { title: "Username", example: "" },
  rank: { title: "Rank", example: "CPT" },
  armyBranch: { title: "Army branch", example: "Aviation" },
  mos: { title: "MOS", example: "15A" },
  dutyStatus: { title: "Duty status", example: "Veteran" },
  classYear: { title: "Class year", example: "2012" },
  industry: { title: "Industry", example: "Technology" },
  company: { title: "Company", example: "Acme" },
  jobTitle: { title: "Job title", example: "Engineer" },
  location: { title: "Location", example: "Fort Worth, TX" },
  city: { title: "City" },
  state: { title: "State" },
  country: { title: "Country" },
  bio: { title: "Bio", example: "" },
  helpTopics: { title: "Help topics", example: "Branch Selection|Airborne School" },
  expertise: { title: "Expertise", example: "" },
  armySchools: { title: "Army schools", example: "Airborne" },
  previousPositions: { title: "Previous positions", example: "Platoon Leader" },
  linkedinUrl: { title: "LinkedIn URL", example: "" },
  calendarUrl: { title: "Booking link", example: "" },
  secondaryEmail: { title: "Secondary email", example: "" },
  phoneNumber: { title: "Phone number", example: "" },
  deceased: { title: "Deceased" },
  doNotContact: { title: "Do not contact" },
  mayContact: { title: "OK to contact" },
  notUsed: { title: "Don't use" },
} as const satisfies Readonly<
  & Record<Exclude<FieldName, "primaryEmail">, Column>
  & Record<string, Column>
>;

export type ColumnName = keyof typeof columns;

/** Titles of each column. One with "=" must be the whole title. */
const titles = `
email: email, emails, =mail, =mail address, =e address
firstName: first name, firstname, given name, givenname, =first, =name first, =fname, =f name, =forename
lastName: last name, lastname, surname, family name, familyname, =last, =name last, =lname, =l name
fullName: name, names, fullname, =last first, =last first mi, =last first m i, =last first middle, =member, =alumnus, =cadet, =soldier, =officer
preferredName: preferred name, preferred first name, nickname, nick name, =preferred, =goes by, =called
middleName: middle, additional name, =mi, =m i
suffix: suffix
formerName: former name, former last name, former surname, maiden name, maiden, previous name, previous last name, previous surname, née, nee, =birth name, =name at birth, =formerly, =fka
username: username, user name, user id, =user, =login
rank: rank, ranks, pay grade, paygrade, salutation, name prefix, =prefix, =honorific, =grade, =rk, =gr
armyBranch: branch, branched, =army branch, =br, =basic branch, =corps
mos: mos, aoc, pmos, military occupational specialty, area of concentration, =specialty, =job code, =military specialty
dutyStatus: duty status, component, components, compo, comp, military status, service status, army status, currently serving, still serving, active duty, =status, =current status, =ad usar arng, =ad usar ng, =service
classYear: class year, class yr, cl yr, class of, grad year, grad yr, grad date, graduation year, graduation date, year graduated, graduated, graduate, graduation, yg, year group, yr grp, comm date, comm year, comm yr, yr comm, date comm, degree date, conferred, conferral, term, semester, commissioned, commission, commissioning, classyear, gradyear, year of graduation, grad class, grad, =class, =year, =yr, =cohort, =doc, =comm, =comms
industry: industry, career field, sector, =field
company: company, account name, employer, organization, employed by, work for, do you work, =unit, =current unit, =firm, =business, =works at, =workplace, =works for
jobTitle: job title, position, occupation, profession, duty title, civilian job, what do you do, your job, your role, your title, organization title, organization 1 title, =title, =job, =role, =current role, =current job
location: location, duty station, station, city state, city and state, installation, hometown, do you live, current city, live, based, =lives in, =residence, =home, =city st, =post, =region, =base
city: city, =town, =city town
state: state or province, home state, mailing state, state of residence, business state, work state, address region, address 1 region, =state, =st, =state province, =province, =state region, =current state
country: country, =nation
bio: bio, biography, about you, about yourself, about me, =about, =summary
helpTopics: help topics, help with, help cadets, help a cadet, help cadet, mentor topics, mentoring topics, topics
expertise: expertise, skills
armySchools: army schools, military schools, schools attended, army courses, =schools, =military education, =courses, =badges
previousPositions: previous positions, previous position, past positions, positions held, previous assignments, past assignments, =positions, =assignments
linkedinUrl: linkedin, linked in
calendarUrl: booking, calendly, calendar link, =calendar, =calendar url
secondaryEmail: secondary email, second email, alternate email, alt email, other email, backup email, army email, military email, mil email, government email, work email, business email, email 2, email2, email secondary, email alternate, email work, email military, email mil, email army, email business, email school, email university, enterprise email, university email, school email, student email
phoneNumber: phone, phones, cell, cellphone, mobile, telephone, =tel, =ph, =number
notUsed: phonetic, yomi, short name, spouse, spouses, children, manager, managers, assistants, company main phone, birthday, anniversary, organization department, organization 1 department, organization 1 type, organization 1 job description, organization 1 symbol, organization 1 location, wife, husband, parent, parents, mother, father, emergency, kin, nok, supervisor, rater, recruiter, advisor, adviser, referred, reference, assistant, fax, birth, dob, ssn, date of rank, dor, invited by, added by, updated by, entered by, sponsor, recommender, commander, dodid, dod id, school name, high school, university name, college name, unit name, like to mentor, willing to mentor, want to mentor
`;
const named = titles.trim().split("\n").flatMap((line) => {
  const [name, phrases = ""] = line.split(": ");
  return phrases.split(", ").map((phrase) => ({ name: name as ColumnName, phrase }));
});
const all = Object.entries(columns) as [ColumnName, Column][];

const byTitle = new Map([
  ...named.map(({ name, phrase }) => [phrase.replace("=", ""), name] as const),
  ...all.map(([name, { title }]) => [words(title).join(" "), name] as const),
]);

/** Phrases to find within a title: first those of `notUsed`, then those with the most words. */
const inTitle = named.filter(({ phrase }) => !phrase.startsWith("="))
  .map(({ name, phrase }) => ({
    name,
    phrase: ` ${phrase} `,
    weight: (name === "notUsed" ? 100 : name === "fullName" ? -50 : 0) + phrase.split(" ").length,
  }))
  .sort((one, other) => other.weight - one.weight);

/** "Email status", "Phone 1 - Label": about an address or a number, not one. */
const aboutAnother =
  /\b(?:e ?mail|email|phone|address|website|organization)\b.* (?:status|type|label|verified|confirmed|validated|lists|preferences?|format|sent|opened|opens|clicked|clicks|count|domain|frequency|source|score|delivery|display name|bounced|delivered|newsletters?)$/;

/** Long enough for a form's question. */
const maxTitle = 200;

export function fieldNamed(title: string): ColumnName | undefined {
  if (title.length > maxTitle) return undefined;
  return markColumnNamed(title) ?? usualField(title) ?? usualField(spacedTitle(title));
}

function usualField(title: string): ColumnName | undefined {
  const plain = words(title).join(" ").replaceAll("e mail", "email");
  const name = byTitle.get(plain) ??
    inTitle.find(({ phrase }) => ` ${plain} `.includes(phrase))?.name;
  if (aboutAnother.test(plain)) return name === "notUsed" ? name : undefined;
  const isFullName = /\bfirst\b.*\blast\b|\blast\b.*\bfirst\b/.test(plain);
  // "Rank/Name": a full name may have the rank before it.
  const isRankAndName = name === "rank" && /\bname\b/.test(plain) && plain !== "name prefix";
  return isFullName || isRankAndName ? "fullName" : name;
}

/** Whether a column, or a cell's column, has email addresses. */
export function isEmail(column: { readonly field: ColumnName | undefined } | undefined): boolean {
  return column?.field === "email" || column?.field === "secondaryEmail";
}

export function profileFieldOf(column: ColumnName | undefined): FieldName | undefined {
  if (column === "city" || column === "state" || column === "country") return "location";
  return profileFields.find((name) => name === column);
}

/** Whether a column has remarks, which may include other people's addresses. */
export function isRemarks(title: string): boolean {
  return /remark|note|comment|else/i.test(title);
}

/** CSV template: every column that has an example, and one made-up person. */
export function template(): string {
  const quoted = (text: string) => /[",]/.test(text) ? `"${text}"` : text;
  const shown = all.filter(([, { example }]) => example !== undefined);
  const line = (part: "title" | "example") =>
    shown.map(([, column]) => quoted(column[part] ?? "")).join(",");
  return `${line("title")}\n${line("example")}\n`;
}
