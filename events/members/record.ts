import type { RecordedMentoring } from "../connections/mentoring.ts";
import type { Role } from "../vocabulary.ts";
import type { ContactAudiences } from "../contacts/audiences.ts";
import type { Admission } from "../program/admission.ts";
import type { Commissioning } from "../commissioning/commissioning.ts";
import type { Invitation } from "../invitations/invitation.ts";
import type { DetailsOffer } from "../invitations/offer.ts";
import type { MoreAddresses } from "./addresses.ts";
import type { Profile, SharedFields } from "./profile.ts";
import type { ProgramMails } from "./program-mails.ts";

export interface MemberRecord {
  readonly memberId: string;
  readonly username: string;
  /** The main address, to which mail goes. */
  readonly email: string;
  readonly emailVerified: boolean;
  readonly addresses: MoreAddresses;
  readonly firstName: string;
  readonly lastName: string;
  /** `null` until they choose one. */
  readonly role: Role | null;
  readonly isCadreConfirmed: boolean;
  /** `null` for members who never had to wait. */
  readonly admission: Admission | null;
  readonly isAskingClosed: boolean;
  readonly isInvited: boolean;
  readonly invitation: Invitation | null;
  readonly wantsStaffNotices: boolean;
  /** Whether Home reminds them that no one can find them yet. */
  readonly wantsShowReminder: boolean;
  /** Until they add a passkey, or decline. */
  readonly wantsPasskeyOffer: boolean;
  readonly programMails: ProgramMails;
  readonly profileImageUrl: string | null;
  /** ISO 8601, UTC, milliseconds, like every time here. */
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly profile: ProfileRecord | null;
  readonly mentoring: RecordedMentoring | null;
  /** Audiences of contacts; `null` if every member who may see the profile sees them all. */
  readonly audiences: ContactAudiences | null;
  readonly offer: DetailsOffer | null;
  /** Their answer about their commission; `null` for members who were never asked. */
  readonly commissioning: Commissioning | null;
  /** Open conversations they accepted. Counted by the read tables; 0 in a stream's own state. */
  readonly conversations: number;
}

export interface ProfileRecord extends Profile {
  readonly isVisible: boolean;
  readonly sharedFields: SharedFields;
  readonly createdAt: string;
  /** Time of the last change of any kind. Only for its owner. */
  readonly updatedAt: string;
  /** Time of the last visible change. Others see it as `updatedAt`, and "recent" sorts by it. */
  readonly publicUpdatedAt: string;
  /** When the owner last changed visible details, or confirmed them. */
  readonly confirmedAt: string;
}
