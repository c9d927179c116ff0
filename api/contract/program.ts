import { z } from "zod";
import { textLimits } from "../../events/connections/words.ts";
import { reportActions } from "../../events/program/events.ts";
import type { ReportState } from "../../events/read/reports.ts";
import type { Role } from "../../events/vocabulary.ts";
import type { PublicUser } from "../../events/members/privacy.ts";
import type { HistoryKind } from "../program/history-words.ts";
import type { ColumnName } from "../invitations/rows/columns.ts";
import type { CellNote } from "../invitations/rows/person-row.ts";
import { Registration } from "./account.ts";
import { lines } from "../../events/members/texts.ts";
import type { Answer } from "../openapi/answers.ts";

/** A person's account, without their profile. */
type Person = Pick<PublicUser, "id" | "firstName" | "lastName" | "role">;

export type WaitingPerson = ProgramLists["waiting"][number];

export type DecidedPerson = ProgramLists["decided"][number];

export type CadrePerson = ProgramLists["cadre"][number];

export type ProgramLists = Answer<"ProgramLists">;

/** Many people's contacts viewed within an hour by accounts that the program doesn't know. */
export type ContactSurge = NonNullable<Answer<"ProgramSurge">["surge"]>;

const place = z.coerce.number("Reload the page").int().min(0);
export const RefusedSurge = z.strictObject({ from: place, to: place });

/** A reported message. Once its text is deleted, it names no one. */
export type ProgramReport = Answer<"ProgramReports">[number];

export interface ReportsQuery {
  /** Both, without it: open ones first. */
  readonly state?: ReportState | undefined;
  /** From 1. */
  readonly page: number;
}

export interface ReportsPage {
  /** The oldest open one first; of those that were handled, the latest. */
  readonly reports: readonly ProgramReport[];
  /** How many there are of each, on all pages. */
  readonly counts: Readonly<Record<ReportState, number>>;
  readonly page: number;
  readonly pages: number;
}

const words = lines(textLimits.staff).optional();

/** `seen`: the person's state when staff decided; `waiting` by default. */
export const Refusing = z.strictObject({ words, seen: z.enum(["waiting", "in"]).optional() });

export const ReportDecision = z.strictObject({
  action: z.enum(reportActions, "Choose what to do"),
  words,
}).refine(({ action, words }) => action !== "warn" || Boolean(words), {
  path: ["words"],
  message: "Write what they should know",
});

/** A person's standing in the program. */
export const rosterStates = [
  ...["in", "waiting", "invited", "refused", "suspended", "asking closed"] as const,
] as const;
export type RosterState = typeof rosterStates[number];

/** A person's account, independent of what their profile shows. */
export interface RosterPerson extends Person {
  readonly state: Exclude<RosterState, "asking closed">;
  readonly isStaff: boolean;
  readonly isAskingClosed: boolean;
}

export interface RosterQuery {
  /** Of names. */
  readonly search: string;
  /** `none`: no role yet. */
  readonly role?: Role | "none" | undefined;
  readonly state?: RosterState | undefined;
  /** From 1. */
  readonly page: number;
}

export interface RosterPage {
  readonly people: readonly RosterPerson[];
  /** Matches on all pages. */
  readonly total: number;
  readonly page: number;
  readonly pages: number;
}

/** What staff or an operator did: an event, or several of one import. */
export interface HistoryEntry {
  readonly does: HistoryKind;
  /** The new and the old value; `null` where the words say it. */
  readonly what: string | null;
  readonly at: string;
  /** `operator` for a command; `null` once they are gone. */
  readonly by: Person | "operator" | null;
  /** How many people it was about. */
  readonly count: number;
  /** The person it is about, if they still have an account. */
  readonly about: Person | null;
}

export interface ProgramHistory {
  /** The latest first. */
  readonly entries: readonly HistoryEntry[];
  /** Where the next page goes on; `null` at the beginning. */
  readonly before: number | null;
}

/** One person, and what the program has done about them. */
export interface ProgramPerson {
  readonly person: RosterPerson;
  readonly isYou: boolean;
  /** Whether the program invited them, let them in, or gave them staff access. */
  readonly isVouchedFor: boolean;
  /** How many others are staff. */
  readonly otherStaff: number;
  readonly entries: readonly HistoryEntry[];
}

export const InvitePerson = Registration.pick({ email: true, firstName: true, lastName: true });
export type InvitePerson = z.infer<typeof InvitePerson>;

/** What happens to a row of a file, counted as spreadsheets do. */
export interface ImportRow {
  readonly number: number;
  /** Empty where the file has none. */
  readonly name: string;
  /** `new`: will be invited; `invited`: was; `same`: repeats an earlier row; `not-invited`: died, or asked for it. */
  readonly is:
    | "new"
    | "invited"
    | "here"
    | "declined"
    | "no-address"
    | "not-invited"
    | "same"
    | "failed";
  /** Cells that were left out, or taken as something else. Of members, nothing. */
  readonly notes: readonly CellNote[];
  /** The row that this one repeats. */
  readonly as: number | null;
  /** Why they could not be invited, or are not. */
  readonly why: string | null;
}

/** A file that is being imported. */
export interface Import {
  readonly state: "checked" | "running" | "done" | "failed";
  /** Names of a workbook's sheets, and which of them is read. */
  readonly sheets: readonly string[];
  readonly sheet: number;
  /** By its place among the rows, from 0; `null` without one. */
  readonly headerRow: number | null;
  /** The first rows, cut short, among which the header is. */
  readonly firstRows: readonly string[];
  readonly columns: readonly {
    readonly title: string;
    /** The field that it fills; `null` where only addresses are read in it. */
    readonly field: ColumnName | null;
    /** Its first values. */
    readonly examples: readonly string[];
  }[];
  readonly rows: readonly ImportRow[];
  /** Number of new people imported so far. */
  readonly done: number;
}

/** Staff's choices for a file. Without one, the guess stays. */
export interface ImportChoice {
  readonly sheet?: number | undefined;
  readonly headerRow?: number | null | undefined;
  /** By place. */
  readonly columns?: readonly (string | null)[] | undefined;
}
