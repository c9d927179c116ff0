/**
 * Every URL that pages and islands link or post to. Nothing else writes a path.
 *
 * @module
 */
import type { Audience } from "../events/report/report.ts";
import type { Role } from "../events/vocabulary.ts";

/** Id of the element with contacts on a member's page. */
export const contactId = "contact";

/** Id of the element below a conversation's newest message. */
export const latestId = "latest";

/** Id of the part of a conversation's page with others to ask. */
export const othersId = "others";

/** Id of the part of a conversation's page with other open requests about its topics. */
export const alsoAskedId = "also-asked";

/** Id of the end of a page of earlier messages, where the reader came from. */
export const laterMessagesId = "later";

/** Id of the notice about a surge of contact views, on the program's page. */
export const surgeId = "surge";

/** Id of the notice about guessed codes, on the program's page. */
export const guessedId = "guessed-codes";

/** Id of the element about backups, on the set-up page. */
export const backupsId = "backup";

export const paths = {
  home: () => "/",
  register: () => "/?mode=register",
  forgotPassword: () => "/forgot-password",
  resetPassword: (token?: string) =>
    token === undefined ? "/reset-password" : `/reset-password?token=${encodeURIComponent(token)}`,
  verifyEmail: () => "/verify-email",
  /** The page for entering a mailed code. Posting a username here requests one. */
  code: (code?: string) => code === undefined ? "/code" : `/code?code=${encodeURIComponent(code)}`,
  undoAddress: () => "/undo-address",
  selectRole: () => "/select-role",
  cadre: () => "/cadre",
  alumni: () => "/alumni",
  member: (memberId: string) => `/alumni/${encodeURIComponent(memberId)}`,
  /** @param from The directory to which the page's link "Back" leads. */
  memberContacts: (memberId: string, from?: string) =>
    paths.member(memberId) + (from ? `?from=${encodeURIComponent(from)}` : "") + `#${contactId}`,
  directory: () => "/directory",
  askForHelp: (memberId?: string) =>
    memberId === undefined
      ? "/connections/new"
      : `/connections/new?to=${encodeURIComponent(memberId)}`,
  profile: () => "/profile",
  previewProfile: () => "/profile/preview",
  editProfile: () => "/profile/edit",
  security: () => "/profile/security",
  addresses: () => "/profile/addresses",
  deleteProfile: () => "/profile/delete",
  deleteAccount: () => "/profile/delete-account",
  connections: () => "/connections",
  contacts: () => "/contacts",
  program: () => "/program",

  /** Addresses to which forms post. */
  uncovered: () => "/directory/uncovered",
  login: () => "/login",
  registration: () => "/register",
  logout: () => "/logout",
  theme: () => "/theme",
  accountDetails: () => "/profile/account",
  enterCode: () => "/code/enter",
  confirmAddress: () => "/profile/addresses/confirm",
  changeAddresses: () => "/profile/addresses/change",
  changePassword: () => "/profile/security/password",
  addPassword: () => "/profile/security/first-password",
  endSession: () => "/profile/security/end-session",
  removePicture: () => "/profile/picture/remove",
  resendVerification: () => "/verify-email/resend",

  icon: () => "/icon.svg",
} as const;

