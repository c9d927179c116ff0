/**
 * What the product can do for a person, whichever way they ask: the JSON routes here and the pages'
 * forms in `web` call the same functions. Rules that say no throw; `problems.ts` turns every error
 * into its answer.
 *
 * @module
 */
import type { ConnectionCommand } from "../events/connections/commands.ts";
import type { ContactField } from "../events/members/contact-fields.ts";
import type { OwnProfile, PublicUser, SeenProfile, Viewer } from "../events/members/privacy.ts";
import type { MemberRecord } from "../events/members/record.ts";
import type { ErasureReceipt } from "../events/verify/receipt.ts";
import type { LiveSession, SessionSummary } from "./auth/sessions.ts";
import type {
  AcceptInvitation,
  AccountDetails,
  ChangePassword,
  Confirmation,
  FirstStaffRegistration,
  ForgotPassword,
  Login,
  Registration,
  ResetPassword,
  SelectRole,
  VerifyEmail,
} from "./contract/account.ts";
import type {
  AskForHelp,
  ChangedConnection,
  Connection,
  ConnectionLists,
  ConnectionWithMessages,
  MentoringChange,
  MentoringSettings,
  MessageReport,
} from "./contract/connections.ts";
import type {
  ContactAudiences,
  ContactAudiencesChange,
  ContactReveals,
} from "./contract/contacts.ts";
import type { MailSetup } from "./program/mail-setup.ts";
import type { Insights, Inviting, Program } from "./program/office.ts";
import type { Logos } from "./program/logo.ts";
import type { EffectiveSettings, SettingsOffice } from "./program/settings.ts";
import type { Home } from "./home/home.ts";
import type { ProfileChange, ProfileInput, ViewedProfile } from "./contract/profile.ts";
import type { Directory } from "./directory/directory.ts";
import type { ReceiveUpload, StoredObject } from "./objects/object-store.ts";

export interface Product {
  readonly accounts: Accounts;
  readonly profiles: Profiles;
  readonly listed: ListedDetails;
  readonly pictures: Pictures;
  readonly directory: Directory;
  readonly uncovered: Uncovered;
  readonly invitations: Invitations;
  readonly security: Security;
  readonly connections: Connections;
  readonly contacts: Contacts;
  readonly program: Program;
  readonly inviting: Inviting;
  readonly mail: MailSetup;
  readonly settings:
    & Pick<EffectiveSettings, "topics" | "announcement" | "brand">
    & SettingsOffice
    & { readonly logo: Logos["read"] };
  readonly insights: Insights;
  readonly home: Home;
  /** Values that the profile form offers to this viewer, the most frequent first. */
  readonly offers: (viewer: Pick<MemberRecord, "admission">) => Promise<Offers>;
}

/** Fields of free text that would be one facet, or one word, in many spellings. */
export type OfferedField = "industry" | "location" | "mos" | "armySchools";
export type Offers = Readonly<Record<OfferedField, readonly string[]>>;

/** Where a request came from. Never logged. */
export interface Origin {
  /** Address of the client, for rate limits. */
  readonly ip: string;
  /** Names one request in logs and events. */
  readonly requestId: string;
  /** Roughly which browser; kept with the session, for its owner. */
  readonly browser?: string | undefined;
  /** The session that it came with. */
  readonly session?: LiveSession | undefined;
  /** What the browser keeps of having signed in before. */
  readonly browserToken?: string | undefined;
}

/** A member with the secret that their browser keeps for the session. */
export interface SignedIn {
  readonly member: MemberRecord;
  readonly sessionToken: string;
  readonly expiresAt: Date;
  /** What the browser keeps, so that strangers who guess cannot keep this member out of it. */
  readonly browserToken: string;
}

/** The way in to an installation that has no staff. */
export interface FirstStaff {
  /** Whether nobody is staff. */
  isNeeded(): Promise<boolean>;
  /** What became of a link: `used` where there is staff by now. */
  look(token: string): Promise<"good" | "used" | "expired">;
  /** The token of a new link; `undefined` where there is staff. */
  issue(): Promise<string | undefined>;
  /**
   * Makes the first staff account, and signs it in.
   *
   * @throws {Problem} 400 when the link isn't good; as `Accounts.register` otherwise.
   */
  register(
    input: FirstStaffRegistration & { readonly token: string },
    origin: Origin,
    signal?: AbortSignal,
  ): Promise<SignedIn>;
  /**
   * Makes a member staff who is signed in.
   *
   * @throws {Problem} 400 when the link isn't good.
   */
  take(token: string, memberId: string, origin: Origin): Promise<void>;
}

