/**
 * What the program's staff can do, in the browser as by command. Everybody else gets 404 for all of it, as if
 * it were not there.
 *
 * @module
 */
import type { PublicUser } from "../../events/members/privacy.ts";
import type { ReportAction } from "../../events/program/events.ts";
import type { Report } from "../../events/report/report.ts";
import type {
  ContactSurge,
  Import,
  ImportChoice,
  InvitePerson,
  ProgramHistory,
  ProgramLists,
  ProgramPerson,
  ReportsPage,
  ReportsQuery,
  RosterPage,
  RosterQuery,
  WaitingPerson,
} from "../contract/program.ts";
import type { InvitationPage, InvitationQuery } from "../contract/invitations.ts";
import type { Origin } from "../product.ts";
import type { SurgeNumbers } from "./surge-words.ts";

/** Who gets in, who is staff, and what becomes of reports. */
export interface Program {
  /** Whether this member is staff, for whether they see where it is done. */
  isStaff(memberId: string): Promise<boolean>;
  /** Whether no one is staff but this member. */
  isLastStaff(memberId: string): Promise<boolean>;
  /** What waits for staff, and how many invitations nobody has answered. */
  counts(memberId: string): Promise<{
    readonly people: number;
    readonly newestPerson: WaitingPerson | null;
    readonly reports: number;
    readonly newestReportAt: string | null;
    readonly invitations: number;
    readonly surge: (SurgeNumbers & Pick<ContactSurge, "at">) | null;
  }>;
  /** The busiest hour of looks at contacts that staff have done nothing about. */
  surge(memberId: string): Promise<ContactSurge | null>;
  /**
   * Refuses all accounts of a surge, but for those that staff have accepted since.
   *
   * @returns How many were refused.
   * @throws {Problem} 403 with `confirm` when the password was not given lately.
   */
  refuseSurge(
    memberId: string,
    surge: Pick<ContactSurge, "from" | "to">,
    origin: Origin,
  ): Promise<number>;
  lists(memberId: string): Promise<ProgramLists>;
  /**
   * Lets somebody in, also after a no; they are told by mail.
   *
   * @param seen What they were when it was decided, where that is not now.
   * @throws {Refusal} When somebody else has decided otherwise meanwhile.
   */
  accept(
    memberId: string,
    personId: string,
    origin: Origin,
    seen?: "waiting" | "refused" | "in",
  ): Promise<void>;
  /**
   * Declines an applicant, or refuses somebody who is in: they see nobody, and nobody sees them.
   *
   * @throws {Problem} 403 with `confirm` for who is in, when the password was not given lately.
   * @throws {Refusal} For staff; and for who was let in, where `seen` says that they wait.
   */
  refuse(
    memberId: string,
    personId: string,
    decision: { readonly words: string | null; readonly seen?: "waiting" | "in" | undefined },
    origin: Origin,
  ): Promise<void>;
  /** Whether this member of staff is mailed about what waits. */
  changeNotices(memberId: string, wants: boolean, origin: Origin): Promise<void>;
  /** Everybody by name, role and state. */
  roster(memberId: string, query: RosterQuery): Promise<RosterPage>;
  /** @throws {Problem} 404 when there is no such person. */
  person(memberId: string, personId: string): Promise<ProgramPerson>;
  /** What the program has done. @param before A position of the log. */
  history(memberId: string, before?: number): Promise<ProgramHistory>;
  /**
   * Makes somebody cadre, and staff. The person and all other staff are mailed; so too for the three below.
   *
   * @throws {Problem} 403 with `confirm` when the password was not given lately; so too for the three below.
   * @throws {Refusal} When their address is not confirmed.
   */
  grantCadre(memberId: string, personId: string, origin: Origin): Promise<void>;
  /** Makes somebody who is cadre something else. @throws {Refusal} When there would be no staff left. */
  takeCadre(
    memberId: string,
    personId: string,
    role: "alumni" | "cadet",
    origin: Origin,
  ): Promise<void>;
  /** Keeps somebody from asking others for help, and withdraws their open requests; they are told by mail. */
  closeAsking(memberId: string, personId: string, origin: Origin): Promise<void>;
  /** @throws {Refusal} When their address is not confirmed. */
  confirmCadre(memberId: string, personId: string, origin: Origin): Promise<void>;
  /** @throws {Refusal} When there would be no staff left. */
  unconfirmCadre(memberId: string, personId: string, origin: Origin): Promise<void>;
  /** Lets somebody ask others for help again. */
  openAsking(memberId: string, personId: string, origin: Origin): Promise<void>;
  /** Messages that were reported, but for one's own; the oldest open one first. */
  reports(memberId: string, query: ReportsQuery): Promise<ReportsPage>;
  /**
   * Closes reports without action against anybody; those that somebody has handled, or has to handle, are left.
   *
   * @returns How many it has closed.
   */
  closeReports(memberId: string, reportIds: readonly string[], origin: Origin): Promise<number>;
  /** @throws {Refusal} When somebody was first, or it is one's own report. */
  handleReport(
    memberId: string,
    reportId: string,
    decision: { readonly action: ReportAction; readonly words?: string | undefined },
    origin: Origin,
  ): Promise<void>;
}

