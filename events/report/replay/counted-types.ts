import type { MemberEventType } from "../../members/events.ts";

/** Whether any statistic looks at events of a type: at their facts, or at that they happened. */
const isCounted = {
  MemberRegistered: true,
  RoleSelected: true,
  ProfileCreated: true,
  ProfileChanged: true,
  ProfileShown: true,
  ProfileHidden: true,
  ProfileDeleted: true,
  MemberErased: true,
  AccountDetailsChanged: false,
  EmailVerified: false,
  PasswordReset: false,
  PasswordChanged: false,
  PrivacyChanged: false,
  ContactAudiencesChanged: false,
  ProfileImageChanged: false,
  MentoringChanged: true,
  ConnectionRequested: true,
  ConnectionAnswered: true,
  ConnectionWithdrawn: true,
  ConnectionExpired: true,
  MessageSent: false,
  ConnectionReminded: false,
  ConnectionQuiet: true,
  ConnectionEnded: true,
  FeedbackGiven: true,
  MessagesForgotten: false,
  MemberBlocked: false,
  MemberUnblocked: false,
  ContactRevealed: false,
  MessageReported: false,
  CadreConfirmed: false,
  CadreUnconfirmed: false,
  AdmissionRequested: false,
  MemberAdmitted: false,
  MemberRefused: false,
  AskingClosed: false,
  AskingOpened: false,
  ReportHandled: false,
  SettingsChanged: false,
  TopicChanged: false,
  AnnouncementMade: false,
  AnnouncementEnded: false,
  RevealKept: false,
  RequestsCounted: false,
  DetailsOffered: false,
  OfferDismissed: false,
  InvitationRenewed: false,
  InvitationBounced: false,
  StaffNoticesChanged: false,
} as const satisfies Readonly<Record<MemberEventType, boolean>>;

/** Types that statistics look at: they see no others. */
export type CountedType = {
  [T in MemberEventType]: typeof isCounted[T] extends true ? T : never;
}[MemberEventType];

/** All types, by their codes. */
export const typesByCode = Object.keys(isCounted) as readonly MemberEventType[];

/** A type as a replay sees it. */
export interface SeenType {
  /** Its place among all types. */
  readonly code: number;
  readonly isCounted: boolean;
}

/** The type of this name; none when this version of the product does not know it. */
export function seenType(name: string): SeenType | undefined {
  const code = typesByCode.findIndex((type) => type === name);
  const type = typesByCode[code];
  return type && { code, isCounted: isCounted[type] };
}

/** The counted type that a code stands for. */
export function typeOf(code: number): CountedType {
  const type = typesByCode[code];
  if (type === undefined || !isCountedType(type)) {
    throw new RangeError(`No type that is counted has the code ${code}`);
  }
  return type;
}

export function isCountedType(type: MemberEventType): type is CountedType {
  return isCounted[type];
}