export interface Accounts {
  readonly firstStaff: FirstStaff;
  /**
   * @param signal Of whoever waits for the answer: registrations wait for their turn, as logins do.
   * @throws {Refusal} When the username or the email is taken.
   * @throws {Problem} 429 after too many, or too many that were taken.
   */
  register(input: Registration, origin: Origin, signal?: AbortSignal): Promise<SignedIn>;
  /**
   * @param signal Of whoever waits for the answer: logins wait for their turn, unless it is aborted.
   * @throws {Problem} 401 when name and password do not belong together; 429 after too many.
   */
  login(input: Login, origin: Origin, signal?: AbortSignal): Promise<SignedIn>;
  /** Ends this session; an unknown token is passed over. */
  logout(sessionToken: string): Promise<void>;
  /**
   * The member whose live session this is. `expiresAt` is there when the session was extended, so
   * that the cookie can be, too.
   */
  authenticate(
    sessionToken: string,
  ): Promise<Authenticated | undefined>;
  /** @throws {Problem} 403 with `confirm` when becoming cadre and the password was not given lately. */
  selectRole(memberId: string, input: SelectRole, origin: Origin): Promise<MemberRecord>;
  /** @throws {Problem} 403 with `confirm` when the address changes and the password was not given lately. */
  changeDetails(memberId: string, input: AccountDetails, origin: Origin): Promise<MemberRecord>;
  /**
   * Takes the same time whether or not the account exists. `devToken` in development mode only.
   *
   * @throws {Problem} 429 after too many from this address, whomever they were for.
   */
  forgotPassword(input: ForgotPassword, origin: Origin): Promise<{ readonly devToken?: string }>;
  /**
   * @returns What the browser keeps: with the new password it is not taken for a stranger.
   * @throws {Problem} 400 when the token is unknown, used or expired.
   */
  resetPassword(
    input: ResetPassword,
    origin: Origin,
    signal?: AbortSignal,
  ): Promise<Pick<SignedIn, "browserToken">>;
  /**
   * Records that the address is the member's own.
   *
   * @throws {Problem} 400 when the token is unknown, used, expired, or for an earlier address.
   */
  verifyEmail(input: VerifyEmail, origin: Origin): Promise<void>;
  /**
   * Mails another link to verify the address; nothing when it is verified.
   *
   * @throws {Problem} 429 after too many.
   */
  resendVerification(memberId: string): Promise<void>;
  /**
   * Erases the member: nobody can read anything personal of theirs again. Asked again, it answers with
   * the same receipt.
   *
   * @throws {Problem} 403 with `confirm` when the password was not given lately.
   */
  deleteAccount(memberId: string, origin: Origin): Promise<ErasureReceipt>;
  /** Whether a receipt has the program's signature. */
  hasIssued(receipt: ErasureReceipt): boolean;
}

/** Whose session a request came with. */
export interface Authenticated {
  readonly member: MemberRecord;
  readonly session: LiveSession;
  readonly expiresAt?: Date;
}

/** What keeps an account its owner's. */
export interface Security {
  /**
   * Takes the password once more: for ten minutes this session can do what asks for it.
   *
   * @returns The session as it is from now on.
   * @throws {Problem} 400 when it is wrong; 429 after too many.
   */
  confirm(
    memberId: string,
    input: Confirmation,
    origin: Origin,
    signal?: AbortSignal,
  ): Promise<LiveSession | undefined>;
  /**
   * Sets another password, ends every other session and every reset link, and tells the member by mail.
   *
   * @returns What the browser keeps: with the new password it is not taken for a stranger.
   * @throws {Problem} 400 when the current one is wrong, or the new one is easily guessed.
   */
  changePassword(
    memberId: string,
    input: ChangePassword,
    origin: Origin,
    signal?: AbortSignal,
  ): Promise<Pick<SignedIn, "browserToken">>;
  /** A member's sessions, the one seen last first. */
  sessions(memberId: string): Promise<readonly SessionSummary[]>;
  /** Ends one of them; an unknown one is passed over. */
  endSession(memberId: string, sessionId: string): Promise<void>;
  /** Ends all of them but the one that asks. */
  endOtherSessions(memberId: string, origin: Origin): Promise<void>;
}