export interface InvitationList extends InvitationPage {
  readonly sendsReminders: boolean;
}

/** A link to accept or to decline, and whose. */
export interface NewLink extends Pick<PublicUser, "firstName" | "lastName"> {
  readonly link: string;
}

/** How staff invites people, one by one and from a file. */
export interface Inviting {
  list(memberId: string, query: InvitationQuery): Promise<InvitationList>;
  /**
   * Prepares an account and mails its person a link to accept or to decline.
   *
   * @param isSure Whether staff know that they have declined before.
   * @throws {Problem} 409 when somebody has an account with this address, or has declined with it.
   */
  invite(memberId: string, person: InvitePerson, origin: Origin, isSure?: boolean): Promise<void>;
  /**
   * Mails another link; earlier ones go on working for their time.
   *
   * @throws {Problem} 409 when they have answered, 404 when they were not invited, 429 for too many to one person.
   */
  resend(memberId: string, personId: string, origin: Origin): Promise<void>;
  /**
   * Mails everybody who was mailed nothing for a week.
   *
   * @returns How many mails are queued, and how many people are left: theirs are queued in the background.
   */
  remindAll(
    memberId: string,
    origin: Origin,
  ): Promise<{ readonly queued: number; readonly following: number }>;
  /**
   * Makes a link for staff to hand over; earlier ones go on working for their time. Whoever has it can take the account.
   *
   * @throws {Problem} 403 with `confirm` when the password was not given lately; 404, 409 and 429 as for `resend`.
   */
  makeLink(memberId: string, personId: string, origin: Origin): Promise<NewLink>;
  /**
   * Takes an invitation back: what was prepared is erased.
   *
   * @throws {Problem} 404 when they have answered, also at this moment.
   */
  withdraw(memberId: string, personId: string, origin: Origin): Promise<void>;
  /** Removes the name and the address of who declined. @throws {Problem} 404 when they are gone. */
  removeDeclined(memberId: string, id: string): Promise<void>;
  /** Whether who does not answer is reminded by itself. */
  changeReminders(memberId: string, areSent: boolean, origin: Origin): Promise<void>;

  /** This member's file, where they have one. Each has one at a time, for an hour. */
  file(memberId: string): Promise<Import | undefined>;
  /**
   * Takes a file, and says what would happen to each of its rows.
   *
   * @throws {Problem} 400 when it can't be read, 409 while one of theirs is being imported.
   */
  open(memberId: string, bytes: Uint8Array, remembered: ColumnChoices): Promise<Import>;
  /** Says which sheet it is, where its header is, or what its columns are. */
  choose(memberId: string, choice: ImportChoice): Promise<Import>;
  /** Begins the import, which goes on in the background. @throws {Problem} 409 while another one runs. */
  start(memberId: string): Promise<void>;
  forget(memberId: string): Promise<void>;
}

/** Which field a column was said to fill, by its title. */
export type ColumnChoices = Readonly<Record<string, string | null>>;

/** Statistics for the program's staff, of every cycle, oldest first. */
export interface Insights {
  /** The newest. Where they take long, those of before, or none yet. */
  latest(): Promise<
    | { readonly state: "ready"; readonly reports: readonly Report[] }
    | { readonly state: "being made" | "failed" }
  >;
}
