/** What is known of the people in a spreadsheet, row by row. */
import type { Profile } from "../../../events/members/profile-fields.ts";
import type { Topics } from "../../../events/program/topics.ts";

/** Rows of a sheet as text: row i is row i + 1 of the spreadsheet. */
export type Rows = readonly (readonly string[])[];

/** The current year, for class years, and the program's help topics. */
export interface ReadContext {
  readonly year: number;
  readonly topics: Topics;
}

/** Profile fields that a spreadsheet can fill: each is valid by itself, many rows have too few for a profile. */
export type OfferedFields = Partial<Omit<Profile, "primaryEmail">>;

/** A cell that was left out, or taken as something else: “Rank: “Maj.” was taken as MAJ”. */
export interface CellNote {
  /** The column's title, as the spreadsheet has it. */
  readonly title: string;
  /** The cell, cut to 200 characters, on one line. */
  readonly text: string;
  /** Missing where it was left out. */
  readonly takenAs?: string;
}

/** Somebody with an address. */
export interface Invitee {
  /** The address to invite them at. */
  readonly email: string;
  /** Empty where the spreadsheet has none. */
  readonly firstName: string;
  readonly lastName: string;
  readonly username?: string;
  readonly fields: OfferedFields;
  /** Other addresses of theirs, lower case: an account may be under one of them. */
  readonly otherEmails: readonly string[];
  /** At most 50. */
  readonly notes: readonly CellNote[];
}

/** `number` is the row of the spreadsheet, from 1. */
export type PersonRow =
  & { readonly number: number }
  & (
    | { readonly is: "person"; readonly person: Invitee }
    | {
      readonly is: "no-address";
      /** Empty where there is none either. */
      readonly name: string;
      readonly notes: readonly CellNote[];
    }
    /** The person of an earlier row, which took what this one adds. */
    | { readonly is: "same"; readonly as: number; readonly name: string }
    | { readonly is: "passed-over"; readonly why: "title" | "total" | "empty" | "header-again" }
  );