/** URLs used only by pages. They aren't in scripts for browsers. */
export const pagePaths = {
  /** Public: the program's logo, if it has one. */
  logo: () => "/logo",
  /** Public: icons and name for a phone's home screen. */
  manifest: () => "/manifest.webmanifest",
  pngIcon: (edge: number) => `/icon-${edge}.png`,
  touchIcon: () => "/apple-touch-icon.png",
  invitation: (token?: string) => withQuery("/invitation", { token }),
  seenInvitation: (token?: string) => withQuery("/invitation/look", { token }),
  declineInvitation: () => "/invitation/decline",
  unsubscribeInvitation: (token?: string) => withQuery("/invitation/unsubscribe", { token }),

  showContacts: (memberId: string) => `${paths.member(memberId)}/contacts`,
  /** The program's page, scrolled to applicants. */
  programWaiting: () => `${paths.program()}#waiting-title`,
  programPeople: () => "/program/people",
  programReports: (query: Query = {}) => withQuery("/program/reports", query),
  everybody: (query: Query = {}) => withQuery("/program/everybody", query),
  programPerson: (memberId: string) => `/program/everybody/${encodeURIComponent(memberId)}`,
  removeStaffAccess: (memberId: string) =>
    `/program/everybody/${encodeURIComponent(memberId)}/staff-access`,
  lockPerson: (memberId: string, how: "suspend" | "record-death") =>
    `/program/everybody/${encodeURIComponent(memberId)}/${how}`,
  programSurge: () => "/program/surge",
  programHistory: (before?: number) =>
    before === undefined ? "/program/history" : `/program/history?before=${before}`,
  /** A member's own commission. */
  commissioning: () => "/commissioning",
  /** The same by a mailed link, whose token is a secret. Without one, the route's pattern. */
  mailedCommissioning: (token?: string) =>
    `/c/${token === undefined ? ":token" : encodeURIComponent(token)}/commissioning`,
  programCommissioning: () => "/program/commissioning",
  invitations: (query: Query = {}) => withQuery("/program/invitations", query),
  importFile: () => "/program/import",
  importTemplate: () => "/program/import/alumni.csv",
  importReport: () => "/program/import/report.csv",
  staffNotices: () => "/profile/security/staff-notices",
  /** Whether a member gets scheduled mails: a form on the page about signing in. */
  changeProgramMails: () => "/profile/security/program-mails",
  /** That page, scrolled to the form. */
  programMails: () => `${paths.security()}#program-mails-title`,
  /** Confirms a profile, by its owner. */
  confirmProfile: () => "/profile/confirm",
  /** The form that asks a member about a topic, with a first sentence filled in. */
  askAbout: (memberId: string, topic: string) =>
    withQuery("/connections/new", { to: memberId, topic, note: "first" }),
  /** Receives a browser's answer about a passkey, and signs in. */
  passkeyLogin: () => "/login/passkey",
  changePasskeys: () => "/profile/security/passkeys",
  /** The page about sessions, scrolled to the passkeys. */
  passkeys: () => `${paths.security()}#passkeys-title`,
  programMail: () => "/program/mail",
  setUpMail: (way?: string) => withQuery("/program/mail/set-up", way === undefined ? {} : { way }),
  signInToMail: () => "/program/mail/oauth",
  setUpAnswers: (way?: string) =>
    withQuery("/program/mail/answers", way === undefined ? {} : { way }),
  /** The step after registering. */
  checkInbox: () => "/check-inbox",
  /** The secret link that creates the first staff account. */
  firstStaff: (token?: string) => withQuery("/first-staff", { token }),
  /** Restores a backup with the same link, instead of creating a first staff account. */
  restore: (token?: string) => withQuery("/restore", { token }),
  sendBackup: () => "/restore/backup",
  restoreState: () => "/restore/state",
  restored: () => "/restored",
  handover: () => "/program/handover",
  setup: () => "/program/setup",
  /** The set-up page, scrolled to the state of backups. */
  backups: () => `/program/setup#${backupsId}`,
  programSecret: () => "/program/secret",
  programBrand: () => "/program/settings/brand",
  programLogo: () => "/program/settings/logo",
  programSettings: () => "/program/settings",
  /** The settings, scrolled to the retention of backups. */
  backupSettings: () => "/program/settings#backups-title",
  /** The newest cycle by default. */
  insights: (cycle?: number, audience: Audience = "staff") =>
    withQuery("/program/insights", {
      ...cycle !== undefined && { cycle: String(cycle) },
      ...audience === "share" && { for: "others" },
    }),
  insightsFile: (cycle: number, audience: Audience, format: "csv" | "html") =>
    `/program/insights/cycle-${cycle}${audience === "share" ? "-share" : ""}.${format}`,
  /** A member's own profile, scrolled to its privacy settings. */
  privacy: () => `${paths.profile()}#privacy`,
  /** Shows or hides a profile without script. */
  visibility: () => "/profile/visibility",
  showReminder: () => "/profile/show-reminder",
  /** Cadre post the program's code here. */
  cadreCode: () => "/profile/cadre-code",
  listedDetails: () => "/profile/listed",
  /** Public: what is stored, who sees it, and for how long. */
  privacyNotice: () => "/privacy",
  /** Public: the accessibility statement. */
  accessibility: () => "/accessibility",
  /** Download of the data stored about a member. */
  personalData: () => "/profile/data",

  /** The form that asks the program's alumni. */
  askAlumni: (topic?: string) => withQuery("/connections/question", { topic }),
  /** A question to alumni, for its cadet and for the alumni who were asked. */
  question: (questionId: string) => `/connections/questions/${encodeURIComponent(questionId)}`,
  /** Unanswered questions, for staff. */
  programQuestions: () => "/program/questions",
  connection: (connectionId: string) => `/connections/${encodeURIComponent(connectionId)}`,
  /** The same, scrolled to its newest message. */
  newestMessage: (connectionId: string) => `${pagePaths.connection(connectionId)}#${latestId}`,
  /** The same, scrolled to other open requests about its topics. */
  alsoAsked: (connectionId: string) => `${pagePaths.connection(connectionId)}#${alsoAskedId}`,
  /** The same, scrolled to others who can be asked instead. */
  others: (connectionId: string) => `${pagePaths.connection(connectionId)}#${othersId}`,
  pastConnections: (before: string) =>
    `${paths.connections()}?before=${encodeURIComponent(before)}#past-title`,
  /** Earlier messages before one of them. `page` is that of a conversation, or of a mailed link. */
  earlierMessages: (page: string, messageId: string) =>
    `${page}?before=${encodeURIComponent(messageId)}#${laterMessagesId}`,
  /** API address that a conversation's page uses to send and receive messages. */
  liveConnection: (connectionId: string) => `/api/connections/${encodeURIComponent(connectionId)}`,
  contactsPage: (page: number) =>
    page === 1 ? paths.contacts() : `${paths.contacts()}?page=${page}`,
  mentoring: () => "/mentoring",
  unblock: () => "/connections/unblock",
  /** A mailed link to one conversation. The token is a secret. */
  mailedLink: (token: string) => `/c/${encodeURIComponent(token)}`,
  noProgramMails: (token: string) => `/c/${encodeURIComponent(token)}/no-program-mails`,
  noReminders: (token: string) => `/c/${encodeURIComponent(token)}/no-reminders`,
} as const;

