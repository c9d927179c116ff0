import type { CellNote } from "../../../contract/program.ts";
import type { Profile } from "../../../../events/members/profile-fields.ts";
import type { Topics } from "../../../../events/program/topics.ts";

/** Rows of a sheet as text: row i is row i + 1 of the spreadsheet. */
export type Rows = readonly (readonly string[])[];

export interface ReadContext {
  readonly year: number;
  readonly topics: Topics;
  /** Whether staff said that people who opted out have agreed since. */
  readonly includesOptedOut?: boolean | undefined;
  /** The mark that the file's or the sheet's name sets for everyone in it. */
  readonly markOfAll?: Mark | undefined;
  /** A heading above all rows, such as a sheet's name. */
  readonly heading?: string | undefined;
  /** Marks of whole rows, by index. */
  readonly marks?: ReadonlyMap<number, Mark> | undefined;
}

export interface RowName {
  readonly firstName: string;
  readonly lastName: string;
}

/** Valid profile fields from a spreadsheet, maybe too few for a profile. */
export type OfferedFields = Partial<Omit<Profile, "primaryEmail">>;

export interface Invitee extends RowName {
  readonly email: string;
  readonly username?: string;
  readonly fields: OfferedFields;
  /** At most 20, in lower case. The person may have an account with one of them. */
  readonly otherEmails: readonly string[];
  /** At most 50. */
  readonly notes: readonly CellNote[];
}

/** Why a person isn't invited. */
export interface Mark {
  /** The last two are of a whole row. */
  readonly kind: "deceased" | "do not contact" | "hidden" | "struck out";
  /** The cell that sets the mark, and its column's title; empty for a whole row. */
  readonly title: string;
  readonly text: string;
}