/** What the program has prepared for someone, who says yes or no to it by a mailed link. */
export interface Invitations {
  /** What an invitation is about; changes nothing, and `undefined` once it is used or over. */
  find(token: string): Promise<MemberRecord | undefined>;
  /**
   * Makes the account its owner's: with a name and a password of their own and a confirmed address.
   * The profile stays hidden unless they wish otherwise. What the program's list says, and what they type, makes
   * a whole one or waits in the profile form.
   *
   * @throws {Problem} 400 when the invitation is unknown, used or over.
   * @throws {Refusal} When the username is taken; the invitation stays good.
   */
  accept(input: AcceptInvitation, origin: Origin, signal?: AbortSignal): Promise<SignedIn>;
  /** Notes that a person has opened their invitation: on which day, and nothing else. */
  noteOpened(member: Pick<MemberRecord, "memberId">): Promise<void>;
  /**
   * Erases everything that was prepared. Name and address are kept, sealed, so that staff don't invite them again.
   *
   * @returns By what the name and the address are removed, too.
   * @throws {Problem} 400 when the invitation is unknown, used or over.
   */
  decline(token: string, origin: Origin): Promise<string>;
  /** Removes name and address of who declined. Harmless when repeated. */
  forgetDeclined(id: string): Promise<void>;
}

/** What the program's list says of a member. Which of it they have not answered is in their own record alone. */
export interface ListedDetails {
  /** Adds one field to their profile, checked as every change; harmless when it is answered. */
  add(memberId: string, name: string, origin: Origin): Promise<void>;
  /** Leaves it out: it is not shown again. */
  dismiss(memberId: string, name: string, origin: Origin): Promise<void>;
}

export interface Profiles {
  own(memberId: string): Promise<OwnProfile | undefined>;
  /**
   * Shows a profile with the contacts that are for this viewer, and records that they were shown; without
   * them, and with the reason, where the viewer may not see them.
   *
   * @throws {Problem} 403 when it is hidden from this viewer, 404 when there is none.
   */
  view(
    viewer: MemberRecord,
    memberId: string,
    origin: Origin,
  ): Promise<OwnProfile | ViewedProfile>;
  /**
   * What this viewer would be shown, recorded nowhere: for the owner, and for who shows no contact of it.
   *
   * @throws {Problem} 403 when it is hidden from this viewer, 404 when there is none.
   */
  preview(viewer: Viewer, memberId: string): Promise<OwnProfile | SeenProfile>;
  /** @throws {Problem} 409 with the profile, when there is one. */
  create(memberId: string, input: ProfileInput, origin: Origin): Promise<OwnProfile>;
  /**
   * Changes the given fields; the result is validated as a whole.
   *
   * @param ifVersions Versions that may be changed; any, without them.
   * @throws {Problem} 412 with the profile, when it is of another version.
   */
  change(
    memberId: string,
    input: ProfileChange,
    origin: Origin,
    ifVersions?: readonly string[],
  ): Promise<OwnProfile>;
  remove(memberId: string, origin: Origin): Promise<void>;
}

/** Ways to reach members: who sees them, and who saw them. */
export interface Contacts {
  audiences(memberId: string): Promise<ContactAudiences>;
  changeAudiences(
    memberId: string,
    change: ContactAudiencesChange,
    origin: Origin,
  ): Promise<ContactAudiences>;
  /**
   * Shows one contact of a member, and records it.
   *
   * @throws {Problem} 403 when it is not for this viewer or not there, or the profile is hidden; 404
   * when there is none.
   * @throws {Refusal} When the viewer has confirmed no address, or has seen those of too many people today.
   * @throws {Problem} 429 when strangers at their network address have.
   */
  reveal(
    viewer: MemberRecord,
    ownerId: string,
    contact: ContactField,
    origin: Origin,
  ): Promise<string>;
  /** Who saw which of a member's contacts in the last 12 months. */
  reveals(memberId: string, page: number): Promise<ContactReveals>;
}

/** The picture that a member has. It belongs to the account. */
export interface Pictures {
  /**
   * Where the member's browser sends one file, with one PUT, within ten minutes: an absolute URL, or
   * a path of this service.
   *
   * @throws {Problem} 429 after too many.
   */
  startUpload(memberId: string): Promise<string>;
  /** Takes what is sent there, where addresses are paths of this service. */
  readonly receive?: ReceiveUpload | undefined;
  /**
   * Makes what was uploaded the member's picture; asked again, it answers the same.
   *
   * @param uploadAddress With or without its query.
   * @returns The path that is the member's `profileImageUrl` from now on.
   * @throws {Problem} 400 for no upload address, 403 for another's, 404 when nothing was uploaded.
   * @throws {FileRefused} When it is no picture and no PDF, or can't be drawn.
   */
  save(memberId: string, uploadAddress: string, origin: Origin): Promise<string>;
  /** Takes the picture away; harmless without one. */
  remove(memberId: string, origin: Origin): Promise<void>;
  /** What is shown under a path to this viewer: of what they may not see, there is nothing. */
  find(
    viewer: Pick<MemberRecord, "memberId" | "role" | "admission">,
    path: string,
  ): Promise<FoundPicture | undefined>;
  /** The file itself. */
  read(found: FoundPicture): Promise<StoredObject | undefined>;
  /** Draws the PDFs that versions before 1.0 stored as they were. */
  drawDocuments(): Promise<void>;
}

