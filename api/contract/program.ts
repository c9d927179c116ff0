import { z } from "zod";
import { textLimits } from "../../events/connections/limits.ts";
import type { ReportReason } from "../../events/connections/vocabulary.ts";
import { type ReportAction, reportActions } from "../../events/program/events.ts";
import type { ReportState } from "../../events/read/reports.ts";
import type { Role } from "../../events/vocabulary.ts";
import { Registration } from "./account.ts";
import { line, lines } from "../../events/members/texts.ts";

interface Person {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: Role | null;
}

export interface WaitingPerson extends Person {
  readonly email: string;
  readonly emailVerified: boolean;
  /** Confirmation of their address, or approval by staff. */
  readonly needs: "confirmation" | "approval";
  readonly since: string;
}

export interface DecidedPerson extends Person {
  readonly state: "refused" | "admitted";
  readonly at: string;
  /** Staff's words to the refused person. */
  readonly words: string | null;
}

export interface CadrePerson extends Person {
  readonly isConfirmed: boolean;
  /** When they got staff access. */
  readonly since: string | null;
  readonly isYou: boolean;
  /** Only for cadre without confirmed staff access. */
  readonly email: string | null;
  readonly emailVerified: boolean;
}

export interface ProgramLists {
  readonly waiting: readonly WaitingPerson[];
  readonly decided: readonly DecidedPerson[];
  readonly cadre: readonly CadrePerson[];
}

/** The hour with the most contact views by new accounts. */
export interface ContactSurge {
  /** People whose contacts were viewed. */
  readonly people: number;
  readonly accounts: readonly (Person & {
    readonly registeredAt: string;
    readonly people: number;
  })[];
  /** People whose contacts were viewed by accounts deleted since. */
  readonly byDeleted: number;
  readonly from: number;
  readonly to: number;
  readonly at: string;
}

const place = z.coerce.number("Reload the page").int().min(0);
export const RefusedSurge = z.strictObject({ from: place, to: place });

/** A reported message. Once its text is deleted, it names no one. */
export interface ProgramReport {
  readonly id: string;
  readonly reason: ReportReason | null;
  readonly at: string;
  readonly text: string | null;
  readonly reporter: Person | null;
  readonly reported: (Person & { readonly isAskingClosed: boolean }) | null;
  readonly handled: {
    readonly action: ReportAction;
    readonly by: Person | null;
    readonly at: string;
  } | null;
  readonly canHandle: boolean;
}

export interface ReportsQuery {
  /** Both by default, open ones first. */
  readonly state?: ReportState | undefined;
  readonly page: number;
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

/** A person's state in the program. */
export const rosterStates = [
  ...["in", "waiting", "invited", "refused", "suspended", "died", "asking closed"] as const,
  ...["never asked", "no mail"] as const,
] as const;
export type RosterState = typeof rosterStates[number];

export interface RosterQuery {
  readonly search: string;
  /** `none`: no role yet. */
  readonly role?: Role | "none" | undefined;
  readonly state?: RosterState | undefined;
  readonly page: number;
}

export const InvitePerson = Registration.pick({ email: true, firstName: true, lastName: true });
export type InvitePerson = z.infer<typeof InvitePerson>;

/** Staff's own words in an invitation. */
export const invitationWordsLength = 300;
export const InvitationWords = z.strictObject({ words: line(invitationWordsLength) });

/** A cell that was skipped, or read as another text, such as "Maj." as MAJ. */
export interface CellNote {
  /** The column's title in the spreadsheet. */
  readonly title: string;
  /** The cell, cut to 200 characters, on one line. */
  readonly text: string;
  /** Absent if left out. */
  readonly takenAs?: string;
}

/** The result of a row of a file, numbered as in spreadsheets. */
export interface ImportRow {
  readonly number: number;
  /** Empty if the file has no name. */
  readonly name: string;
  /** In the file. The one that will be invited, or the first one; empty without one. */
  readonly email: string;
  /** `new`: will be invited; `invited`: was; `same`: repeats another row; `opted-out`: asked not to be contacted; `bounced`: email came back; `set-aside`: in a hidden or struck-out row. */
  readonly is:
    | "new"
    | "invited"
    | "here"
    | "declined"
    | "left"
    | "no-address"
    | "unclear-address"
    | "deceased"
    | "opted-out"
    | "bounced"
    | "set-aside"
    | "same"
    | "failed";
  /** Cells that were skipped or read as another text. Says nothing about members. */
  readonly notes: readonly CellNote[];
  /** The row that this one repeats. */
  readonly as: number | null;
  /** Why they aren't invited: a message, or the cell with the reason. */
  readonly why: string | null;
}

/** Staff's choices for a file; guesses if absent. */
export interface ImportChoice {
  readonly sheet?: number | undefined;
  readonly headerRow?: number | null | undefined;
  readonly columns?: readonly (string | null)[] | undefined;
  /** People who opted out have agreed since. */
  readonly includesOptedOut?: boolean | undefined;
}