/** Longer than any URL that our pages link to. */
const maxAddress = 8000;

/** Path and query to return to; the home page for overlong or foreign ones. */
export function addressToReturnTo({ pathname, search }: URL): string {
  const address = pathname + search;
  // On its own, a path that starts with two slashes names another host.
  const isOwn = !address.startsWith("//") && address.length <= maxAddress;
  return isOwn ? address : paths.home();
}

/**
 * A text from outside, if it is an address written by `addressToReturnTo`. Text that a browser
 * would read as another address (other hosts, line breaks, dot segments) is refused, so it is safe
 * in a header.
 */
export function ownAddress(text: string): string | undefined {
  const site = "http://site.invalid";
  if (!URL.canParse(text, site)) return undefined;
  return addressToReturnTo(new URL(text, site)) === text ? text : undefined;
}

export const calls = {
  user: "/api/user",
  logout: "/api/logout",
  directory: "/api/directory",
  suggestions: "/api/suggestions",
  profile: "/api/profile",
  ownProfile: "/api/profile/me",
  contact: (memberId: string, contact: string) =>
    `/api/profile/${encodeURIComponent(memberId)}/contacts/${contact}`,
  upload: "/api/objects/upload",
  profileImages: "/api/profile-images",
  passkeys: {
    signIn: "/api/passkeys/sign-in",
    confirm: "/api/passkeys/confirm",
    add: "/api/passkeys/add",
  },
} as const;

/** The three directories, by their pages' names. */
export const directoryNames = ["cadre", "alumni", "directory"] as const;
export type DirectoryName = (typeof directoryNames)[number];

export function directoryRole(name: DirectoryName): Role | undefined {
  return name === "directory" ? undefined : name;
}

type Query = Readonly<Record<string, string | number | undefined>>;

/** An address with a query. The first page has no number. */
function withQuery(path: string, query: Query): string {
  const given = Object.entries(query).filter(([name, value]) =>
    value !== undefined && value !== "" && !(name === "page" && value === 1)
  );
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return search.size === 0 ? path : `${path}?${search}`;
}
