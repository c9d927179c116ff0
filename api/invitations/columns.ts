/**
 * The columns of a program's list of alumni, by the names that spreadsheets give them.
 *
 * @module
 */
import {
  armyBranches,
  canonicalTopic,
  dutyStatuses,
  helpTopics,
  ranks,
} from "../../events/vocabulary.ts";

interface Column {
  /** Its name in the template. */
  readonly title: string;
  /** Other names for it, in lower-case letters and digits only. */
  readonly also: readonly string[];
  readonly example: string;
  /** A cell has several texts, divided by `|`. */
  readonly isList?: boolean;
  /** Values that the product knows, whatever their case. */
  readonly known?: readonly string[];
}

/** By the name of the field that a column fills. */
export const columns = {
  email: { title: "Email", also: ["mail", "emailaddress"], example: "pat.doe@example.com" },
  firstName: { title: "First name", also: ["first", "givenname"], example: "Pat" },
  lastName: {
    title: "Last name",
    also: ["last", "surname", "familyname"],
    example: "Doe",
  },
  username: { title: "Username", also: ["user", "login"], example: "" },
  classYear: {
    title: "Class year",
    also: ["class", "year", "gradyear", "graduationyear", "commissioningyear"],
    example: "2012",
  },
  rank: { title: "Rank", also: [], example: "CPT", known: ranks },
  armyBranch: { title: "Army branch", also: ["branch"], example: "Aviation", known: armyBranches },
  mos: { title: "MOS", also: [], example: "15A" },
  dutyStatus: { title: "Duty status", also: ["status"], example: "Veteran", known: dutyStatuses },
  industry: { title: "Industry", also: [], example: "Technology" },
  company: { title: "Company", also: ["employer", "organization"], example: "Acme" },
  jobTitle: { title: "Job title", also: ["title", "position"], example: "Engineer" },
  location: { title: "Location", also: ["city"], example: "Fort Worth, TX" },
  bio: { title: "Bio", also: ["about"], example: "" },
  helpTopics: {
    title: "Help topics",
    also: ["canhelpwith"],
    example: "Branch Selection|Airborne School",
    isList: true,
    known: helpTopics,
  },
  expertise: { title: "Expertise", also: ["areasofexpertise"], example: "", isList: true },
  armySchools: { title: "Army schools", also: ["schools"], example: "Airborne", isList: true },
  previousPositions: {
    title: "Previous positions",
    also: ["positions"],
    example: "Platoon Leader",
    isList: true,
  },
  linkedinUrl: { title: "LinkedIn URL", also: ["linkedin"], example: "" },
  secondaryEmail: { title: "Secondary email", also: ["armyemail"], example: "" },
  phoneNumber: { title: "Phone number", also: ["phone", "mobile"], example: "" },
} as const satisfies Readonly<Record<string, Column>>;

export type ColumnName = keyof typeof columns;

const all: readonly (readonly [ColumnName, Column])[] = Object.entries(columns) as [
  ColumnName,
  Column,
][];

/** No name of a column is half as long. */
const maxHeader = 100;

/** The column that a header names; `undefined` for one that is not used. */
export function columnOf(header: string): ColumnName | undefined {
  if (header.length > maxHeader) return undefined;
  const name = plain(header);
  return all.find(([, { title, also }]) => plain(title) === name || also.includes(name))?.[0];
}

/** A cell as the form would have it: lists divided, known words in their own spelling. */
export function valueOf(name: ColumnName, cell: string): string | readonly string[] {
  const column: Column = columns[name];
  const spelled = (text: string) => {
    const wanted = (name === "helpTopics" ? canonicalTopic(text) : text).toLowerCase();
    return column.known?.find((known) => known.toLowerCase() === wanted) ?? text;
  };
  if (!column.isList) return spelled(cell.trim());
  return cell.split("|").map((text) => spelled(text.trim())).filter((text) => text !== "");
}

/** A file to begin with: every column, and one made-up person. */
export function template(): string {
  const quoted = (text: string) => /[",]/.test(text) ? `"${text}"` : text;
  const line = (part: "title" | "example") =>
    all.map(([, column]) => quoted(column[part])).join(",");
  return `${line("title")}\n${line("example")}\n`;
}

function plain(text: string): string {
  return text.normalize("NFKC").toLowerCase().replace(/[^a-z0-9]/g, "");
}