export interface FoundPicture {
  readonly key: string;
  /** Names this content and no other. */
  readonly tag: string;
}

/** Which messages, or connections that are over: the latest, or those before the one with this id. */
export interface PageRange {
  readonly before?: string | undefined;
}

/** Requests for help and the conversations that they lead to. */
export interface Connections {
  /**
   * All that goes on, and the latest that are over, or those before one.
   *
   * @throws {Problem} 404 where that one is not among those that are over.
   */
  list(memberId: string, range?: PageRange): Promise<ConnectionLists>;
  /** @throws {Problem} 404 for whoever is no party of it. */
  find(memberId: string, connectionId: string): Promise<Connection>;
  /**
   * A connection with as many of its latest messages as a page has room for, or those before one.
   *
   * @throws {Problem} 404 for whoever is no party of it, and where the message is not there.
   */
  read(
    memberId: string,
    connectionId: string,
    range?: PageRange,
  ): Promise<ConnectionWithMessages>;
  /**
   * A connection with the messages after one that its reader has; `undefined` when that one is not there any
   * more, or these don't fit one page.
   */
  readNews(
    memberId: string,
    connectionId: string,
    after: string,
  ): Promise<ConnectionWithMessages | undefined>;
  /** @throws {Refusal} When it may not be asked, or not now. */
  ask(memberId: string, input: AskForHelp, origin: Origin): Promise<ConnectionWithMessages>;
  /** @throws {Refusal} When a rule says no, or somebody was first. */
  act(
    memberId: string,
    connectionId: string,
    command: ConnectionCommand,
    origin: Origin,
  ): Promise<ChangedConnection>;
  /**
   * Server-sent events of a conversation: that something of what the member sees in it has changed, and
   * not what. They end with the session, too.
   *
   * @throws {Problem} 404 for whoever is no party of it, 429 and 503 for too many at once.
   */
  watch(
    who: { readonly memberId: string; readonly sessionId: string | undefined },
    connectionId: string,
  ): Promise<ReadableStream<Uint8Array>>;
  /** Quotes a message to staff, and ends the conversation. */
  report(
    memberId: string,
    connectionId: string,
    input: MessageReport,
    origin: Origin,
  ): Promise<void>;
  settings(memberId: string): Promise<MentoringSettings>;
  changeSettings(
    memberId: string,
    change: MentoringChange,
    origin: Origin,
  ): Promise<MentoringSettings>;
  block(memberId: string, otherId: string, origin: Origin): Promise<void>;
  unblock(memberId: string, otherId: string, origin: Origin): Promise<void>;
  /** Whom a member has blocked; without a name where they may not know it. */
  blocked(memberId: string): Promise<readonly PublicUser[]>;
  /** Whether a member can be asked for help now; the same for every viewer. */
  takesRequests(memberId: string): Promise<boolean>;
  /** Whose a mailed link is, whatever became of its conversation; `undefined` once it is over itself. */
  linkOwner(token: string): Promise<MemberRecord | undefined>;
  /**
   * Whose a mailed link is, and to which open conversation; `undefined` when it is over. The link with
   * which a paused mentor takes requests again has `resume` for the id.
   */
  openLink(token: string): Promise<OpenLink | undefined>;
  /** What became of a link that opens nothing now. Of one that the product has not made, nothing is said. */
  whyClosed(token: string): Promise<ClosedLink>;
}

export type ClosedLink =
  | { readonly is: "unknown" | "deleted" }
  | (
    & { readonly memberId: string; readonly connectionId: string }
    & (
      | { readonly is: "expired" | "replaced" }
      | {
        readonly is: "over";
        readonly state: Connection["state"];
        /** When its conversation ended. */
        readonly on: string;
      }
    )
  );

export interface OpenLink {
  readonly member: MemberRecord;
  readonly connectionId: string;
  /** What a form has to send along: its own page alone knows it. */
  readonly formToken: string;
}

/** What members looked for and nobody offers. */
export interface Uncovered {
  /**
   * Counts that somebody looked for topics.
   *
   * @returns Those that nobody offers; the others are not counted.
   * @throws {Problem} 429 after too many in a day.
   */
  tell(memberId: string, topics: readonly string[]): Promise<readonly string[]>;
  /** How often each was told in the last 30 days, the most first, without those that somebody offers now: for staff. */
  recent(): Promise<readonly { readonly topic: string; readonly told: number }[]>;
}
