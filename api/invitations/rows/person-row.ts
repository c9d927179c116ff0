/** Types of what is read from a spreadsheet of people. */
import type { Profile } from "../../../events/members/profile-fields.ts";
import type { Topics } from "../../../events/program/topics.ts";
import type { Synonyms } from "../../../search/synonyms.ts";

/** Rows of a sheet as text: row i is row i + 1 of the spreadsheet. */
export type Rows = readonly (readonly string[])[];

/** What reading depends on, beside the sheet. */
export interface ReadContext {
  /** The current year. */
  readonly year: number;
  /** The program's help topics. */
  readonly topics: Topics;
  /** Further names of values; without them, only the product's names are read. */
  readonly synonyms?: Synonyms | undefined;
}

/** A name; empty where there is none. */
export interface RowName {
  readonly firstName: string;
  readonly lastName: string;
}

/** Profile fields from a spreadsheet. Each is valid; together they may be too few for a profile. */
export type OfferedFields = Partial<Omit<Profile, "primaryEmail">>;

/** A cell that was left out, or read as another text: "Maj." was taken as MAJ. */
export interface CellNote {
  /** The column's title, as the spreadsheet has it. */
  readonly title: string;
  /** The cell, cut to 200 characters, on one line. */
  readonly text: string;
  /** Missing where it was left out. */
  readonly takenAs?: string;
}

/** A person with an address. */
export interface Invitee extends RowName {
  /** The address to invite them at. */
  readonly email: string;
  readonly username?: string;
  readonly fields: OfferedFields;
  /** Their other addresses, in lower case: they may have an account with one of them. */
  readonly otherEmails: readonly string[];
  /** At most 50. */
  readonly notes: readonly CellNote[];
}

/** Why a person is not invited: they died, or asked not to be written to. */
export type Mark = "deceased" | "do not contact";
