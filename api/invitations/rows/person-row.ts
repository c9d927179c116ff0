/** What is known of the people in a spreadsheet, row by row. */
import type { Profile } from "../../../events/members/profile-fields.ts";
import type { Topics } from "../../../events/program/topics.ts";
import type { Synonyms } from "../../../search/synonyms.ts";

/** Rows of a sheet as text: row i is row i + 1 of the spreadsheet. */
export type Rows = readonly (readonly string[])[];

/** The current year, for class years, the program's help topics, and further names of values. */
export interface ReadContext {
  readonly year: number;
  readonly topics: Topics;
  /** With the operator's; the product's without them. */
  readonly synonyms?: Synonyms | undefined;
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

/** Why somebody is not to be written to: they died, or asked for it. */
export type Mark = "deceased" | "unwanted";

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
    | { readonly is: "not-invited"; readonly name: string; readonly why: Mark }
    /** The person of an earlier row, which took what this one adds. */
    | { readonly is: "same"; readonly as: number; readonly name: string }
    | { readonly is: "passed-over"; readonly why: "title" | "total" | "empty" | "header-again" }
  );
